"""Messages as a sender finds them: whose they are, of which run, and which notifications they hold."""

import binascii
import dataclasses
import functools
import email.utils
import json
import re

TOKEN = re.compile(rb"N\d{7}")
HEADER = re.compile(rb"^(To|Date|Message-ID|Content-Type):((?:.|\r?\n[ \t])*)$", re.M | re.I)
BOUNDARY = re.compile(rb'boundary="?([^";\r\n]+)"?', re.I)
ENCODING = re.compile(rb"^Content-Transfer-Encoding: *(\S+)", re.M | re.I)


class Torn(Exception):
    """A message that is not whole."""


@dataclasses.dataclass
class Mail:
    name: str
    address: str
    # The slot that its name says, and the `now` of the run that made it, in seconds.
    slot: int | None
    now: int
    tokens: frozenset
    message_id: str


@functools.lru_cache(maxsize=4096)
def seconds(date):
    return int(email.utils.parsedate_to_datetime(date).timestamp())


def read(name, content):
    """A message of the Maildir or eml form; its name starts with its slot."""
    head, _, body = content.replace(b"\r\n", b"\n").partition(b"\n\n")
    fields = {key.lower(): value.strip() for key, value in HEADER.findall(head)}
    boundary = BOUNDARY.search(fields.get(b"content-type", b""))
    if not boundary:
        raise Torn(f"{name} has no boundary in its head of {len(head)} bytes")
    parts = body.split(b"--" + boundary[1])
    if len(parts) != 4 or not parts[-1].startswith(b"--"):
        raise Torn(f"{name} is cut off: {len(parts)} parts")
    plain, page = (frozenset(TOKEN.findall(decoded(part))) for part in parts[1:3])
    if plain != page:
        raise Torn(f"the parts of {name} hold different notifications: {plain ^ page}")
    # Base32 and digits: `1774771200.….tidings`, or `….eml` of the form with a file a message.
    slot = name.partition(".")[0]
    return Mail(
        name, fields[b"to"].rpartition(b"<")[2].rstrip(b">").decode(),
        int(slot) if slot.isdigit() else None, seconds(fields[b"date"].decode()),
        frozenset(token.decode() for token in plain), fields[b"message-id"].decode())


def decoded(part):
    head, _, body = part.lstrip(b"\n").partition(b"\n\n")
    encoding = ENCODING.search(head)
    name = encoding[1].lower() if encoding else b""
    if name == b"base64":
        return binascii.a2b_base64(body)
    return binascii.a2b_qp(body) if name == b"quoted-printable" else body


def read_lines(name, content):
    """The messages of a run's own file of the jsonl form."""
    mails = []
    if content and not content.endswith(b"\n"):
        raise Torn(f"{name} ends within a line")
    for line in content.splitlines():
        message = json.loads(line)
        headers = {key.lower(): value for key, value in message["headers"]}
        plain, page = (frozenset(TOKEN.findall(message[part].encode())) for part in ("text", "html"))
        if plain != page:
            raise Torn(f"the parts of a message in {name} hold different notifications")
        to = message["to"] if isinstance(message["to"], str) else message["to"][0]
        mails.append(Mail(
            name, to.rpartition("<")[2].rstrip(">"), None, seconds(headers["date"]),
            frozenset(token.decode() for token in plain), message["messageID"]))
    return mails
