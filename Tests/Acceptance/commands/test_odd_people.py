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
