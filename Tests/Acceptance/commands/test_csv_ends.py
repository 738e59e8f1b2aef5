"""Tables whose end, columns or bytes are odd are read as far as they can be, and it is said."""

import pytest

from harness import NOW

OTHERS = "id,title,created_at,type,user_id\n1,A,2026-02-07T10:00:00Z,offer,10003\n"


@pytest.mark.parametrize("last, isSaid, isNoted", [
    ("2,B,2026-02-07T11:00:00Z,offer,100", True, True), ("2,B,2026-02-07T11:00:00Z,offer,10004", False, True),
    ("2,B,2026-02-07T11:00:00Z,offer,100\n", False, False), ('2,B,2026-02-07T11:00:00Z,offer,"100"', False, False),
])  # fmt: skip
def test_a_last_cell_that_may_be_cut_is_said(tidings, tmp_path, last, isSaid, isNoted):
    (tmp_path / "e.csv").write_text(OTHERS + last)
    run = tidings("mail", "e.csv", "--now", NOW, "--from", "a@example.org", "--dry-run", "-o", "outbox", cwd=tmp_path)
    assert ("e.csv: its last line has no end, so the file may be cut off, and user_id there" in run.errors) == isSaid, run.errors
    check = tidings("check", "e.csv", cwd=tmp_path)
    assert ("note      e.csv: its last line has no end: the file may be cut off there, in user_id" in check.text) == isNoted, check.text
    assert check.status == (3 if isSaid else 0)


def test_of_two_columns_with_one_name_the_first_is_read(tidings, tmp_path):
    (tmp_path / "e.csv").write_text("id,user_id,title,created_at,type,id\n1,ana,A,2026-02-07T10:00:00Z,a,77\n2,ana,B,2026-02-07T11:00:00Z,a,77\n")
    run = tidings("digest", "e.csv", "--now", NOW, "--format", "json", cwd=tmp_path)
    assert {i["ids"][0] for i in run.items} == {"1", "2"}
    assert "note      e.csv: of several columns with one name the first is read: id" in tidings("check", "e.csv", cwd=tmp_path).text


def test_a_table_of_which_nothing_is_text_holds_no_usable_data(tidings, tmp_path):
    (tmp_path / "e.csv").write_bytes("id;user_id;title;created_at\n".encode() + "1;u;Grüße;2026-02-07T10:00:00Z\n".encode("latin-1") * 9)
    run = tidings("summary", "e.csv", cwd=tmp_path)
    assert run.status == 65 and "9 were rejected of its 9 records" in run.errors and "iconv -f CP1252" in run.errors, run.errors
