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
    # What is below a folder is no export of it, nor is Spark's mark of success.
    (tmp_path / "pages/_SUCCESS").touch()
    (tmp_path / "pages/older").mkdir()
    (tmp_path / "job.yaml").write_text("exports: pages\ndigest: {folder: out}\n")
    assert tidings("build", "job.yaml", cwd=tmp_path).status == 0 and len([*(tmp_path / "out").iterdir()]) == 3
    draft = tidings("profiles", "draft", "pages", cwd=tmp_path)
    assert draft.text.startswith("# 3 people get 15 notifications: usr_0 6, usr_1 6, usr_2 3\n"), draft.text
    assert "the first 15 records of pages/events-1.json and 2 more." in draft.text and "No problems found." in draft.text
    one = tidings("check", "pages/events-2.json", cwd=tmp_path)
    assert "warning   pages/events-2.json is incomplete: only 1 of 3 pages are present\n1 problem found." in one.text
    # A folder without files holds no export.
    (tmp_path / "none").mkdir()
    assert "none: this is a folder" in tidings("summary", "none", cwd=tmp_path).errors


RECORDS = [{"id": n, "user_id": "ana", "type": "offer", "title": f"Offer {n}", "created_at": f"2026-02-07T0{n}:00:00Z", "is_read": False} for n in range(1, 5)]

# What envelopes say, beside four records, when there are more; and when there are none.
PARTS = [
    ({"next_page": "https://x.example/t.json?page=2", "count": 300}, "only 4 of 300 records are present"),
    ({"next_page": "https://x.example/t.json?page=2", "count": 4}, "its last page says that another follows"),
    ({"next_page": {"offset": "a", "path": "/t?offset=a", "uri": "https://x.example/t?offset=a"}}, "another follows"),
    ({"meta": {"pagination": {"total": 9, "total_pages": 3, "current_page": 1}}}, "only 1 of 3 pages are present"),
    ({"done": False, "nextRecordsUrl": "/services/data/v60.0/query/01g-2000", "totalSize": 300}, "only 4 of 300"),
    ({"Count": 4, "ScannedCount": 40, "LastEvaluatedKey": {"id": {"S": "4"}}}, "another follows"),
    ({"timed_out": True}, "it says itself that something is missing (timed_out)"),
    ({"_shards": {"total": 5, "successful": 3, "failed": 2}}, "something is missing (_shards.failed)"),
    ({"@odata.count": 300}, "only 4 of 300"), ({"@odata.nextLink": "https://x.example/t?$skip=4"}, "another follows"),
    ({"hydra:totalItems": 300}, "only 4 of 300"), ({"hydra:view": {"hydra:next": "/t?page=2"}}, "another follows"),
    ({"continuation": "QUJD"}, "another follows"), ({"page": 1, "pages": 60}, "only 1 of 60 pages"),
    ({"errors": [{"message": "boom", "path": ["notifications"]}]}, "something is missing (errors)"),
    ({"next": "/t?page=2"}, "another follows"), ({"incomplete_results": True}, "missing (incomplete_results)"),
    ({"next_page": None, "count": 4}, None), ({"timed_out": False, "_shards": {"failed": 0}}, None), ({"errors": []}, None),
    ({"meta": {"pagination": {"total": 4, "total_pages": 1, "current_page": 1}}}, None), ({"page": 1, "pages": 1, "total": 4}, None),
    ({"done": True, "totalSize": 4}, None), ({"hydra:view": {"hydra:first": "/t?page=1"}}, None), ({"count": 2}, None),
]  # fmt: skip


def is_incomplete(tidings, folder, answer):
    file = export(folder, answer)
    run = tidings("mail", file, "--now", NOW, "--from", "a@example.org", "--dry-run", "--first-days", "9", "-o", "outbox", cwd=folder)
    return run.status == 65 and "is incomplete" in run.errors, tidings("check", file, cwd=folder).text


@pytest.mark.parametrize("facts, said", PARTS, ids=[json.dumps(facts)[:60] for facts, _ in PARTS])
@pytest.mark.parametrize("isFirst", [True, False])
def test_a_page_of_several_is_no_whole_export(tidings, tmp_path, facts, said, isFirst):
    page = {**facts, "tickets": RECORDS} if isFirst else {"tickets": RECORDS, **facts}
    isRefused, text = is_incomplete(tidings, tmp_path, page)
    assert isRefused == (said is not None) and (said or "") in text, text


@pytest.mark.parametrize("inner", [
    {"hits": {"total": {"value": 300, "relation": "eq"}, "hits": [{"_id": str(r["id"]), "_source": r} for r in RECORDS]}},
    {"response": {"numFound": 300, "start": 0, "docs": RECORDS}},
    {"data": {"notifications": {"totalCount": 300, "nodes": RECORDS}}},
], ids=["Elasticsearch", "Solr", "GraphQL"])  # fmt: skip
def test_a_total_inside_of_an_answer_counts(tidings, tmp_path, inner):
    isRefused, text = is_incomplete(tidings, tmp_path, inner)
    assert isRefused and "only 4 of 300 records are present" in text, text
    assert "4 records, 0 rejected" in text


def test_records_that_moved_to_the_next_page_hide_no_others(tidings, tmp_path):
    one, two = {"data": RECORDS[2:], "total": 4}, {"data": RECORDS[1:3], "total": 4}
    isRefused, text = is_incomplete(tidings, tmp_path, [one, two])
    assert isRefused and "only 3 of 4 records are present" in text, text
    for pages in [one, {"data": RECORDS[:2], "total": 4}], [one, two, {"data": RECORDS[:1], "total": 4}], [{"data": RECORDS, "total": 4}, RECORDS]:
        isRefused, text = is_incomplete(tidings, tmp_path, pages)
        assert not isRefused and "incomplete" not in text, text
    # An older list of the same records is one of its own.
    (tmp_path / "f.json").write_text(json.dumps({"data": RECORDS[:3], "total": 3}))
    export(tmp_path, {"data": RECORDS, "total": 4})
    assert "incomplete" not in tidings("check", "e.json", "f.json", cwd=tmp_path).text
