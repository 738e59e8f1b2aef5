"""The pipeline that people write today: orjson, Jinja2, cmarkgfm, the standard email package.

    pipeline.py EXPORT OUTPUT.mbox        one digest mail per recipient, all notifications unread
"""

import datetime
import email.message
import email.utils
import sys
from collections import Counter, defaultdict

import cmarkgfm
import jinja2
import orjson

NOW = datetime.datetime(2026, 2, 8, 15, 5, tzinfo=datetime.timezone.utc)

ENVIRONMENT = jinja2.Environment(autoescape=False, trim_blocks=True, lstrip_blocks=True)
ESCAPE = str.maketrans({c: "\\" + c for c in "\\`*_{}[]<>()#+-.!|&~"})
ENVIRONMENT.filters["md"] = lambda text: text.translate(ESCAPE).replace("\n", " ")
MARKDOWN = ENVIRONMENT.from_string(
    """# {{ total }} new, {{ high }} of them urgent

{% for type, count in types %}
- {{ type }}: {{ count }}
{% endfor %}

{% for name, items in sections %}
## {{ name }} ({{ items|length }})

{% for item in items %}
- **{{ item.title|md }}** {{ item.priority|upper }}
  {{ item.message|md }}
  {{ item.ago }} [Open](https://example.org{{ item.action_url }})
{% endfor %}

{% endfor %}
""")


def records(path):
    with open(path, "rb") as file:
        for line in file:
            yield orjson.loads(line)


def ago(then):
    seconds = (NOW - then).total_seconds()
    if seconds < 60:
        return "just now"
    if seconds < 3600:
        return f"{int(seconds // 60)}m ago"
    if seconds < 86400:
        return f"{int(seconds // 3600)}h ago"
    if seconds < 7 * 86400:
        return f"{int(seconds // 86400)}d ago"
    return f"{then:%b} {then.day}"


def digest(user, rows):
    today, sections = NOW.date(), {"Today": [], "Yesterday": [], "Earlier": []}
    items = []
    for row in rows:
        item = dict(row)
        item["time"] = datetime.datetime.fromisoformat(item["scheduled_for"])
        item["ago"] = ago(item["time"])
        items.append(item)
    items.sort(key=lambda item: item["time"], reverse=True)
    for item in items[:1000]:
        age = (today - item["time"].date()).days
        sections["Today" if age <= 0 else "Yesterday" if age == 1 else "Earlier"].append(item)
    markdown = MARKDOWN.render(
        total=len(items),
        high=sum(item["priority"] == "high" for item in items),
        types=Counter(item["type"] for item in items).most_common(),
        sections=[(name, group) for name, group in sections.items() if group])
    message = email.message.EmailMessage()
    message["From"] = "Tidings <digest@example.org>"
    message["To"] = f"{user}@example.org"
    message["Subject"] = f"{len(items)} new: {items[0]['title']}"
    message["Date"] = email.utils.format_datetime(NOW)
    message["Message-ID"] = f"<{user}.2026-02-08@example.org>"
    message.set_content(markdown)
    message.add_alternative(
        f"<!doctype html><html lang=en><body>{cmarkgfm.markdown_to_html(markdown)}</body></html>",
        subtype="html")
    return message.as_bytes()


def main():
    export, output = sys.argv[1:]
    by_user = defaultdict(list)
    for record in records(export):
        by_user[record["user_id"]].append(record)
    with open(output, "wb") as mbox:
        for user in sorted(by_user):
            mbox.write(b"From MAILER-DAEMON Sun Feb  8 15:05:00 2026\n")
            mbox.write(digest(user, by_user[user]))
            mbox.write(b"\n")
    print(len(by_user), "messages")


main()
