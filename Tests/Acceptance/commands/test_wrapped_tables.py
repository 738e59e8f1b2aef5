"""Objects that only tell about the records in another one, as phpMyAdmin writes them, are no rejects."""

import json

import pytest

HEADER = {"type": "header", "version": "5.2.1", "comment": "Export to JSON plugin for PHPMyAdmin"}
DATABASE = {"type": "database", "name": "app"}
NOW = ["--now", "2026-02-03T12:00:00Z", "--days", "10", "--format", "json"]


def rows(count, pad=""):
    return [{"id": str(n), "user_id": "7", "type": "mention", "title": f"t{n}", "message": "m" + pad, "created_at": "2026-02-03 10:00:00", "read_at": None} for n in range(count)]


def table(rows):
    return {"type": "table", "name": "notifications", "database": "app", "data": rows}


@pytest.fixture
def summary(tidings, tmp_path):
    def summary(parts, *more):
        (tmp_path / "app.json").write_text(parts if isinstance(parts, str) else json.dumps(parts))
        run = tidings("summary", "app.json", *NOW, *more, cwd=tmp_path)
        return run.status, run.errors, json.loads(run.text) if run.text else None

    return summary


def total(report):
    return report["selected"] if "selected" in report else report["counts"]["total"]


@pytest.mark.parametrize("count, pad", [(1, ""), (25, ""), (3000, "x" * 1000)], ids=["a row", "rows", "three megabytes"])
@pytest.mark.parametrize("more", [[], ["--profile", "generic"]], ids=["detected", "named"])
def test_a_table_of_phpmyadmin_loses_nothing(summary, count, pad, more):
    status, errors, report = summary([HEADER, DATABASE, table(rows(count, pad))], *more)
    assert status == 0, errors
    assert json.dumps(report).count(str(count)) and "reject" not in errors


def test_as_phpmyadmin_breaks_its_lines(summary):
    lines = ",\n".join(json.dumps(row) for row in rows(9))
    opening = json.dumps(table([]))[:-3]
    status, errors, _ = summary(f"[\n{json.dumps(HEADER)},\n{json.dumps(DATABASE)},\n{opening}[\n{lines}\n]\n}}\n]\n")
    assert status == 0, errors


def test_an_empty_table_is_an_empty_export(summary):
    assert summary([HEADER, DATABASE, table([])])[0] == summary({"data": []})[0]


def test_the_headers_may_follow(summary):
    assert summary([table(rows(3)), HEADER, DATABASE])[0] == 0


@pytest.mark.parametrize("lost", [
    {"error": "rate limit exceeded"}, {"message": "Not Found", "status": "404"}, {"id": 5, "title": "no time"},
    {"title": "no id", "created_at": "2026-02-03 10:00:00"}, {"ok": False},
])  # fmt: skip
def test_an_error_or_half_a_record_is_a_reject(summary, lost):
    assert summary([HEADER, table(rows(3)), lost])[0] == 3


def test_among_records_every_object_is_one(summary):
    status, errors, _ = summary([*rows(3), DATABASE])
    assert status == 3, errors


def test_headers_alone_are_no_export(summary):
    assert summary([HEADER, DATABASE])[0] == 65
    assert summary([HEADER, DATABASE], "--profile", "generic")[0] != 0


def test_check_does_not_count_them(tidings, tmp_path):
    zoned = [{**row, "created_at": "2026-02-03T10:00:00Z"} for row in rows(4)]
    (tmp_path / "app.json").write_text(json.dumps([HEADER, DATABASE, table(zoned)]))
    run = tidings("check", "app.json", "--now", "2026-02-03T12:00:00Z", cwd=tmp_path)
    assert run.status == 0, run.errors + run.text
    assert "4 records" in run.text
