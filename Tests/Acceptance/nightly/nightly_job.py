"""A folder with a nightly job in it, for the tests of `tidings build`."""

import json

import pytest

from harness import NOW, record

PEOPLE = [{"id": f"user-{n}", "email": f"user{n}@example.org"} for n in range(7)]
DIGEST = "mail:\n  digest: {from: digest@example.org, outbox: outbox, first-days: 9}\n"


@pytest.fixture
def job(tidings, tmp_path):
    """A folder with an export and recipients, in which builds run."""
    (tmp_path / "notifications.json").write_text(json.dumps([record(n) for n in range(300)]))
    (tmp_path / "recipients.json").write_text(json.dumps(PEOPLE))

    def build(yaml=None, *arguments, now=NOW, name="tidings.yaml", **options):
        if yaml is not None:
            (tmp_path / name).write_text("exports: notifications.json\nrecipients: recipients.json\n" + yaml)
        return tidings("build", name, "--now", now, *arguments, cwd=tmp_path, **options)

    build.folder = tmp_path
    return build
