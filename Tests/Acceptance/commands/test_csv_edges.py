"""Tables that have only a header, or whose end, columns or bytes are odd, are read as far as they can be or named for what
they are."""

import pytest

from harness import NOW

HEADINGS = '"Row #","User Email","Kind","Message (HTML)","Created At (UTC)","Is Read?","Prio","Größe"\n'
OWN = """name: sheet
fields:
  id: "Row #"
  recipient: User Email
  type: Kind
  title: Message (HTML)
  time: Created At (UTC)
"""


@pytest.mark.parametrize("rows", [0, 2])
def test_headings_of_a_spreadsheet_are_a_header_with_rows_and_without(tidings, tmp_path, rows):
    (tmp_path / "sheet.yaml").write_text(OWN)
    row = "{},ana@example.org,offer,Hello,2026-02-07T10:00:00Z,No,high,3\n"
    (tmp_path / "export.csv").write_text(HEADINGS + "".join(row.format(n) for n in range(rows)))
    run = tidings("summary", "export.csv", "--profiles", "sheet.yaml", "--profile", "sheet", "--now", NOW, "--format", "json", cwd=tmp_path)
    assert run.status == 0, run.errors
    assert run.json["counts"]["total"] == rows
    assert run.json["sources"][0]["profile"] == "sheet"


@pytest.mark.parametrize("name, text, options, said", [
    ("export.csv", HEADINGS, [], "this is a table without rows"),
    ("export.tsv", HEADINGS.replace(",", "\t"), [], "this is a table without rows"),
    # One line of prose is no table that a job may believe.
    ("export", "cannot connect, is it running?\n", [], "this is plain text without JSON"),
    ("export", "cannot connect, is it running?\n", ["--profile", "rooms"], "this is plain text without JSON"),
    ("export", "id|uid|text\n", [], "this is a table with vertical bars between its columns"),
    ("export", "id|uid|text\n1|2|x\n", [], "this is a table with vertical bars between its columns"),
])  # fmt: skip
def test_a_header_that_fits_no_profile_is_refused_for_what_it_is(tidings, tmp_path, name, text, options, said):
    (tmp_path / name).write_text(text)
    run = tidings("summary", name, *options, "--now", NOW, cwd=tmp_path)
    assert run.status == 65 and f"{name}: {said}\n" in run.errors, run.errors
    if "|" in text:
        assert "commas, semicolons or tabs" in run.errors


ROW = "1,ana,a,Title,Message,false,2026-02-07T10:00:00Z\n"


@pytest.mark.parametrize("above", ["Notifications\n\n", "# of metabase\n", "Report: all of them,,,,,,\n", "Of February\r\nmade today\r\n"])
def test_what_stands_above_a_header_is_named(tidings, tmp_path, above):
    (tmp_path / "e.csv").write_text(above + HEADER + ROW)
    run = tidings("summary", "e.csv", "--now", NOW, cwd=tmp_path)
    assert run.status == 65 and "this is a table with another line above the names of its columns" in run.errors, run.errors


HEADER = "id,user_id,type,title,message,is_read,created_at\n"


@pytest.mark.parametrize("row, cells", [("1,u,a,Title,Message,false", 6), ("1,u,a,Title,Message,false,2026-02-07T10:00:00Z,x", 8)])
def test_a_table_of_which_no_row_has_the_cells_of_its_header_is_a_table(tidings, tmp_path, row, cells):
    (tmp_path / "rows.csv").write_text(HEADER + (row + "\n") * 9)
    run = tidings("check", "rows.csv", "--now", NOW, cwd=tmp_path)
    assert run.status == 3 and run.text.count(f"the row has {cells} cells, but the header has 7") == 9, run.text
    run = tidings("summary", "rows.csv", "--now", NOW, cwd=tmp_path)
    assert run.status == 65 and f"rows.csv: 9 were rejected of its 9 records; the first, line 2, record 1: the row has {cells} cells" in run.errors


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
