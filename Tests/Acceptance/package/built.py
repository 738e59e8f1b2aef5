"""The package and the archive as they are handed out. `Tests/run package` runs this, as root."""

import functools
import hashlib
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from harness import NOW, ROOT, SAMPLE

DISTRIBUTION = ROOT / "Sources" / "Distribution"
WORK = ROOT / ".build" / "distribution"
# Where a system writes down what is installed, and what it can make again.
OWN_BOOKS = ("var/lib/dpkg", "var/log", "var/cache", "proc", "sys", "dev", "run", "tmp", "etc/ld.so.cache")
USERS = {f"etc/{name}{old}" for name in ("passwd", "group", "shadow", "gshadow", "subuid", "subgid") for old in ("", "-")}


def say(*command, **more):
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"
    return run.stdout


@functools.cache
def built(kind):
    """The package or the archive."""
    return pathlib.Path(say(DISTRIBUTION / kind / "build").strip())


def inside(root, *command, status=0, network=False, said=""):
    """Runs a command in a root that has /proc and nothing else of this machine, unless it is the network."""
    shell = 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && root=$1 && shift && exec chroot "$root" "$@"'
    run = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", *([] if network else ["--net"]), "sh", "-c", shell, "sh", root,
         *map(str, command)],
        capture_output=True, text=True, cwd="/", input=said,
        env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"},
    )  # fmt: skip
    assert run.returncode == status, f"{command}: {run.returncode}\n{run.stdout}{run.stderr}"
    return run.stdout


def files(root):
    """Every file and folder of a root, but for the books that the system itself keeps."""
    found = set()
    for folder, folders, names in os.walk(root):
        here = os.path.relpath(folder, root)
        folders[:] = [name for name in folders if os.path.normpath(f"{here}/{name}") not in OWN_BOOKS]
        found |= {os.path.normpath(f"{here}/{name}") for name in [*folders, *names]}
    return found - USERS - set(OWN_BOOKS)


def debian(root, *more):
    """Debian 12 in a folder, with what the package depends on, as apt would install it."""
    if shutil.which("mmdebstrap") is None or os.geteuid() != 0:
        pytest.skip("skipped: needs mmdebstrap, and root")
    needs = say("dpkg-deb", "--field", built("debian"), "Depends").strip()
    names = ",".join([*(one.split()[0] for one in needs.split(", ")), *more])
    say("mmdebstrap", "--mode=root", "--variant=essential", f"--include={names}", "bookworm", root)
    return root


@pytest.fixture(scope="module")
def clean_root(tmp_path_factory):
    return debian(tmp_path_factory.mktemp("debian"))


def users(root):
    return {line.split(":")[0] for line in (root / "etc/passwd").read_text().splitlines()}


def test_installed_run_and_removed_it_leaves_nothing_but_the_outbox(clean_root):
    root = clean_root
    before = files(root)
    shutil.copy(built("debian"), root / "tmp/tidings.deb")
    inside(root, "dpkg", "--install", "/tmp/tidings.deb")
    assert "tidings" in users(root)

    # The README's first example.
    shutil.copytree(SAMPLE, root / "tmp/sample")
    shown = inside(
        root, "tidings", "digest", "/tmp/sample/notifications.json", "--recipient", "maya-ortiz",
        "--now", NOW, "--time-zone", "America/New_York")  # fmt: skip
    assert "Maya" in shown or "Today" in shown, shown
    assert "25 notifications" in inside(root, "tidings", "summary", "/tmp/sample/notifications.json", "--now", NOW)

    # A nightly job, as its timer starts it, but for the clock.
    job = (SAMPLE / "tidings.yaml").read_text()
    state = root / "var/lib/tidings"
    owner = state.stat()
    for name in ("notifications.json", "recipients.json"):
        shutil.copy(SAMPLE / name, state / name)
        os.chown(state / name, owner.st_uid, owner.st_gid)
        job = job.replace(name, f"/var/lib/tidings/{name}")
    job = re.sub(r"(?m)^(\s*(?:outbox|folder|report|metrics):) *([\w.]+)", r"\1 /var/lib/tidings/\2", job)
    (root / "etc/tidings/tidings.yaml").write_text(job)
    service = (root / "lib/systemd/system/tidings.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", service, re.M)[1].split()
    as_user = ["setpriv", "--reuid=tidings", "--regid=tidings", "--init-groups"]
    inside(root, *as_user, *command, "--now", NOW)
    outbox = state / "outbox"
    assert len(list((outbox / "new").iterdir())) == 3
    inside(root, *as_user, "/usr/share/tidings/send-maildir", "--quiet", "/var/lib/tidings/outbox", "cat")
    assert list((outbox / "new").iterdir()) == []

    # Removed: the outbox stays, and whom it belongs to. What the administrator wrote is theirs to remove.
    inside(root, "dpkg", "--purge", "tidings")
    for mine in ("etc/tidings/tidings.yaml", "tmp/tidings.deb"):
        (root / mine).unlink()
    (root / "etc/tidings").rmdir()
    left = files(root) - before
    assert left and {path for path in left if not f"{path}/".startswith("var/lib/tidings/")} == set()
    assert before - files(root) == set()
    assert "tidings" in users(root) and (outbox / "tidings.ledger").exists()

    # Installed once more and removed without ever having run, it leaves nothing.
    shutil.rmtree(state)
    shutil.copy(built("debian"), root / "tmp/tidings.deb")
    inside(root, "dpkg", "--install", "/tmp/tidings.deb")
    inside(root, "dpkg", "--purge", "tidings")
    assert files(root) - before == set() and "tidings" not in users(root)


def test_the_archive_runs_where_there_is_nothing_but_glibc(tmp_path):
    archive = built("archive")
    say("sha256sum", "--check", f"{archive.name}.sha256", cwd=archive.parent)
    say("tar", "--extract", "--file", archive, "--directory", tmp_path)
    (unpacked,) = tmp_path.iterdir()
    libraries = set(re.findall(r"NEEDED +(\S+)", say("objdump", "-p", unpacked / "bin/tidings")))
    assert libraries <= {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2"}
    symbols = say("objdump", "-T", unpacked / "bin/tidings")
    newest = max(tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([\d.]+)", symbols))
    assert newest <= (2, 35)

    root = tmp_path / "root"
    system = pathlib.Path("/lib/x86_64-linux-gnu")
    for folder in ("lib64", "lib/x86_64-linux-gnu", "proc", "dev", "tmp"):
        (root / folder).mkdir(parents=True)
    shutil.copy("/lib64/ld-linux-x86-64.so.2", root / "lib64")
    for library in libraries & {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2"}:
        shutil.copy(system / library, root / "lib/x86_64-linux-gnu")
    shutil.copy(unpacked / "bin/tidings", root / "tidings")
    shutil.copytree(SAMPLE, root / "sample")
    shown = inside(
        root, "/tidings", "digest", "/sample/notifications.json", "--recipient", "maya-ortiz", "--now", NOW,
        "--time-zone", "America/New_York", "--locale", "de", "--format", "text")  # fmt: skip
    assert "Feb" in shown and "Uhr" in shown or "Heute" in shown, shown
    inside(root, "/tidings", "build", "/sample/tidings.yaml", "--now", NOW)
    assert len(list((root / "sample/outbox/new").iterdir())) == 3


def elsewhere(folder):
    """A copy of what git knows of this checkout, with the sources of the dependencies."""
    names = say("git", "ls-files", "-z", cwd=ROOT).split("\0")
    for name in filter(None, names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    return folder


def test_two_builds_in_two_folders_are_the_same_bytes(tmp_path):
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": say("git", "log", "-1", "--format=%ct", cwd=ROOT).strip(),
        "TIDINGS_TAGS": say("git", "tag", "--points-at", "HEAD", cwd=ROOT).strip(),
        "TIDINGS_EARLIER": say("git", "tag", "--merged", "HEAD", cwd=ROOT).strip(),
        "TIDINGS_COMMIT": say("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty", cwd=ROOT).strip(),
    }
    copy = elsewhere(tmp_path / "a-folder-of-another-name")
    for kind in ("archive", "debian"):
        other = pathlib.Path(say(copy / f"Sources/Distribution/{kind}/build", env=environment).strip())
        sums = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (built(kind), other)]
        assert sums[0] == sums[1], (built(kind), other)


def test_it_does_without_icu_in_every_language_and_zone():
    built("debian")
    binary = WORK / "package" / "tidings"
    held = binary.read_bytes()
    assert b"icudt" not in held and b"this program was built without ICU" in held
    assert len(held) < 30_000_000
    # Its packed relocations need it, which no symbol says.
    assert "libc6 (>= 2.36)" in say("dpkg-deb", "--field", built("debian"), "Depends")
    table = (ROOT / "Sources/CLanguages/zones.txt").read_text()
    zones = [line.split("\t")[0] for line in table.splitlines()]
    assert len(zones) > 590
    languages = ["en", "de-AT", "es", "fr-CH", "pt-BR", "ja", "zh-Hans", "zh-Hant-TW", "ar-SA", "he", "ru"]
    export = SAMPLE / "notifications.json"
    for number, zone in enumerate(zones):
        locale = languages[number % len(languages)]
        say(binary, "digest", export, "--recipient", "maya-ortiz", "--now", NOW, "--time-zone", zone, "--locale", locale)
