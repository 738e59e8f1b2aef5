"""Programs that show mail: mblaze, notmuch (GMime), and the HTML part in lynx and w3m."""

import difflib
import itertools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unicodedata
from html import unescape

from samples import Judge, in_html, need, of_each, parts, replace, unflowed


def _output(arguments, **options):
    finished = subprocess.run(arguments, capture_output=True, check=False, **options)
    return finished.stdout.decode("utf-8", "replace")


@of_each
def mblaze(message):
    """mhdr decodes the subject, mshow the structure and the text, mflow its flowed lines."""
    for command in ("mhdr", "mshow", "mflow"):
        need(command)
    path = str(message.path.resolve())
    faults = []
    structure = re.findall(r"\d+: (\S+/\S+)", _output(["mshow", "-t", path]))
    if structure != ["multipart/alternative", "text/plain", "text/html"]:
        faults.append(f"parts {structure}")
    text = _output(["mshow", "-O", path, "2"])
    environment = os.environ | {
        "PIPE_CONTENTTYPE": "text/plain; charset=utf-8; format=flowed; delsp=no",
        "LC_ALL": "C.UTF-8",
    }
    flowed = _output(["mflow", "-w", "9999"], input=text.encode(), env=environment)
    if message.expected:
        subject = _output(["mhdr", "-d", "-h", "subject", path], env=environment).rstrip("\n")
        if subject != message.expected["subject"]:
            faults.append(f"subject {subject!r}")
        if text.replace("\r\n", "\n") != message.expected["text"]:
            faults.append("text differs from what was put in")
        wanted = unflowed(message.expected["text"]).split()
        if flowed.split() != wanted:
            faults.append("flowed text differs")
    return faults


def notmuch(sample):
    """notmuch indexes and shows each message with GMime, which drops what follows a padded word."""
    need("notmuch")
    complaints = []
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        mail = root / "mail"
        mail.mkdir()
        for index, message in enumerate(sample.messages):
            (mail / f"{index:05}.eml").write_bytes(message.bytes)
        config = root / "config"
        config.write_text(f"[database]\npath={mail}\n[user]\nname=x\nprimary_email=x@example.org\n[new]\ntags=new\n")
        environment = os.environ | {"NOTMUCH_CONFIG": str(config), "HOME": name}
        subprocess.run(["notmuch", "new", "--quiet"], env=environment, check=True)
        for index, message in enumerate(sample.messages):
            query = f"path:{index:05}.eml or id:{message.expected.get('messageID', '<?>')[1:-1]}"
            command = ["notmuch", "show", "--format=json", "--include-html", "--entire-thread=false"]
            shown = json.loads(_output([*command, query], env=environment) or "[]")
            faults = list(_notmuch_faults(shown, message.expected))
            complaints += [f"{message.name}: {fault}" for fault in faults]
    return complaints


def _leaves(node):
    """The messages in notmuch's nested lists."""
    if isinstance(node, dict):
        yield node
    elif isinstance(node, list):
        for one in node:
            yield from _leaves(one)


def _notmuch_faults(shown, expected):
    found = list(_leaves(shown))
    if len(found) != 1:
        yield f"{len(found)} messages found"
        return
    alternatives = found[0]["body"][0]["content"]
    if [one["content-type"] for one in alternatives] != ["text/plain", "text/html"]:
        yield "parts"
        return
    if not expected:
        return
    headers = found[0]["headers"]
    if headers["Subject"] != expected["subject"]:
        yield f"subject {headers['Subject']!r}, not {expected['subject']!r}"
    for key, name in (("from", "From"), ("to", "To")):
        mailbox = expected[key]
        if not headers[name].endswith(f"<{mailbox['address']}>"):
            yield f"{name} {headers[name]!r}"
        # notmuch quotes some names and not others: quotes and backslashes tell nothing.
        shown_name = re.sub(r'["\\]', "", headers[name].rpartition(" <")[0])
        if shown_name != re.sub(r'["\\]', "", mailbox["name"]):
            yield f"{name} {headers[name]!r}, not {mailbox['name']!r}"
    for part, key in zip(alternatives, ("text", "html")):
        if part["content"].replace("\r\n", "\n").strip() != expected[key].strip():
            yield f"{key} differs from what was put in"


# In the text part, a strip of thumbnails is the words that count them.
THUMBNAILS = "thumbnailstrip"


def _shown_html(html):
    """The HTML without its title, pictures, what decorates (initials, emoji), and what is hidden from
    sight (the preheader). A strip of thumbnails, and how many there are besides, stays as a word."""
    html = re.sub(r"<title>.*?</title>", "", html, flags=re.DOTALL)
    html = re.sub(r'(<img\b[^>]*alt="[^"]+" class="face"[^>]*>\s*)+(<span[^>]*>\+[^<]*</span>)?', f"{THUMBNAILS} ", html)
    html = re.sub(r"<img\b[^>]*>", "", html)
    html = re.sub(r"<(\w+)[^>]*aria-hidden=\"true\"[^>]*>[^<]*</\1>", "", html)
    return re.sub(r"<div[^>]*display:\s*none.*?</div>", "", html, flags=re.DOTALL)


def _words(text):
    """The words that a person reads: no rules, references, bullets or isolating controls."""
    text = re.sub(r"https?://\S+|mailto:\S+", " ", text)
    text = "".join(one for one in text if unicodedata.category(one) not in ("Mn", "Me"))
    text = re.sub(r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]", "", text)
    return re.findall(r"[^\W_]+", text.casefold())


def _browser(command, most_tables=1 << 30):
    """The HTML part as a text browser shows it says the same as the text part, in the same order."""

    @of_each
    def check(message):
        need(command[0])
        text, html = parts(message)
        if html.count("<table") > most_tables:
            return
        shown = _output(command, input=_shown_html(html).encode())
        plain, rich = _words(unflowed(text)), _words(shown)
        codes = difflib.SequenceMatcher(None, plain, rich, autojunk=False).get_opcodes()
        for (tag, i1, i2, j1, j2), later in itertools.zip_longest(codes, codes[2:]):
            # What pictures are stands before the message in the text, and the pictures behind it.
            pictures = rich[later[3]:later[4]] if later and tag == "delete" else rich[j1:j2]
            if pictures == [THUMBNAILS]:
                continue
            # A word without end, or Chinese, is broken in the text part alone.
            if tag != "equal" and "".join(plain[i1:i2]) != "".join(rich[j1:j2]):
                yield f"text has {plain[i1:i2][:12]}, HTML {rich[j1:j2][:12]}"
        # Each on a line of its own, after a label if it is not the title's.
        urls = set(re.findall(r"^ *(?:.*: )?((?:https?|mailto):\S+)$", unflowed(text), flags=re.MULTILINE))
        linked = {unescape(url) for url in re.findall(r'<a\s[^>]*href="([^"]+)"', html)}
        if urls != linked:
            yield f"links differ: {sorted(urls ^ linked)[:4]}"

    return check


JUDGES = (
    Judge("mblaze", mblaze, (
        replace("a boundary that its parts do not use", 'boundary="=_', 'boundary="=_x'),
        replace("another subject", r"Subject: =\?UTF-8\?Q\?Tr", "Subject: =?UTF-8?Q?Pr"),
        replace("a line that lost its flow", r"(\w)=20\r\n", r"\1\r\n"),
    )),
    Judge("notmuch", notmuch, (
        replace("no boundary", "; boundary=[^\r]*", ""),
        replace(
            "a padded encoded word before another",
            r"Subject: =\?UTF-8\?Q\?Transcript_",
            "Subject: =?UTF-8?B?VA==?= =?UTF-8?B?cmFuc2NyaXB0IA==?= =?UTF-8?Q?"),
    )),
    Judge(
        "lynx",
        _browser(
            ["lynx", "-stdin", "-dump", "-nolist", "-width=990", "-assume_charset=utf-8",
             "-display_charset=utf-8"]),
        (
            in_html("an item that the text lacks", "</h1>", "</h1><p>One more item</p>"),
            in_html("another link", r"(https://example\.\w+)/n/1", r"\1/n/x"),
            replace("a text that says less", "Newsletter", "Newspaper"),
        )),
    Judge(
        "w3m",
        # It drops what stands in the tables beyond the hundredth (MAX_TABLE_N).
        _browser(["w3m", "-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", "990"], most_tables=100),
        (in_html("an item that the text lacks", "</h1>", "</h1><p>One more item</p>"),)),
)
