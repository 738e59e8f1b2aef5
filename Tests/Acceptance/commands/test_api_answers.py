"""What an API answers instead of an export: its error is quoted, and an answer without documents is an empty export."""

import json

import pytest

NOW = "2026-02-08T15:05:00Z"


def export(folder, answer):
    (folder / "e.json").write_text(json.dumps(answer))
    return "e.json"


ANSWERS = [
    ({"code": "PGRST301", "message": "JWT expired", "details": None}, "JWT expired (PGRST301)"),
    ({"error": "Unauthorized"}, "Unauthorized"),
    ({"message": "Invalid API key"}, "Invalid API key"),
    ({"statusCode": 401, "error": "Unauthorized", "message": "token invalid"}, "Unauthorized: token invalid (401)"),
    ({"error": {"code": 401, "message": "no credentials", "status": "UNAUTHENTICATED"}}, "no credentials (401)"),
    ({"data": None, "errors": [{"message": "boom"}]}, "boom"),
    # Beside an empty list, and never with what steers a terminal.
    ({"error": "forbidden", "notifications": []}, "forbidden"),
    ({"success": False, "data": []}, "success is false"),
    ({"data": [], "errors": [{"message": "no\x1b[31m"}]}, r"no\u{1B}[31m"),
]


@pytest.mark.parametrize("answer, said", ANSWERS, ids=[said for _, said in ANSWERS])
@pytest.mark.parametrize("isListed", [False, True])
def test_an_error_of_an_api_is_quoted(tidings, tmp_path, answer, said, isListed):
    file = export(tmp_path, [answer] if isListed else answer)
    for more in [], ["--profile", "recruiting-compass"]:
        run = tidings("summary", file, *more, "--now", NOW, cwd=tmp_path)
        assert run.status == 65 and f"e.json: it is not an export but an answer: {said}\n" in run.errors, run.errors


def test_an_empty_answer_of_firestore_is_an_empty_export(tidings, tmp_path):
    note = {"readTime": "2026-02-07T10:00:00.123Z"}
    fields = {"userId": {"stringValue": "u"}, "groupId": {"stringValue": "g"}, "type": {"stringValue": "milestone"},
              "message": {"stringValue": "m"}, "createdAt": {"timestampValue": "2026-02-07T10:00:00Z"}}  # fmt: skip
    document = {"document": {"name": "projects/p/databases/(default)/documents/notifications/n1", "fields": fields}, **note}
    for rows, count in [([note], 0), ([{**note, "done": True}], 0), ([document, note], 1), ([note, document], 1)]:
        file = export(tmp_path, rows)
        for more in [], ["--profile", "fitness-groups"]:
            run = tidings("summary", file, *more, "--format", "json", "--now", NOW, cwd=tmp_path)
            assert run.status == 0 and run.errors == "" and run.json["counts"]["total"] == count, (rows, run.errors, run.text)


def test_a_folder_of_pages_is_one_system_of_which_one_draft_is_made(tidings, tmp_path):
    (tmp_path / "pages").mkdir()
    for page in 1, 2, 3:
        events = [
            {"id": f"e{page}{n}", "type": "swap", "content": {"title": f"A swap, {n}", "text": "Say yes or no"},
             "receiver": {"id": f"usr_{n % 3}"}, "created_at": f"2026-02-0{page}T10:0{n}:00Z", "seen_at": None}
            for n in range(5)]  # fmt: skip
        answer = {"data": events, "meta": {"page": page, "pages": 3, "total": 15}}
        (tmp_path / f"pages/events-{page}.json").write_text(json.dumps(answer))
    run = tidings("digest", "pages", "--recipient", "usr_1", "--now", "2026-02-04T10:00:00Z", cwd=tmp_path)
    assert run.status == 0 and run.text.startswith("# 6 new"), run.errors
    assert run.errors.count("no profile fits") == 1 and "pages/events-1.json and 2 more: no profile" in run.errors
    # What is below a folder is no export of it.
    (tmp_path / "pages/older").mkdir()
    (tmp_path / "job.yaml").write_text("exports: pages\ndigest: {folder: out}\n")
    assert tidings("build", "job.yaml", cwd=tmp_path).status == 0 and len([*(tmp_path / "out").iterdir()]) == 3
    draft = tidings("profiles", "draft", "pages", cwd=tmp_path)
    assert draft.text.startswith("# 3 people get 15 notifications: usr_0 6, usr_1 6, usr_2 3\n"), draft.text
    assert "the first 15 records of pages/events-1.json and 2 more." in draft.text and "No problems found." in draft.text
    one = tidings("check", "pages/events-2.json", cwd=tmp_path)
    assert "warning   pages/events-2.json is incomplete: only 5 of 15 records are present\n1 problem found." in one.text
    # A folder without files holds no export.
    (tmp_path / "none").mkdir()
    assert "none: this is a folder" in tidings("summary", "none", cwd=tmp_path).errors
