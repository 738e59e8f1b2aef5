"""Relative links lead to the base of their own system, and one base for several systems is said."""

import json

import pytest

NOW = "2026-02-08T15:05:00Z"
ROOMS = [{
    "id": "r1", "type": "ROOM_LIKE", "displayText": "renee liked your room: Fun", "isRead": False, "roomName": "Fun",
    "createdAt": "2026-02-08T10:00:00Z", "actor": {"id": "a", "username": "renee", "firstName": "R", "avatarUrl": None},
    "deepLink": {"type": "room", "roomId": "7", "actorId": "a"}, "thumbnails": [], "batchCount": 1, "recipientId": "u",
}]  # fmt: skip
FOOD = [{
    "id": "f1", "isRead": False, "isDeleted": False, "receivedAt": "2026-02-08T10:00:00Z", "recipient_id": "u",
    "payload": {"id": "p", "category": "new_listing", "title": "Bread", "body": "Fresh", "entityId": "9",
                "timestamp": "2026-02-08T10:00:00Z", "priority": "medium", "actions": []},
}]  # fmt: skip
SENTENCE = "the relative links of foodshare, rooms all lead to https://app.example; give each its own, such as --base-url rooms=https://app.example"


@pytest.fixture
def exports(tmp_path):
    for name, rows in ("rooms.json", ROOMS), ("food.json", FOOD):
        (tmp_path / name).write_text(json.dumps(rows))
    return ["rooms.json", "food.json"]


def links(run):
    return sorted(item["link"] for part in run.json["sections"] for item in part["items"] if "link" in item)


def digest(tidings, folder, *arguments):
    return tidings("digest", *arguments, "--owner", "u", "--recipient", "u", "--format", "json", "--now", NOW, cwd=folder)


def test_each_profile_has_a_base_of_its_own(tidings, tmp_path, exports):
    bases = ["--base-url", "rooms=https://rooms.example/", "--base-url", "https://app.example"]
    run = digest(tidings, tmp_path, *exports, *bases)
    assert links(run) == ["https://app.example/listings/9", "https://rooms.example/rooms/7"] and "all lead" not in run.errors
    (tmp_path / "tidings.yaml").write_text(
        f"exports: {json.dumps(exports)}\nowner: u\nbase-url: {{rooms: https://rooms.example, foodshare: https://food.example}}\n"
        "digest: {folder: out}\n")
    run = tidings("build", "tidings.yaml", "--now", NOW, cwd=tmp_path)
    assert run.status == 0 and "relative link" not in run.errors, run.errors
    text = "".join(path.read_text() for path in (tmp_path / "out").iterdir())
    assert "https://rooms.example/rooms/7" in text and "https://food.example/listings/9" in text
    run = digest(tidings, tmp_path, "--config", "tidings.yaml", "--base-url", "rooms=https://other.example")
    assert links(run) == ["https://food.example/listings/9", "https://other.example/rooms/7"], run.errors


def test_one_base_for_several_systems_is_said(tidings, tmp_path, exports):
    base = ["--base-url", "https://app.example"]
    run = digest(tidings, tmp_path, *exports, *base)
    assert run.status == 0 and run.errors.count(SENTENCE) == 1, run.errors
    assert digest(tidings, tmp_path, *exports, *base, "--strict").status == 65
    assert tidings("check", *exports, *base, "--owner", "u", "--now", NOW, cwd=tmp_path).status == 3
    for one in exports:
        assert SENTENCE[:20] not in digest(tidings, tmp_path, one, *base).errors


@pytest.mark.parametrize("text, said", [("nowhere", "not a web address"), ("rums=https://a.example", "rooms"), ("rooms=x", "not a web address")])
def test_a_base_that_is_none_is_refused(tidings, tmp_path, exports, text, said):
    run = digest(tidings, tmp_path, *exports, "--base-url", text)
    assert run.status == 64 and said in run.errors, run.errors
