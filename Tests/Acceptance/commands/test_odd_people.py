"""Who receives is a person: what is a flag, several, nobody, all or another spelling is not taken for one in silence."""

import json

import pytest

NOW = "2026-02-08T15:00:00Z"


def rows(*people, name="user_id"):
    return [{"id": n, name: who, "title": f"Offer {n}", "created_at": f"2026-02-07T0{n}:00:00Z", "is_read": False} for n, who in enumerate(people)]


def read(tidings, folder, records, *options):
    (folder / "e.json").write_text(json.dumps(records))
    return tidings("summary", "e.json", "--format", "json", "--now", NOW, *options, cwd=folder)


def people(run):
    return sorted(recipient["id"] for recipient in run.json["recipients"])


ODD = {
    "an array of PostgreSQL": (("{ana,ben}", "{ana}"), "{ana,ben} is one person with 1 record, but looks like several"),
    "several": (("ana,ben", "ben"), "ana,ben is one person with 1 record, but looks like several"),
    "several twice": (("u1,u2", "u1,u3", "u1"), "u1,u2 is one person with 1 record, but looks like several, as 1 other does"),
    "nobody": (("None", "ana"), "None is one person with 1 record, but looks like a program's word for nobody"),
    "nobody in JavaScript": (("undefined", "ana"), "undefined is one person with 1 record, but looks like a program's word for nobody"),
    "all": (("all", "ana", "all"), "all is one person with 2 records, but looks like all of them"),
    "capitals": (("Ana@example.org", "ana@example.org"), "Ana@example.org is one person with 1 record, but looks like ana@example.org in another spelling"),
    "two in capitals": (("ANA", "Ana"), "Ana is one person with 1 record, but looks like ANA in another spelling"),
    "a blank": (("u1", "u1 "), "looks like u1 in another spelling"),
    "a name before the address": (("Ana <a@example.org>", "a@example.org"), "looks like a@example.org in another spelling"),
}


@pytest.mark.parametrize("name", ODD)
def test_an_id_that_looks_like_something_else_is_said(tidings, tmp_path, name):
    ids, said = ODD[name]
    run = read(tidings, tmp_path, rows(*ids))
    assert said in run.errors, run.errors
    assert tidings("check", "e.json", "--now", NOW, cwd=tmp_path).status == 3


@pytest.mark.parametrize("ids", [("ana", "ben"), ("Ana", "Ben"), ("aX1", "ax1"), ("Smith, John", "John"), ("allan", "nonna")])
def test_usual_ids_are_not(tidings, tmp_path, ids):
    assert "looks like" not in read(tidings, tmp_path, rows(*ids)).errors


@pytest.mark.parametrize("flag", ["notified", "send_email", "alerted"])
def test_a_flag_is_nobody(tidings, tmp_path, flag):
    records = [row | {flag: row["id"] % 2} for row in rows("ana", "ben", "ana", "ben")]
    assert people(read(tidings, tmp_path, records)) == ["ana", "ben"]


@pytest.mark.parametrize("ids", [(1, 1), (0, 1)])
def test_small_ids_of_a_table_are_people(tidings, tmp_path, ids):
    lines = [f"{row['id']},{row['user_id']},{row['title']},{row['created_at']},false\n" for row in rows(*ids, *ids)]
    (tmp_path / "e.csv").write_text("id,user_id,title,created_at,is_read\n" + "".join(lines))
    run = tidings("summary", "e.csv", "--format", "json", "--now", NOW, cwd=tmp_path)
    assert people(run) == sorted({str(id) for id in ids}), run.errors
