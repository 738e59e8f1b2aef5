"""The first night of the package in a clean root, by the manual's lines alone. `Tests/run package` runs this, as root."""

import datetime
import json
import os
import pathlib
import re
import shutil
import ssl

import pytest
from aiosmtpd.smtp import AuthResult
from built import DISTRIBUTION, ROOT, WORK, built, debian, inside, say, users
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from harness import record
from sender_servers import MailServer

# There is no systemd in a root of this kind: services run as their units say, timers are written down.
SYSTEMCTL = r"""#!/bin/sh
echo "$*" >>/var/log/systemctl
[ "$1" = start ] || exit 0
shift
for unit; do
  case $unit in *.timer) continue ;; esac
  command=$(sed -n 's/^ExecStart=//p' "/lib/systemd/system/$unit")
  cd /var/lib/tidings
  HOME=/var/lib/tidings setpriv --reuid=tidings --regid=tidings --init-groups $command >>/var/log/journal 2>&1 || status=1
done
exit ${status-0}
"""
AS_TIDINGS = ["setpriv", "--reuid=tidings", "--regid=tidings", "--init-groups", "env", "HOME=/var/lib/tidings"]


class Guarded(MailServer):
    """A mail server that wants TLS and a password."""

    def __init__(self, folder):
        super().__init__(lambda to: "550 5.1.1 nobody here" if "user3" in to else "250 OK")
        self.certificate = folder / "certificate.pem"
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        key = folder / "key.pem"
        make_certificate("mail.example.org", self.certificate, key)
        self.context.load_cert_chain(self.certificate, key)

    def options(self):
        def known(server, session, envelope, mechanism, login):
            return AuthResult(success=login.password == b"swordfish", handled=False)

        return {"tls_context": self.context, "require_starttls": True, "authenticator": known, "auth_required": True}


def make_certificate(host, certificate, key):
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(private.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )  # fmt: skip
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    pem = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    key.write_bytes(private.private_bytes(*pem))


def blocks(page, heading):
    """The lines that a section of the manual has an administrator copy, a text for each block."""
    text = (DISTRIBUTION / "Manual" / f"{page}.md").read_text()
    (section,) = re.findall(rf"^#+ {heading}\n(.*?)(?=^#+ |\Z)", text, re.M | re.S)
    return re.findall(r"^```\n(.*?)^```", section, re.M | re.S)


class Host:
    """A clean root, and who administers it."""

    def __init__(self, root):
        self.root = root
        self.state = root / "var/lib/tidings"
        for name, text in {"systemctl": SYSTEMCTL, "journalctl": "#!/bin/sh\ncat /var/log/journal\n"}.items():
            (root / "usr/bin" / name).write_text(text)
            (root / "usr/bin" / name).chmod(0o755)
        self.copied = 0

    def has(self, file, name):
        shutil.copy(file, self.root / "tmp" / name)
        return f"/tmp/{name}"

    def types(self, lines, status=0, by=(), **values):
        """Copies lines into a shell of root's, or of another's; what asks is answered with yes."""
        script = "".join(f"{name}={value}\n" for name, value in values.items()) + lines
        shell = ["bash", "-euo", "pipefail", "-c", f"cd /tmp\n{script}"]
        return inside(self.root, *by, *shell, status=status, network=True, said="y\n" * 9)

    def version(self):
        return inside(self.root, "dpkg-query", "-W", "-f", "${Version}", "tidings")

    def journal(self):
        path = self.root / "var/log/journal"
        text = path.read_text() if path.exists() else ""
        new, self.copied = text[self.copied :], len(text)
        return new

    def waiting(self):
        return list((self.state / "outbox/new").iterdir())

    def owners(self):
        tidings = self.state.stat().st_uid
        return {path.name for path in self.state.rglob("*") if path.lstat().st_uid != tidings}

    def edits(self, file, **values):
        """Sets what the manual says to set: a line that begins with a name ends with the value."""
        path = self.root / file
        text = path.read_text()
        for name, value in values.items():
            text, count = re.subn(rf"(?m)^(\s*{name}:? ).*$", rf"\g<1>{value}", text)
            assert count == 1, (file, name)
        path.write_text(text)

    def is_given(self, people):
        """The app's export of this hour, and its recipients, whose hour it is."""
        now = datetime.datetime.now(datetime.UTC)
        seconds = f"{now - datetime.timedelta(minutes=1):%Y-%m-%dT%H:%M:%SZ}"
        rows = [record(n, user_id=f"user-{n}", read_at=None, scheduled_for=seconds, created_at=seconds) for n in people]
        entries = [{"id": f"user-{n}", "email": f"user{n}@example.org", "timeZone": "UTC", "hour": now.hour} for n in people]
        (self.root / "tmp/notifications.json").write_text(json.dumps(rows))
        (self.root / "tmp/recipients.json").write_text(json.dumps(entries))


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    return Host(debian(tmp_path_factory.mktemp("debian"), "apt", "msmtp", "sqlite3"))


@pytest.fixture(scope="module")
def next_package(tmp_path_factory):
    """The package of the next commit, whose program is the same."""
    copy = tmp_path_factory.mktemp("next") / "tidings"
    say("git", "clone", "--quiet", "--shared", ROOT, copy)
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
    say("git", *who, "commit", "--quiet", "--allow-empty", "--message", "Change nothing", cwd=copy)
    built("debian")
    binary = os.environ.get("TIDINGS_BINARY", str(WORK / "package" / "tidings"))
    return pathlib.Path(say(copy / "Sources/Distribution/debian/build", env={**os.environ, "TIDINGS_BINARY": binary}).strip())


def install(host):
    *_, line = [line for block in blocks("installing", "The Debian package") for line in block.splitlines()]
    assert line == 'apt install "$package"'
    host.types(line, package=host.has(built("debian"), "first.deb"))
    return host.version()


def first_night(host, server, port):
    copy, put, night, enable = blocks("nightly-run", "On Debian")
    host.types(copy)
    host.edits("etc/tidings/tidings.yaml", **{"from": "digest@compass.example"})
    (host.root / "etc/hosts").write_text("127.0.0.1 mail.example.org\n")
    (host.root / "etc/ssl/certs").mkdir(parents=True, exist_ok=True)
    shutil.copy(server.certificate, host.root / "etc/ssl/certs/ca-certificates.crt")
    host.edits("var/lib/tidings/.msmtprc", port=port)
    host.is_given(range(4))
    host.types(put)
    check, dry, build, send, journal = night.splitlines()
    assert "4 of them with an address to mail" in host.types(check)
    assert "4" in host.types(dry)
    host.types(build)
    assert len(host.waiting()) == 4, host.journal()
    # The password of the example is nobody's.
    host.types(send, status=1)
    said = host.types(journal)
    assert "authentication failed" in said and "4 wait in" in said and len(host.waiting()) == 4
    host.edits("var/lib/tidings/.msmtprc", password="swordfish")
    host.types(send, status=1)
    assert host.waiting() == [] and sorted(server.taken) == [f"user{n}@example.org" for n in range(3)]
    host.types(enable)
    (asked,) = blocks("symptoms", "At three in the morning")
    assert "a sender took the mail" in " ".join(host.types(asked.replace("maya-ortiz", "user-0")).split())
    # Who is gone is on the list, and the next start has nothing to say.
    assert "user3@example.org  #" in (host.state / "suppressed.txt").read_text()
    host.journal()
    host.types(f"{build}\n{send}\n")
    assert "send-maildir" not in host.journal()


def metrics(host):
    """The job writes them where the manual says, and another user reads them."""
    (allow,) = blocks("symptoms", "Metrics and alerts")
    host.types(allow)
    job = host.root / "etc/tidings/tidings.yaml"
    job.write_text(job.read_text().replace("# metrics:", "metrics:"))
    host.types("systemctl start tidings.service")
    file = re.search(r"^metrics: (.*)$", job.read_text(), re.M)[1]
    unit = (host.root / "lib/systemd/system/tidings.service").read_text()
    assert f"ReadWritePaths=-{os.path.dirname(file)}\n" in unit
    assert "tidings_job_success 1" in inside(host.root, "setpriv", "--reuid=nobody", "--clear-groups", "cat", file)


def restore(host, by):
    """Backs up, loses the ledger and puts it back; as root, or as tidings, who cannot start services."""

    def typed(lines):
        if by:
            lines = lines.replace("runuser -u tidings -- ", "")
            lines = "".join(line + "\n" for line in lines.splitlines() if not line.startswith("systemctl"))
        return host.types(lines, by=by)

    (backup,), (back,) = blocks("backup", "Backup"), blocks("backup", "Restore")
    typed(backup)
    (host.state / "outbox/tidings.ledger").write_text("lost")
    host.journal()
    typed(back)
    job = re.search(r"^ExecStart=(.*)$", (host.root / "lib/systemd/system/tidings.service").read_text(), re.M)[1]
    host.types(job, by=AS_TIDINGS)
    assert host.waiting() == [] and host.owners() == set(), host.journal()
    for copy in host.state.glob("ledger-*.backup"):
        copy.unlink()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_first_night_works_by_the_manuals_lines(host, next_package, tmp_path):
    first = install(host)
    server = Guarded(tmp_path)
    with server.listening() as port:
        first_night(host, server, port)
        assert host.owners() == set()
        metrics(host)
        for by in [], AS_TIDINGS:
            restore(host, by)

        # The next commit's package is newer for apt, and what was mailed stays mailed.
        (host.root / "var/log/systemctl").unlink()
        upgrade = blocks("backup", "Upgrade")[0].splitlines()[-1]
        host.types(upgrade, package=host.has(next_package, "next.deb"))
        second = host.version()
        say("dpkg", "--compare-versions", first, "lt", second)
        assert not (host.root / "var/log/systemctl").exists(), "an upgrade leaves the timers as they are"
        (build,) = [line for line in blocks("nightly-run", "On Debian")[2].splitlines() if "start tidings.service" in line]
        host.types(build)
        assert host.waiting() == [] and len(server.taken) == 3
        host.types(blocks("backup", "Downgrade")[0], older="/tmp/first.deb")
        assert host.version() == first
        host.types(build)
        assert host.waiting() == []

    remove, purge = blocks("installing", "Uninstall")
    host.types(remove)
    assert "disable --now tidings.timer tidings-send.timer" in (host.root / "var/log/systemctl").read_text()
    assert (host.state / "outbox/tidings.ledger").exists() and "tidings" in users(host.root)
    host.types(purge)
    assert not host.state.exists() and not (host.root / "etc/tidings").exists() and "tidings" not in users(host.root)
