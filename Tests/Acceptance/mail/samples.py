"""What the judges judge: a folder of .eml files, and what was put into them."""

import dataclasses
import json
import pathlib
import re
import shutil
import tempfile
from typing import Callable


class Missing(Exception):
    """A tool that a judge needs is not installed."""


@dataclasses.dataclass(frozen=True)
class Message:
    """A message and what was put into it (see expected.json); `expected` may be empty."""

    path: pathlib.Path
    expected: dict

    @property
    def bytes(self):
        return self.path.read_bytes()

    @property
    def name(self):
        return self.path.name


@dataclasses.dataclass(frozen=True)
class Sample:
    folder: pathlib.Path
    messages: tuple
    signed: tuple

    @classmethod
    def load(cls, folder):
        """A folder of .eml files; expected.json beside them is optional, each missing fact unchecked."""
        folder = pathlib.Path(folder)
        manifest = folder / "expected.json"
        facts = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
        by_file = {one["file"]: one for one in facts.get("messages", [])}
        paths = sorted(folder.rglob("*.eml"))
        messages = tuple(Message(path, by_file.get(path.name, {})) for path in paths)
        return cls(folder, messages, tuple(facts.get("signed", SIGNED)))

    def named(self, pattern):
        """The messages whose file name matches a pattern."""
        chosen = tuple(one for one in self.messages if re.search(pattern, one.name))
        return dataclasses.replace(self, messages=chosen)


SIGNED = (
    "From To Subject Date Message-ID Sender Reply-To List-Id List-Unsubscribe "
    "List-Unsubscribe-Post Auto-Submitted MIME-Version Content-Type"
).split()


@dataclasses.dataclass(frozen=True)
class Judge:
    """One opinion: `check` returns complaints; each control is a fault that it must complain about."""

    name: str
    check: Callable
    controls: tuple = ()
    # Slow judges see this many messages, spread over the sample.
    most: int = 0

    def judge(self, sample):
        if not self.most or len(sample.messages) <= self.most:
            return self.check(sample)
        step = len(sample.messages) / self.most
        chosen = tuple(sample.messages[int(index * step)] for index in range(self.most))
        return self.check(dataclasses.replace(sample, messages=chosen))


def of_each(faults):
    """The check of a sample by what is wrong with one message."""
    return lambda sample: [f"{message.name}: {fault}" for message in sample.messages for fault in faults(message)]


@dataclasses.dataclass(frozen=True)
class Control:
    """A deliberate fault: takes a message's bytes and returns broken ones."""

    what: str
    apply: Callable


def replace(what, old, new):
    """A control that replaces the first match of a pattern."""

    def apply(data):
        broken, count = re.subn(old.encode(), new.encode(), data, count=1, flags=re.DOTALL)
        if not count:
            raise AssertionError(f"control {what!r} found nothing to break")
        return broken

    return Control(what, apply)


def in_html(what, old, new):
    """A control that breaks the HTML before its transfer encoding, which becomes quoted-printable."""

    def apply(data):
        import quopri

        head, _, tail = data.rpartition(b"Content-Type: text/html")
        fields, _, body = tail.partition(b"\r\n\r\n")
        body, _, end = body.rpartition(b"\r\n--=_")
        if b"base64" in fields:
            import base64

            html = base64.b64decode(body)
        else:
            html = quopri.decodestring(body)
        broken, count = re.subn(old.encode(), new.encode(), html, count=1, flags=re.DOTALL)
        if not count:
            raise AssertionError(f"control {what!r} found nothing to break")
        encoded = quopri.encodestring(broken.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
        fields = fields.replace(b"base64", b"quoted-printable")
        return head + b"Content-Type: text/html" + fields + b"\r\n\r\n" + encoded + b"\r\n--=_" + end

    return Control(what, apply)


def run_controls(judge, sample):
    """What is wrong with a judge: that it refuses a whole message, or accepts a broken one. It sees all
    of them at once, since most of the time of some judges is their start."""
    if not judge.controls:
        return []
    message = next((one for one in sample.messages if one.name == CONTROL), sample.messages[0])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        broken = []
        for index, control in enumerate((Control("nothing", lambda data: data), *judge.controls)):
            # Programs that keep a mailbox know mails by their Message-ID.
            identity = message.expected.get("messageID", "<none>")
            data = control.apply(message.bytes).replace(b"Message-ID: <", f"Message-ID: <{index}".encode(), 1)
            path = folder / f"control-{index}.eml"
            path.write_bytes(data)
            changed = {"messageID": identity.replace("<", f"<{index}", 1)} if message.expected else {}
            broken.append(Message(path, message.expected | changed))
        complaints = judge.check(Sample(folder, tuple(broken), sample.signed))
    found = {index for index, one in enumerate(broken) if any(one.name in line for line in complaints)}
    faults = [f"{judge.name} refuses the whole message: {complaints[:3]}"] if 0 in found else []
    return faults + [
        f"{judge.name} accepts a message with {control.what}"
        for index, control in enumerate(judge.controls, 1)
        if index not in found
    ]


# The message that the controls break.
CONTROL = "english.eml"


def need(command):
    """The path of a program, or Missing."""
    found = shutil.which(command)
    if not found:
        raise Missing(command)
    return found


def parts(message):
    """The decoded text and HTML of a message by Python's reader, with LF."""
    import email
    import email.policy

    parsed = email.message_from_bytes(message.bytes, policy=email.policy.default)
    found = {}
    for part in parsed.walk():
        if part.get_content_maintype() == "text":
            found.setdefault(part.get_content_type(), part.get_content().replace("\r\n", "\n"))
    return found.get("text/plain", ""), found.get("text/html", "")


def display_name(parsed, raw):
    """The display name by Python's newer reader, or by its older one where adjacent encoded words make
    the newer insert blanks (CPython issue 128110)."""
    import email.header

    name = parsed.addresses[0].display_name
    phrase = " ".join(raw.rpartition("<")[0].split())
    if phrase.count("=?") > 1:
        name = str(email.header.make_header(email.header.decode_header(phrase)))
    return name


def unflowed(text):
    """format=flowed with delsp=no as a reader joins it (RFC 3676 section 4)."""
    paragraphs, is_open = [], False
    for line in text.split("\n"):
        line = line[1:] if line.startswith(" ") else line
        if is_open:
            paragraphs[-1] += line
        else:
            paragraphs.append(line)
        is_open = line.endswith(" ") and line != "-- "
    return "\n".join(paragraphs)
