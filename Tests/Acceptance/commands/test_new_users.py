"""From a file that nobody described to its first digest, by `profiles draft` alone."""

import csv
import datetime
import io
import json
import sqlite3

import pytest

yaml = pytest.importorskip("yaml", reason="skipped: no PyYAML")

NOW = datetime.datetime(2026, 11, 22, 11)


def ago(hours):
    return NOW - datetime.timedelta(hours=hours)


def first_digest(tidings, folder, export, *more):
    """The draft of an export, and the items of the digests that it gives as it is."""
    draft = tidings("profiles", "draft", export, cwd=folder)
    assert draft.status == 0, draft.errors + draft.text
    (folder / "draft.yaml").write_text(draft.text)
    run = tidings("digest", export, "--profiles", "draft.yaml", "--now", "2026-11-22T12:00:00Z", "--days", "30", "--format", "json", *more, cwd=folder)
    assert run.status == 0, run.errors
    return yaml.safe_load(draft.text), run.items


def test_a_german_clubs_database(tidings, tmp_path):
    connection = sqlite3.connect(tmp_path / "verein.db")
    connection.executescript(
        'CREATE TABLE mitglieder (mitglied_nr INTEGER PRIMARY KEY, vorname TEXT, "e-mail" TEXT); CREATE TABLE einstellungen (schluessel TEXT, wert TEXT);'
        "CREATE TABLE mitteilungen (lfd_nr INTEGER PRIMARY KEY, mitglied_nr INTEGER, rubrik TEXT, betreff TEXT, inhalt TEXT, angelegt_am TEXT, gelesen TEXT)")  # fmt: skip
    connection.executemany("INSERT INTO mitglieder VALUES (?,?,?)", [(100 + n, v, f"{n}@verein.example") for n, v in enumerate(["Änne", "Jörg", "Zoë"])])
    connection.executemany("INSERT INTO mitteilungen VALUES (?,?,?,?,?,?,?)", [
        (n + 1, 100 + n % 3, ["Termin", "Beitrag", "Arbeitseinsatz"][n % 3], f"Sitzung am Dienstag ({n})", "Bitte lesen.\nDanke!",
         ago(7 * n).strftime("%d.%m.%Y %H:%M"), "nein" if n % 3 else "ja") for n in range(40)])  # fmt: skip
    connection.commit()
    connection.close()
    draft, items = first_digest(tidings, tmp_path, "verein.db")
    assert draft["records"] == {"table": "mitteilungen"}
    assert draft["fields"] == {"id": "lfd_nr", "recipient": "mitglied_nr", "type": "rubrik", "title": "betreff", "body": "inhalt", "time": {"path": "angelegt_am", "format": "dd.MM.yyyy HH:mm"}}
    assert draft["read"] == [{"path": "gelesen", "words": {"ja": True, "nein": False}}]
    assert (items[0]["title"], items[0]["time"]) == ("Sitzung am Dienstag (0)", "2026-11-22T11:00:00Z")
    assert (len(items), sum(i["unread"] for i in items)) == (40, 26)


def test_a_table_of_phpmyadmin_in_french(tidings, tmp_path):
    rows = [{"notif_id": str(n + 1), "id_destinataire": str(1 + n % 3), "categorie": ["commande", "livraison", "promo"][n % 3], "libelle": f"Colis {n} expédié",
             "corps": "<p>Bonjour,<br>voir le détail.</p>", "url_cible": f"/compte/commandes/{n}", "date_creation_ms": str(int(ago(5 * n).replace(tzinfo=datetime.timezone.utc).timestamp() * 1000)),
             "lu": ["oui", "non"][n % 2]} for n in range(25)]  # fmt: skip
    parts = [{"type": "header", "version": "5.2.1", "comment": "Export to JSON plugin for PHPMyAdmin"}, {"type": "database", "name": "boutique"},
             {"type": "table", "name": "notif", "database": "boutique", "data": rows}]  # fmt: skip
    (tmp_path / "notif.json").write_text(json.dumps(parts))
    draft, items = first_digest(tidings, tmp_path, "notif.json")
    fields = draft["fields"]
    assert (fields["id"], fields["type"], fields["title"], fields["body"], fields["time"]) == ("notif_id", "categorie", "libelle", "corps", "date_creation_ms")
    assert draft["read"] == [{"path": "lu", "words": {"oui": True, "non": False}}] and draft["bodyFormat"] == "html"
    assert len(items) == 25


def test_a_feed_of_a_chat_in_wrapped_elements(tidings, tmp_path):
    def message(n):
        ts = ago(n).replace(tzinfo=datetime.timezone.utc).timestamp()
        return {"type": "message", "subtype": ["mention", "reply", "reaction"][n % 3], "ts": f"{ts:.6f}", "user": f"U0{n % 3}", "text": f"could you look at the {n}th draft?",
                "channel": {"id": f"C{n % 2}", "name": ["general", "design"][n % 2]}, "permalink": f"https://chat.example/archives/C{n % 2}/p{n}"}  # fmt: skip

    feed = [{"feed_item": {"key": f"k{n}", "is_unread": n % 2 == 0, "item": message(n)}} for n in range(24)]
    users = [{"id": f"U0{n}", "name": name, "profile": {"image_72": f"https://img.example/{n}.png"}} for n, name in enumerate(["ana", "ben", "chi"])]
    (tmp_path / "feed.json").write_text(json.dumps({"ok": True, "activity": {"items": feed}, "users": users}))
    draft, items = first_digest(tidings, tmp_path, "feed.json")
    assert draft["records"] == {"path": "activity.items"} and draft["fields"]["type"] == "feed_item.item.subtype"
    assert len(items) == 24 and items[0]["link"] == "https://chat.example/archives/C0/p0"


def test_rows_of_rails_with_json_in_a_column(tidings, tmp_path):
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["id", "trackable_type", "owner_type", "owner_id", "key", "parameters", "recipient_id", "viewed", "created_at"])
    for n in range(30):
        parameters = json.dumps({"summary": f"Invoice #{n} was issued", "path": f"/cases/{n}"})
        writer.writerow([9000 + n, "Invoice", "User", 3, ["invoice.created", "repair.assigned"][n % 2], parameters, "" if n % 7 == 0 else 11 + n % 3, "ft"[n % 2], ago(3 * n).strftime("%Y-%m-%d %H:%M:%S UTC")])
    (tmp_path / "log.csv").write_text(file.getvalue())
    draft, items = first_digest(tidings, tmp_path, "log.csv")
    assert draft["fields"] == {"id": "id", "recipient": "recipient_id", "type": "key", "title": "parameters.summary", "time": "created_at", "link": "parameters.path"}
    assert len(items) == 30
