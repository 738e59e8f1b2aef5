"""Small things that were said wrong: own actions, actions without an address, days as numbers, forms of read marks, what labels find."""

import json

import pytest

NOW = "2026-02-08T15:05:00Z"


def export(folder, rows):
    (folder / "e.json").write_text(json.dumps(rows))
    return "e.json"


def room(number, actor, **more):
    return {
        "id": f"r{number}", "type": "ROOM_LIKE", "displayText": f"{actor} liked your room: Fun", "isRead": False, "roomName": "Fun",
        "createdAt": f"2026-02-08T10:{number:02d}:00Z", "actor": {"id": actor, "username": actor, "firstName": "R", "avatarUrl": None},
        "deepLink": {"type": "room", "roomId": "7", "actorId": actor}, "thumbnails": [], "batchCount": 1, "recipientId": "u", **more,
    }  # fmt: skip


@pytest.mark.parametrize("search", [[], ["--search", "liked"], ["--where", "actor!=nobody"]])
def test_own_actions_are_no_deleted_ones(tidings, tmp_path, search):
    file = export(tmp_path, [room(1, "u"), room(2, "u"), room(3, "ana"), room(4, "ben", isDeleted=True)])
    run = tidings("summary", file, *search, "--now", NOW, cwd=tmp_path)
    assert "2 own actions" in run.text and "deleted" not in run.text, run.text
    counts = tidings("summary", file, *search, "--format", "json", "--now", NOW, cwd=tmp_path).json["counts"]
    assert (counts["total"], counts["unread"], counts["deleted"], counts["ownActions"]) == (4, 2, 0, 2)


def test_actions_without_an_address_are_named_by_check(tidings, tmp_path):
    payload = {"id": "p", "category": "expiry_warning", "title": "Bread", "body": "Fresh", "entityId": "9", "timestamp": NOW,
               "priority": "medium", "actions": ["view", "bless", {"id": "fold"}]}  # fmt: skip
    rows = [{"id": f"f{i}", "payload": payload, "receivedAt": NOW, "isRead": False, "isDeleted": False} for i in range(3)]
    file = export(tmp_path, rows)
    run = tidings("check", file, "--owner", "u", "--now", NOW, cwd=tmp_path)
    sentence = "note      6 × an action to which the profile gives no address, not shown: bless, fold"
    assert run.status == 0 and sentence in run.text, run.text
    assert tidings("check", file, "--owner", "u", "--now", NOW, "--format", "json", cwd=tmp_path).json["notes"]["idleActions"] == 6


def test_a_search_finds_labels_as_the_page_does(tidings, tmp_path):
    rows = [{"id": i, "user_id": "u", "type": kind, "title": "T", "message": "m", "priority": "normal", "read_at": None,
             "scheduled_for": NOW, "action_url": None, "created_at": NOW} for i, kind in enumerate(["offer", "event"])]  # fmt: skip
    file = export(tmp_path, rows)
    run = tidings("digest", file, "--search", "offers", "--recipient", "u", "--format", "json", "--now", NOW, cwd=tmp_path)
    assert [i["type"] for part in run.json["sections"] for i in part["items"]] == ["offer"]
    counts = tidings("summary", file, "--search", "offers", "--format", "json", "--now", NOW, cwd=tmp_path).json["counts"]
    assert [one["type"] for one in counts["byType"]] == ["offer"]


def test_read_marks_in_a_local_form_are_told_their_form(tidings, tmp_path):
    seen = ["28.01.2026 05:54", "", None, "29.01.2026 17:20"]
    file = export(tmp_path, [{"code": i, "who": "u", "at": NOW, "head": "H", "seen": one} for i, one in enumerate(seen)])
    profile = "name: acme\nmatch: {must: [code]}\nfields: {id: code, recipient: who, time: at, title: head}\nread: {path: seen%s}\n"
    (tmp_path / "acme.yaml").write_text(profile % "")
    run = tidings("check", file, "--profiles", "acme.yaml", "--now", NOW, cwd=tmp_path)
    assert run.status == 3 and "say the form of its times: format: dd.MM.yyyy HH:mm" in run.text, run.text
    (tmp_path / "acme.yaml").write_text(profile % ", format: dd.MM.yyyy HH:mm")
    assert tidings("check", file, "--profiles", "acme.yaml", "--now", NOW, cwd=tmp_path).status == 0
    run = tidings("summary", file, "--profiles", "acme.yaml", "--format", "json", "--now", NOW, cwd=tmp_path)
    assert run.json["counts"]["unread"] == 2


@pytest.mark.parametrize("day", [20260207, "20260207", "2026-02-07"])
def test_a_day_as_a_number_is_that_day_and_names_no_zone(tidings, tmp_path, day):
    file = export(tmp_path, [{"id": 1, "user_id": "u", "title": "T", "message": "m", "is_read": False, "created_at": day}])
    run = tidings("summary", file, "--format", "json", "--now", NOW, cwd=tmp_path)
    assert [one["date"] for one in run.json["byDay"]] == ["2026-02-07"]
    assert "the time of 1 record names no zone" in run.errors and "before 2005" not in run.errors, run.errors


def test_thousands_of_recipients_can_be_named(tidings, tmp_path):
    rows = [{"id": i, "user_id": f"u{i}", "title": "T", "message": "m", "is_read": False, "created_at": NOW} for i in range(3000)]
    file = export(tmp_path, rows)
    names = [f"--recipient=u{i}" for i in range(0, 3000, 2)] + [word for i in range(1, 2999, 2) for word in ("--recipient", f"u{i}")]
    run = tidings("summary", file, *names, "--format", "json", "--now", NOW, cwd=tmp_path, timeout=20)
    assert run.status == 0 and run.json["counts"]["recipients"] == 2999, run.errors
    run = tidings("summary", file, *names, "--recipient", "nobody", "--now", NOW, cwd=tmp_path, timeout=20)
    assert run.status == 64 and "there are no notifications for nobody" in run.errors
