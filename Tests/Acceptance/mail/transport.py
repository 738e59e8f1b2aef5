"""On the way: SpamAssassin's score, SMTP through msmtp to a server of our own, DKIM."""

import base64
import os
import re
import subprocess
import tempfile

import dkim as library
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from samples import Judge, need, replace
from sender_servers import free_port

# What a message may score; SpamAssassin's usual limit is 5.
HIGHEST_SCORE = 1.0


def spamassassin(sample):
    """The score of each message by local rules alone (no network), below 1.0."""
    need("spamassassin")
    complaints = []
    with tempfile.TemporaryDirectory() as home:
        command = ["spamassassin", "-L", *(str(one.path.resolve()) for one in sample.messages)]
        finished = subprocess.run(command, capture_output=True, env=os.environ | {"HOME": home}, check=False)
    # It puts its verdict above each message, which follows unchanged.
    report = finished.stdout.decode("utf-8", "replace")
    found = re.findall(r"^X-Spam-Status: \w+, score=(-?[\d.]+)((?:[^\n]*\n[ \t])*[^\n]*)", report, re.MULTILINE)
    if len(found) != len(sample.messages):
        return [f"{len(found)} scores of {len(sample.messages)}: {finished.stderr[-300:]!r}"]
    for message, (score, rules) in zip(sample.messages, found, strict=True):
        if float(score) >= HIGHEST_SCORE:
            complaints.append(f"{message.name}: score {score}: {' '.join(rules.split())}")
    return complaints


class _Received:
    """A server's memory: what arrived, byte for byte."""

    def __init__(self):
        self.envelopes = []

    async def handle_DATA(self, server, session, envelope):
        self.envelopes.append(envelope)
        return "250 OK"


def smtp(sample):
    """msmtp hands each message to a server on the loopback; the same bytes must arrive."""
    need("msmtp")
    received = _Received()
    controller = Controller(
        received, hostname="127.0.0.1", port=free_port(), enable_SMTPUTF8=True,
        data_size_limit=1 << 20)  # fmt: skip
    controller.start()
    complaints = []
    try:
        for message in sample.messages:
            recipient = message.expected.get("to", {}).get("address", "someone@example.org")
            command = [
                "msmtp", "--file=/dev/null", "--host=127.0.0.1", f"--port={controller.port}",
                "--auth=off", "--tls=off", "--from=bounce@example.com", "--", recipient,
            ]  # fmt: skip
            before = len(received.envelopes)
            finished = subprocess.run(command, input=message.bytes, capture_output=True, check=False, timeout=60)
            if finished.returncode or len(received.envelopes) != before + 1:
                error = finished.stderr.decode("utf-8", "replace").strip()
                complaints.append(f"{message.name}: not delivered: {error}")
            elif received.envelopes[-1].content != message.bytes:
                complaints.append(f"{message.name}: arrived changed")
    finally:
        controller.stop()
    return complaints


def _key_pair():
    """A throw-away key: PEM for the signer, the DNS record for the verifier."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption())
    public = key.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return pem, b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)


def dkim(sample):
    """Each message is signed over the documented fields, verified, and no longer verifies after a
    change to any of them."""
    pem, record = _key_pair()

    def verifies(data):
        try:
            return library.verify(data, dnsfunc=lambda name, timeout=5: record)
        except library.DKIMException:
            return False

    complaints = []
    for message in sample.messages:
        data = message.bytes
        names = [line.partition(b":")[0].lower() for line in data.split(b"\r\n\r\n")[0].split(b"\r\n")]
        signed = [name.lower().encode() for name in sample.signed if name.lower().encode() in names]
        missing = {b"from", b"list-unsubscribe", b"list-unsubscribe-post"} - set(signed)
        if missing:
            complaints.append(f"{message.name}: RFC 8058 wants signed: {sorted(missing)}")
        try:
            signature = library.sign(
                data, b"digest", b"mail.example.com", pem, include_headers=signed,
                canonicalize=(b"relaxed", b"relaxed"))  # fmt: skip
        except library.DKIMException as error:
            complaints.append(f"{message.name}: cannot be signed: {error}")
            continue
        if not verifies(signature + data):
            complaints.append(f"{message.name}: does not verify")
        for name in signed:
            changed = re.sub(rb"(?im)^(" + re.escape(name) + rb": *)", rb"\1x", data, count=1)
            if changed == data or verifies(signature + changed):
                complaints.append(f"{message.name}: verifies although {name.decode()} was changed")
    return complaints


JUDGES = (
    Judge("spamassassin", spamassassin, (replace("no date", "Date: [^\r]*\r\n", ""), replace("a malformed date", "Date: [^\r]*", "Date: yesterday")), most=24),
    Judge("smtp", smtp, (
        replace("bare line feeds", "\r\n", "\n"),
        replace("an overlong line", r"\r\n--=_", "\r\n" + "x" * 1100 + "\r\n--=_"),
    ), most=200),
    Judge("dkim", dkim, (
        replace("no List-Unsubscribe-Post", "List-Unsubscribe-Post: [^\r]*\r\n", ""),
        replace("two From fields", "From: ", "From: x@evil.example\r\nFrom: "),
    ), most=50),
)
