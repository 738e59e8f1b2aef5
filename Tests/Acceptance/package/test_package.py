"""What the Debian package holds, made of the binary under test; what it does is tried by `built.py`."""

import json
import os
import pathlib
import re
import subprocess
import urllib.parse

import pytest
from harness import BINARY, ROOT, need

DISTRIBUTION = ROOT / "Sources" / "Distribution"


def read(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    need("dpkg-shlibdeps")
    binary = tmp_path_factory.mktemp("binary") / "tidings"
    subprocess.run(["strip", "-o", binary, BINARY], check=True)
    environment = {**os.environ, "TIDINGS_BINARY": str(binary), "TIDINGS_COMPRESSION": "none"}
    return read(DISTRIBUTION / "debian" / "build", env=environment).strip()


@pytest.fixture(scope="module")
def root(package, tmp_path_factory):
    folder = tmp_path_factory.mktemp("root")
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder


def commands():
    root = json.loads(read(BINARY, "reference", "help"))["command"]
    return [one["name"] for one in root["commands"] if not one["isHidden"]]


def test_it_holds_what_the_manual_says_and_nothing_else(root):
    found = {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()}
    expected = {
        "usr/bin/tidings", "usr/share/bash-completion/completions/tidings",
        "usr/share/zsh/vendor-completions/_tidings", "usr/share/fish/vendor_completions.d/tidings.fish",
        "usr/share/tidings/send-jsonl", "usr/share/tidings/send-maildir", "usr/share/doc/tidings/changelog.gz",
        "usr/share/doc/tidings/changelog.Debian.gz", "usr/share/doc/tidings/copyright",
        "usr/share/doc/tidings/examples/cron.d/tidings", "usr/share/doc/tidings/examples/msmtprc",
        "usr/share/doc/tidings/examples/suppressed.txt", "usr/share/doc/tidings/examples/tidings.yaml",
        "usr/share/lintian/overrides/tidings", "usr/share/man/man1/tidings.1.gz",
        "usr/share/man/man5/tidings.yaml.5.gz", "usr/share/man/man5/tidings-profile.5.gz",
        "usr/share/man/man5/tidings-recipients.5.gz",
    }
    expected |= {f"usr/share/man/man1/tidings-{command}.1.gz" for command in commands()}
    expected |= {f"lib/systemd/system/{unit.name}" for unit in (DISTRIBUTION / "systemd").iterdir()}
    manual = DISTRIBUTION / "Manual"
    expected |= {f"usr/share/doc/tidings/manual/{page.relative_to(manual)}" for page in manual.rglob("*.md")}
    # What pages link to is tried below.
    assert {path for path in found if not path.startswith("usr/share/doc/tidings/manual/files/")} == expected


def test_every_link_and_picture_of_the_installed_manual_leads_to_a_file(root):
    need("cmark-gfm")
    documents = root / "usr" / "share" / "doc" / "tidings"
    reached, links = set(), 0
    for page in sorted(documents.rglob("*.md")):
        body = read("cmark-gfm", "--extension", "table", page)
        for link in re.findall(r' (?:href|src)="([^"#]+)(?:#[^"]*)?"', body):
            if re.match("[a-z]+:", link):
                assert link.startswith("https://"), f"{page}: {link}"
                continue
            target = pathlib.Path(os.path.normpath(page.parent / urllib.parse.unquote(link)))
            assert documents in target.parents and target.exists(), f"{page}: {link}"
            reached |= {target, *target.rglob("*")}
            links += 1
    assert links > 100
    # Nothing else is installed with them, and pictures are pictures.
    files = {path for path in (documents / "manual" / "files").rglob("*") if path.is_file()}
    assert files and files <= reached
    assert {path.read_bytes()[1:4] for path in files if path.suffix == ".png"} == {b"PNG"}


def test_its_fields_name_version_and_libraries(package):
    fields = dict(re.findall(r"^ ?([\w-]+): (.*)$", read("dpkg-deb", "--field", package), re.M))
    version = read(BINARY, "--version").split()[0]
    assert fields["Version"].startswith(version) and fields["Package"] == "tidings"
    assert {"msmtp", "python3", "sqlite3"} <= set(fields["Suggests"].split(", "))
    assert 10_000 < int(fields["Installed-Size"]) < 400_000
    needs = {one.split()[0] for one in fields["Depends"].split(", ")}
    assert {"adduser", "libc6", "libcmark0.30.2", "libsimdjson14", "libsqlite3-0", "libyaml-0-2", "zlib1g"} <= needs


def package_version(**values):
    script = '. Sources/Distribution/common.sh && package_version 1.2.3'
    return read("bash", "-euc", script, cwd=ROOT, env={**os.environ, **values}).strip()


def test_each_commit_is_a_later_version_than_those_before_it_and_a_release_has_its_own():
    need("dpkg")
    at = {"SOURCE_DATE_EPOCH": "1795459800", "TIDINGS_COMMIT": "f00000000000", "TIDINGS_TAGS": "", "TIDINGS_EARLIER": ""}
    first = package_version(**at)
    assert first == "1.2.3~20261123.185000.f00000000000-1"
    later = package_version(**{**at, "SOURCE_DATE_EPOCH": "1795459801", "TIDINGS_COMMIT": "100000000000"})
    changed = package_version(**{**at, "TIDINGS_COMMIT": "f00000000000-dirty", "TIDINGS_TAGS": "v1.2.3"})
    release = package_version(**{**at, "TIDINGS_TAGS": "latest\nv1.2.3"})
    assert release == "1.2.3-1"
    assert package_version(**{**at, "TIDINGS_TAGS": "v1.2.3-rc1"}) == first
    after = package_version(**{**at, "SOURCE_DATE_EPOCH": "1795459802", "TIDINGS_EARLIER": "v1.2.2\nv1.2.3"})
    for older, newer in [(first, later), (first, changed), (changed, later), (later, release), (release, after), (after, "1.2.4~1-1")]:
        assert subprocess.run(["dpkg", "--compare-versions", older, "lt", newer]).returncode == 0, (older, newer)


def test_only_a_commit_with_its_tag_and_its_changelog_can_be_released(tmp_path):
    copy = tmp_path / "tidings"
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, copy], check=True)
    version = read(BINARY, "--version").split()[0]

    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", *arguments], cwd=copy, check=True)

    def release(*arguments):
        done = subprocess.run([copy / "Sources/Distribution/release", *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    assert release("check") == (1, f"release: HEAD has no tag v{version}: git tag v{version}\n")
    git("tag", f"v{version}")
    assert release("files", tmp_path / "files")[1] == f"release: the changelog has no section {version}: give its next one that name\n"
    changelog = copy / "Sources/Distribution/Manual/changelog.md"
    changelog.write_text(changelog.read_text().replace(f"## Next: {version}", f"## {version}"))
    assert "not committed" in release("check")[1]
    git("commit", "--quiet", "--all", "--message", "Release it")
    git("tag", "--force", f"v{version}")
    assert release("check") == (0, f"v{version} can be released\n")
    status, notes = release("notes")
    assert status == 0 and notes.strip().startswith("The first release.") and "## " not in notes


def test_its_sums_are_those_of_its_files(package, root, tmp_path):
    subprocess.run(["dpkg-deb", "--control", package, tmp_path], check=True)
    checked = read("md5sum", "--check", tmp_path / "md5sums", cwd=root)
    files = [path for path in root.rglob("*") if path.is_file()]
    assert len(checked.splitlines()) == len(files)
    for script in ("postinst", "prerm", "postrm"):
        subprocess.run(["sh", "-n", tmp_path / script], check=True)


def test_every_command_has_a_man_page_that_renders(root):
    need("man")
    for command in commands():
        page = root / f"usr/share/man/man1/tidings-{command}.1.gz"
        shown = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", page],
            capture_output=True, text=True, env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"})  # fmt: skip
        assert shown.returncode == 0 and shown.stderr == "", (command, shown.stderr)
        assert f"tidings-{command} - " in " ".join(shown.stdout.split()) and "SYNOPSIS" in shown.stdout


def test_a_man_page_says_what_help_says(root):
    need("man")
    page = read(
        "man", "-l", root / "usr/share/man/man1/tidings-mail.1.gz",
        env={**os.environ, "MANWIDTH": "2000", "LC_ALL": "C.UTF-8"})  # fmt: skip
    told = read(BINARY, "mail", "--help-all")
    options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", told, re.M))
    assert len(options) > 30
    assert {option for option in options - {"--help"} if option not in page} == set()


@pytest.mark.parametrize(
    "name, reference, title", [
        ("tidings.yaml", "configuration", "The file"), ("tidings-profile", "profiles", "The profile"),
        ("tidings-recipients", "recipients", None)])  # fmt: skip
def test_a_man_page_of_a_file_has_every_key_of_the_reference(root, name, reference, title):
    need("man")
    shown = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", root / f"usr/share/man/man5/{name}.5.gz"],
        capture_output=True, text=True, env={**os.environ, "MANWIDTH": "2000", "LC_ALL": "C.UTF-8"})  # fmt: skip
    assert shown.returncode == 0 and shown.stderr == "", shown.stderr
    assert f"{name} - " in shown.stdout and (title or "preferences") in shown.stdout
    rows = re.findall(r"^\| `(.*?)` \|", read(BINARY, "reference", reference), re.M)
    listed = set(re.findall(r"^ {7}(\S+)", shown.stdout, re.M))
    assert len(rows) > 15 and set(rows) <= listed, set(rows) - listed


@pytest.mark.parametrize("shell, file", [
    ("bash", "usr/share/bash-completion/completions/tidings"),
    ("zsh", "usr/share/zsh/vendor-completions/_tidings"),
    ("fish", "usr/share/fish/vendor_completions.d/tidings.fish"),
])  # fmt: skip
def test_completions_are_read_by_their_shell(root, shell, file):
    need(shell)
    run = subprocess.run([shell, "-n", root / file], capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == ""
    text = (root / file).read_text()
    assert all(command in text for command in commands())


def test_bash_completes_commands(root):
    script = root / "usr/share/bash-completion/completions/tidings"
    line = f'source {script}; COMP_WORDS=(tidings di); COMP_CWORD=1; _tidings tidings di tidings; echo "${{COMPREPLY[*]}}"'
    assert "digest" in read("bash", "-c", line)


@pytest.mark.skipif("TIDINGS" not in os.environ, reason="skipped: Tests/run package has this")
def test_lintian_has_no_complaint(package):
    need("lintian")
    # Nothing is compressed here, to be quick.
    uncompressed = "uses-no-compression-for-control-tarball,uses-no-compression-for-data-tarball"
    command = ["lintian", "--allow-root", "--fail-on", "error,warning", "--suppress-tags", uncompressed, package]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout


def test_no_path_of_this_machine_is_in_it(root):
    for path in root.rglob("*"):
        if path.is_file() and path.name != "tidings":
            assert str(ROOT).encode() not in path.read_bytes(), path
