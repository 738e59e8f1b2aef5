"""Parsers that report faults: Python's email package, mail-parser, MIME-tools; and what they forgive."""

import datetime
import email
import email.policy
import json
import logging
import pathlib
import re
import subprocess
import unicodedata

import mailparser
from samples import Judge, Missing, display_name, in_html, need, of_each, parts, replace


@of_each
def email_package(message):
    """Every header, part and defect that Python's reader sees, against what was put in."""
    if message.expected.get("smtputf8"):
        parsed = email.message_from_string(message.bytes.decode(), policy=email.policy.SMTPUTF8)
    else:
        parsed = email.message_from_bytes(message.bytes, policy=email.policy.default)
    return [*_header_faults(parsed, message.expected), *_part_faults(parsed, message.expected)]


def _header_faults(parsed, expected):
    for name, value in parsed.items():
        for defect in value.defects:
            if expected.get("smtputf8") and type(defect).__name__ == "NonASCIILocalPartDefect":
                continue
            yield f"{name}: {type(defect).__name__}"
    if not expected:
        return
    if parsed.keys() != expected["fields"]:
        yield f"fields {parsed.keys()}, not {expected['fields']}"
    for name, key in (("From", "from"), ("To", "to")):
        mailbox = expected[key]
        raw = dict(parsed.raw_items())[name]
        found = [(display_name(parsed[name], raw), one.addr_spec) for one in parsed[name].addresses]
        if found != [(mailbox["name"], mailbox["address"])]:
            yield f"{name} is {found}, not {mailbox}"
    if parsed["Subject"] != expected["subject"]:
        yield f"subject {parsed['Subject']!r}, not {expected['subject']!r}"
    if parsed["Message-ID"] != expected["messageID"]:
        yield f"message id {parsed['Message-ID']}"
    date = parsed["Date"].datetime
    if date is None or date.timestamp() != expected["secondsSinceEpoch"]:
        yield f"date {parsed['Date']}"
    elif not dict(parsed.raw_items())["Date"].startswith(f"{date:%a}, "):
        yield f"date {parsed['Date']}, not of that weekday"


def _part_faults(parsed, expected):
    for part in parsed.walk():
        for defect in part.defects:
            yield f"part {part.get_content_type()}: {type(defect).__name__}"
    types = [part.get_content_type() for part in parsed.walk()]
    if types != ["multipart/alternative", "text/plain", "text/html"]:
        yield f"parts {types}"
        return
    for part, key in zip(parsed.iter_parts(), ("text", "html")):
        content = part.get_content().replace("\r\n", "\n")
        for defect in part.defects:
            yield f"part {key}: {type(defect).__name__}"
        if expected and content != expected[key]:
            yield f"{key} differs from what was put in"


def _bodies(bodies):
    """Bodies as mail-parser gives them back: it brings combining marks into their canonical order."""
    return [unicodedata.normalize("NFC", one.replace("\r\n", "\n").rstrip("\n")) for one in bodies]


@of_each
def mail_parser(message):
    """The mail-parser package: its defects, and what it extracts."""
    logging.getLogger("mailparser").setLevel(logging.CRITICAL)
    parsed = mailparser.parse_from_bytes(message.bytes)
    expected = message.expected
    faults = [f"defects {parsed.defects}"] if parsed.has_defects else []
    if expected:
        date = parsed.date and parsed.date.replace(tzinfo=datetime.timezone.utc).timestamp()
        text, html = map(_bodies, (parsed.text_plain, parsed.text_html))
        pairs = {
            # It leaves the line breaks of some folded fields in.
            "subject": (parsed.subject.replace("\r\n", ""), expected["subject"]),
            "recipient": ([one[1] for one in parsed.to], [expected["to"]["address"]]),
            "date": (date, expected["secondsSinceEpoch"]),
            "message id": (parsed.message_id, expected["messageID"]),
            "text": (text, _bodies([expected["text"]])),
            "html": (html, _bodies([expected["html"]])),
        }
        faults += [f"{key}: {one!r}" for key, (one, other) in pairs.items() if one != other]
    return faults


def mime_tools(sample):
    """Perl's MIME-tools, as many mail filters read: its warnings, and the decoded bodies."""
    need("perl")
    script = pathlib.Path(__file__).with_name("mime_tools.pl")
    paths = [str(message.path) for message in sample.messages]
    finished = subprocess.run(["perl", script, *paths], capture_output=True, check=False)
    if b"Can't locate MIME/Parser.pm" in finished.stderr:
        raise Missing("the Debian package libmime-tools-perl")
    if finished.returncode:
        return [f"MIME-tools: {finished.stderr.decode()[:500]}"]
    complaints = []
    for message, line in zip(sample.messages, finished.stdout.splitlines(), strict=True):
        result = json.loads(line)
        faults = list(result["faults"])
        if result["types"] != ["text/plain", "text/html"]:
            faults.append(f"parts {result['types']}")
        elif message.expected:
            for body, key in zip(result["bodies"], ("text", "html")):
                if body.replace("\r\n", "\n") != message.expected[key]:
                    faults.append(f"{key} differs from what was put in")
        complaints += [f"{message.name}: {fault}" for fault in faults]
    return complaints


# What is wrong with the octets of a message, by pattern: in all of it, in its header, in its body.
ANYWHERE = {
    "a bare CR or LF (RFC 5322, section 2.3)": rb"\r(?!\n)|(?<!\r)\n",
    "a control": rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]",
    "a blank at the end of a line": rb"[ \t]\r\n",
}
IN_HEADER = {
    "a line over 76 octets that has a blank to fold at (RFC 2047, section 2)": rb"(?m)^(?=[^\r]{77}) *[^\r ]+ ",
    "a line of blanks": rb"(?m)^[ \t]*\r",
    "an encoded word over 75 octets": rb"=\?UTF-8\?[BQ]\?[^?\r]{64,}\?=",
    "an encoded word of another kind": rb"=\?(?!UTF-8\?[BQ]\?[^? \r]+\?=)[\w-]+\?",
    # GMime 3.2 drops what follows.
    "a padded word before another": rb"=\?=\s+=\?UTF-8\?B",
}
IN_BODY = {
    "a line over 76 octets": rb"[^\r\n]{77}",
    "bytes beyond ASCII": rb"[\x80-\xff]",
    "what SMTP or mbox takes for its own": rb"(?m)^(\.|From )",
}


@of_each
def form(message):
    """The octets of each message by RFC 5322, 2045, 2047 and 3676."""
    data = message.bytes
    head, _, body = data.partition(b"\r\n\r\n")
    looks = ((data, ANYWHERE), (head + b"\r", IN_HEADER), (body, IN_BODY))
    faults = [what for text, table in looks for what, one in table.items() if re.search(one, text)]
    if not (head.isascii() or message.expected.get("smtputf8")):
        faults.append("a header beyond ASCII")
    for encoding, payload in re.findall(rb"=\?UTF-8\?([BQ])\?([^?]*)\?=", head):
        read = email.base64mime.decode if encoding == b"B" else email.quoprimime.header_decode
        word = read(payload.decode())
        try:
            (word if encoding == b"B" else word.encode("latin-1")).decode()
        except UnicodeDecodeError:
            faults.append(f"{payload} is no text of its own")
    flowed, html = parts(message)
    if re.search("(?m)^(>|From )", flowed):
        faults.append("a line of its flowed text that is quoted, or should be stuffed (RFC 3676)")
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", flowed + html):
        faults.append("a control in a decoded part")
    return faults


UNCLOSED = replace("no closing boundary", "--\r\n$", "\r\n")
MISNAMED = replace("a boundary that its parts do not use", 'boundary="=_', 'boundary="=_x')
SENTENCE_END = r"\.\r\n"

JUDGES = (
    Judge("email-package", email_package, (
        UNCLOSED,
        MISNAMED,
        replace("an injected Bcc", "Subject: ", "Bcc: x@evil.example\r\nSubject: "),
        replace("a second mailbox", "(To: [^\r]*>)", r"\1, x@evil.example"),
        replace("eight-bit bytes in its subject", "Subject: ", "Subject: \u00e9 "),
        replace("a wrong date", r"(Date: .*?) \d\d:\d\d:\d\d", r"\1 00:00:01"),
        replace("another weekday", r"Date: \w\w", "Date: Xx"),
        replace("another text", "due tomorrow=", "due today="),
    )),
    Judge("form", form, (
        replace("a bare line feed", "\r\nSubject", "\nSubject"),
        replace("a bare CR", "Subject: ", "Subject: \r"),
        replace("a NUL", "Subject: ", "Subject: \0"),
        replace("a blank at a line's end", SENTENCE_END, ". \r\n"),
        replace("a line that is not folded", "Subject: ", "Subject: " + "word " * 20),
        replace("a folded line of blanks", "Subject: ", "Subject: a\r\n \r\n "),
        replace("a long encoded word", "Subject: ", f"Subject: =?UTF-8?Q?{'a' * 70}?=\r\n "),
        replace("another charset", "Subject: ", "Subject: =?ISO-8859-1?Q?a?= "),
        replace("a padded word", "Subject: ", "Subject: =?UTF-8?B?YQ==?= =?UTF-8?B?YWFh?= "),
        replace("half a character", "Subject: ", "Subject: =?UTF-8?Q?=C3?= "),
        replace("eight bits in the header", "Subject: ", "Subject: \u00e9"),
        replace("a long line", SENTENCE_END, "." + "x" * 76 + "\r\n"),
        replace("eight bits in the body", SENTENCE_END, ".\u00e9\r\n"),
        replace("a line that begins with a dot", SENTENCE_END, ".\r\n.\r\n"),
        replace("a quoted line", SENTENCE_END, ".\r\n> a\r\n"),
        in_html("a control in the HTML", "<h1", "\x1b<h1"),
    )),
    Judge("mail-parser", mail_parser, (UNCLOSED, MISNAMED, replace("another subject", r"Subject: =\?UTF-8\?Q\?Tr", "Subject: =?UTF-8?Q?Pr"))),
    Judge("mime-tools", mime_tools, (
        MISNAMED, UNCLOSED, replace("another text", "due tomorrow=", "due today="),
        replace("an unknown transfer encoding", "quoted-printable", "quoted-unprintable"),
    )),
)
