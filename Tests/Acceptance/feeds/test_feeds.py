"""Both feeds are valid by other people's judges, and what is in them is text."""

import json

import pytest

from feed_files import ATOM, CONTROLS, URL, atom, contents, hostile_records, plain, write
from harness import ALL, LANGUAGES, ROOT, record, schema_faults

feedparser = pytest.importorskip("feedparser", reason="skipped: no feedparser; see requirements.txt")
html5lib = pytest.importorskip("html5lib", reason="skipped: no html5lib; see requirements.txt")

HERE = ROOT / "Tests/Acceptance/feeds"


def hostile_lines(shared):
    lines = (shared / "data/hostile/xss-payloads.txt").read_text(errors="replace").split("\n")
    lines += json.loads((shared / "data/hostile/naughty-strings.json").read_text())
    return [line for line in lines if line.strip()]


def test_atom_holds_what_rfc_4287_asks_for(tidings, tmp_path):
    feeds = plain(tmp_path, [record(number) for number in range(40)], tidings, "--brand", "Rooms & Co")
    files = sorted(feeds.glob("*.atom"))
    assert len(files) == 7
    for file in files:
        feed = atom(file)
        for name in ("id", "title", "updated"):
            assert len(feed.findall(ATOM + name)) == 1
        assert feed.find(ATOM + "author") is not None
        links = {link.get("rel"): link.get("href") for link in feed.findall(ATOM + "link")}
        assert links == {"self": f"{URL}/{file.name}", "alternate": f"https://app.example.org/inbox/{file.stem}"}
        entries = feed.findall(ATOM + "entry")
        ids = [entry.findtext(ATOM + "id") for entry in entries]
        assert len(set(ids)) == len(ids) and all(id.startswith("tag:tidings.invalid,2026:recruiting-compass/") for id in ids)
        assert feed.findtext(ATOM + "updated") == max(entry.findtext(ATOM + "updated") for entry in entries)
        for entry in entries:
            for name in ("id", "title", "updated", "published", "content"):
                assert len(entry.findall(ATOM + name)) == 1


def test_six_equal_titles_of_a_day_are_one_entry_that_says_six(tidings, tmp_path):
    alike = [
        record(number, user_id="u", type="offer", title="CI failed", scheduled_for=f"2026-02-08T{8 + number:02d}:12:00Z",
               read_at="2026-02-08T14:00:00Z" if number % 2 else None)
        for number in range(6)]
    other = record(6, user_id="u", type="offer", title="CI failed", scheduled_for="2026-02-07T08:00:00Z")
    items = json.loads((plain(tmp_path, alike + [other], tidings) / "u.json").read_bytes())["items"]
    assert [(item["id"].rpartition("/")[2], item["title"]) for item in items] == [
        ("n-00005", "Urgent · CI failed ×6"), ("n-00006", "CI failed")]
    assert items[0]["date_published"].startswith("2026-02-08T13:12:00")
    assert "since Feb 8 at 8:12\u00a0AM UTC" in items[0]["content_html"]


def test_feedparser_and_the_schema_find_no_fault_and_the_same_entries(tidings, tmp_path):
    feeds = plain(tmp_path, [record(number) for number in range(40)], tidings, "--brand", "Rooms & Co")
    for file in sorted(feeds.glob("*.atom")):
        parsed = feedparser.parse(str(file))
        document = json.loads(file.with_suffix(".json").read_bytes())
        assert not parsed.bozo and parsed.version == "atom10"
        assert schema_faults(document, "json-feed-1.1", HERE) == []
        assert parsed.feed.title == document["title"] == f"Rooms & Co · {file.stem}"
        assert document["feed_url"] == f"{URL}/{file.stem}.json"
        assert [entry.id for entry in parsed.entries] == [item["id"] for item in document["items"]]
        assert [entry.link for entry in parsed.entries] == [item["url"] for item in document["items"]]
        assert [entry.title for entry in parsed.entries] == [item["title"] for item in document["items"]]
        times = [item["date_published"] for item in document["items"]]
        assert times == sorted(times, reverse=True)


def test_a_feed_has_the_newest_hundred(tidings, tmp_path):
    rows = [record(number, user_id="u", scheduled_for=f"2026-02-07T{number // 60:02d}:{number % 60:02d}:00Z") for number in range(250)]
    feeds = plain(tmp_path, rows[::-1], tidings)
    items = json.loads((feeds / "u.json").read_bytes())["items"]
    assert [item["id"].rsplit("/", 1)[1] for item in items] == [f"n-{number:05d}" for number in range(249, 149, -1)]
    only = plain(tmp_path, rows, tidings, "--type", "offer", "--force")
    items = json.loads((only / "u.json").read_bytes())["items"]
    assert len(items) == 62 and {tuple(item["tags"]) for item in items} == {("Offers",)}


def test_what_is_deleted_expired_or_not_yet_due_is_in_no_feed(tidings, tmp_path):
    rows = [
        {"id": "a", "recipient": "u", "type": "note", "title": "now", "created_at": "2026-02-08T10:00:00Z"},
        {"id": "b", "recipient": "u", "type": "note", "title": "gone", "created_at": "2026-02-08T10:00:00Z", "deleted_at": "2026-02-08T11:00:00Z"},
        {"id": "c", "recipient": "u", "type": "note", "title": "old", "created_at": "2026-02-08T10:00:00Z", "expires_at": "2026-02-08T11:00:00Z"},
        {"id": "d", "recipient": "u", "type": "note", "title": "later", "created_at": "2026-02-09T10:00:00Z"},
    ]
    feeds = plain(tmp_path, rows, tidings, "--profile", "generic")
    assert [item["title"] for item in json.loads((feeds / "u.json").read_bytes())["items"]] == ["now"]


def test_a_redacted_type_shows_only_its_label_and_its_actor(tidings, tmp_path):
    (tmp_path / "own.yaml").write_text(
        "name: own\nfields: {id: id, recipient: to, type: kind, title: title, body: text, time: at, actorName: by}\n"
        "types: {secret: {label: Private note, redact: true}}\n")
    rows = [{"id": 1, "to": "u", "kind": "secret", "title": "the divorce", "text": "the papers", "at": "2026-02-08T10:00:00Z", "by": "Ana"}]
    run, feeds = write(tmp_path, rows, tidings, "--plain-names", "--brand", "Rooms", "--profiles", tmp_path / "own.yaml", "--profile", "own")
    assert run.status == 0, run.errors
    for file in (feeds / "u.atom", feeds / "u.json"):
        text = file.read_text()
        assert "divorce" not in text and "papers" not in text and "Private note" in text and "Ana" in text
        assert "Open Rooms to read it." in text


@pytest.mark.parametrize("title, told", [("A new offer", False), ("Reply by Friday", True)])
def test_a_type_is_told_where_the_title_does_not_tell_it(tidings, tmp_path, title, told):
    items = json.loads((plain(tmp_path, [record(1, user_id="u", type="offer", title=title)], tidings) / "u.json").read_bytes())["items"]
    assert (">🎉 Offer<" in items[0]["content_html"]) == told


def test_an_entry_that_its_title_tells_whole_is_no_empty_page(tidings, tmp_path):
    items = json.loads((plain(tmp_path, [record(1, user_id="u", type="offer", title="A new offer", message="")], tidings) / "u.json").read_bytes())["items"]
    assert "🎉 Offer" in items[0]["content_html"]


ALLOWED = {"html", "head", "body", "p", "br", "a", "strong", "em", "code", "pre", "ul", "ol", "li", "blockquote", "hr", "del", "table", "thead", "tbody", "tr", "th", "td"}


def active(html):
    """Whatever in the HTML does something, names a script, or is no element of ours."""
    found = []
    for element in html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False).iter():
        if not isinstance(element.tag, str):
            found.append("a comment")
            continue
        if element.tag not in ALLOWED:
            found.append(element.tag)
        for name, value in element.attrib.items():
            if name not in ("href", "dir", "start", "title", "class", "align"):
                found.append(f"{element.tag} {name}")
            if name == "href" and not value.startswith(("https://", "http://", "mailto:")):
                found.append(value[:80])
    return found


@pytest.mark.parametrize("number, form", [(0, "plain"), (1, "markdown"), (2, "html")])
def test_every_hostile_line_is_text(tidings, tmp_path, shared, number, form):
    """In each run every line in one of the forms."""
    lines = hostile_lines(shared)[None if ALL else number :: 1 if ALL else 3]
    (tmp_path / "own.yaml").write_text(
        "name: own\nfields: {id: id, recipient: user_id, type: type, title: title, body: message, time: scheduled_for, actorName: title, link: action_url}\n"
        f"bodyFormat: {form}\n")
    run, feeds = write(
        tmp_path, hostile_records(lines), tidings, "--plain-names", "--profiles", tmp_path / "own.yaml", "--profile", "own",
        "--url", URL, "--base-url", "https://app.example.org")
    assert run.status in (0, 3), run.errors
    seen = 0
    for file in sorted(feeds.glob("*.atom")):
        other = file.with_suffix(".json")
        text = file.read_bytes().decode("utf-8", "strict")
        assert CONTROLS.search(text) is None
        document = json.loads(other.read_bytes().decode("utf-8", "strict"))
        assert schema_faults(document, "json-feed-1.1", HERE) == []
        assert not feedparser.parse(str(file)).bozo
        assert contents(file) == contents(other)
        for item in document["items"]:
            seen += 1
            assert active(item["content_html"]) == []
            assert CONTROLS.search(item["content_html"]) is None and CONTROLS.search(item["title"]) is None
            assert not item.get("url", "https:").lower().startswith(("javascript", "data", "vbscript"))
        for link in atom(file).iter(ATOM + "link"):
            assert link.get("href").startswith(("https://", "http://", "mailto:"))
    assert seen > 0.9 * len(lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_feed_names_its_language_and_speaks_it(tidings, tmp_path, language):
    feeds = plain(tmp_path, [record(1)], tidings, "--locale", language, "--brand", "Rooms")
    document = json.loads((feeds / "user-1.json").read_bytes())
    assert document["language"] == language and document["title"] == "Rooms · user-1"
    assert atom(feeds / "user-1.atom").get("{http://www.w3.org/XML/1998/namespace}lang") == language


@pytest.mark.parametrize("url", ["https:///feeds", "https://app.example.org/a b", "app.example.org", "https://app.example.org/ü"])
def test_a_folder_is_served_on_the_web(tidings, tmp_path, url):
    (tmp_path / "export.json").write_text("[]")
    run = tidings("feed", "export.json", "-o", "feeds", "--url", url, cwd=tmp_path)
    assert run.status == 64 and f"--url: {url} is not an http or https URL such as https://app.example.org" in run.errors
    assert not (tmp_path / "feeds").exists()


def test_pictures_are_in_the_content_and_without_images_are_told(tidings, tmp_path):
    row = json.loads((ROOT / "Tests/Fixtures/rooms/page-1.json").read_text())["data"][0]
    row |= {"type": "ELEMENT_ADDED", "batchCount": 23, "thumbnails": [
        {"url": "https://img.example/1.jpg", "type": "PHOTO"}, {"url": "http://plain.example/2.jpg", "type": "PHOTO"}]}  # fmt: skip
    now = ("--now", "2025-07-05T15:05:00Z", "--owner", "me")
    told = {}
    for options in ((), ("--no-images",)):
        feeds = plain(tmp_path, [row], tidings, *now, *options)
        (told[options],) = [html for file in feeds.glob("*.json") for html in contents(file).values()]
    shown, hidden = told[()], told["--no-images",]
    assert shown.count("<img ") == 1 and 'src="https://img.example/1.jpg" alt="Photo 1 of 23"' in shown
    assert "+21" in shown and "2 photos" not in shown
    assert "<img" not in hidden and ">2 photos … and 21 more</p>" in hidden


def test_pictures_are_not_told_where_the_title_tells_them(tidings, tmp_path):
    row = json.loads((ROOT / "Tests/Fixtures/rooms/page-1.json").read_text())["data"][0]
    row |= {"type": "ELEMENT_ADDED", "displayText": "pete added 2 photos to Italy", "batchCount": 2,
            "thumbnails": [{"url": f"https://img.example/{one}.jpg", "type": "PHOTO"} for one in "ab"]}  # fmt: skip
    for title, times in (("pete added 2 photos to Italy", 0), ("pete was in Italy", 1)):
        feeds = plain(
            tmp_path, [row | {"displayText": title}], tidings, "--now", "2025-07-05T15:05:00Z", "--owner", "me", "--no-images")
        (html,) = [html for file in feeds.glob("*.json") for html in contents(file).values()]
        assert html.count("2 photos") == times
