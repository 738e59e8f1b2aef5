"""Database servers of a test's own: started in a folder of the test, as a user without rights."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

import pytest

# Servers refuse to run as root; nobody may write only into the folder that it is given.
UNPRIVILEGED = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def program(name):
    """The path of a server's program, which Debian keeps off the PATH."""
    places = [*sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin")), pathlib.Path("/usr/sbin")]
    found = shutil.which(name) or next((str(p / name) for p in reversed(places) if (p / name).exists()), None)
    if found is None:
        pytest.skip(f"skipped: no {name}")
    return found


@contextlib.contextmanager
def folder():
    """A folder with a short path (a socket's name has at most 107 bytes) that the server owns."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="tidings-", dir="/tmp"))
    if UNPRIVILEGED:
        shutil.chown(path, "nobody", "nogroup")
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def call(*arguments):
    finished = subprocess.run(list(map(str, arguments)), capture_output=True, cwd="/", timeout=300, **UNPRIVILEGED)
    assert finished.returncode == 0, finished.stderr.decode()


@contextlib.contextmanager
def serving(arguments, is_ready):
    """A server that runs until the end of the block; `is_ready` is called until it returns 0."""
    process = subprocess.Popen(
        list(map(str, arguments)), cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **UNPRIVILEGED)
    try:
        for _ in range(600):
            if subprocess.run(list(map(str, is_ready)), capture_output=True).returncode == 0:
                break
            assert process.poll() is None, f"{arguments[0]} ended"
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        process.wait(60)


@contextlib.contextmanager
def postgresql():
    """The environment in which `psql` finds a server of its own, with an empty database `app`."""
    initdb, server, ready, create = map(program, ["initdb", "postgres", "pg_isready", "createdb"])
    program("psql")
    with folder() as path:
        call(initdb, "-D", path / "data", "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={path}", "-c", "fsync=off"]
        with serving([server, "-D", path / "data", *options], [ready, "-q", "-h", path]):
            call(create, "-h", path, "-U", "app", "app")
            yield {"PGHOST": str(path), "PGUSER": "app"}


@contextlib.contextmanager
def mariadb():
    """The options with which `mariadb` finds a server of its own, with an empty database `app`."""
    server, install, client = map(program, ["mariadbd", "mariadb-install-db", "mariadb"])
    with folder() as path:
        data, socket = path / "data", path / "s"
        call(install, "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal", "--skip-test-db")
        options = ["--no-defaults", "--protocol=socket", f"--socket={socket}", "--user=root", "--default-character-set=utf8mb4"]
        started = [server, "--no-defaults", f"--datadir={data}", f"--socket={socket}", "--skip-networking",
                   f"--pid-file={path / 'pid'}", "--innodb-flush-log-at-trx-commit=0"]  # fmt: skip
        with serving(started, [client, *options, "-e", "SELECT 1"]):
            subprocess.run([client, *options, "-e", "CREATE DATABASE app CHARACTER SET utf8mb4"], check=True, timeout=60)
            yield options
