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
