"""Who somebody is does not depend on which export comes first, or has something to say tonight."""

from datetime import timedelta

import pytest

import nights
import world
from test_wishes import at

DAY = timedelta(days=1)
PEOPLE = [
    world.Person("p1", "p1@example.org", also={world.GROUPS: "member-1"}),
    world.Person("p2", "p2@example.org", hour=9),
]


def rows():
    """Two a day for everybody, one in each system."""
    for day in range(8, 12):
        for number, (profile, owner) in enumerate([
            (world.COMPASS, "p1"), (world.GROUPS, "member-1"), (world.COMPASS, "p2"),
            (world.GROUPS, "p2")]):  # fmt: skip
            time = at(f"{day:02d} 01:00")
            yield world.Row(
                f"N{day:03d}{number:03d}", profile, owner, world.TYPES[profile][0], time, time,
                expires=time + 5 * DAY)  # fmt: skip


@pytest.fixture
def came(tmp_path):
    """What comes on four mornings, the exports being given as a function of the morning says."""

    def live(order):
        life = world.World(PEOPLE, list(rows()), [])
        mails = []
        for morning in range(4):
            now = at("08 10:00") + morning * DAY
            exports = life.write(tmp_path, now)
            arguments = (tmp_path, order(morning, exports), now)
            done = nights.mail(*arguments, outbox=tmp_path / "outbox")
            if done.status == 65 and "no records" in done.errors:
                done = nights.mail(*arguments, "--force", outbox=tmp_path / "outbox")
            assert done.status in (0, 3), done.errors
            mails += [(one.address, one.slot, tuple(one.tokens)) for one in nights.take(tmp_path / "outbox")]
        return mails

    return live


EXPECTED = [
    (f"{name}@example.org", int(at(f"{day:02d} {hour:02d}:00").timestamp()), tokens)
    for day in range(8, 12)
    for name, hour, tokens in [
        ("p1", 7, (f"N{day:03d}000", f"N{day:03d}001")), ("p2", 9, (f"N{day:03d}002",))]
]  # fmt: skip


def test_the_same_order_every_morning(came):
    assert sorted(came(lambda morning, exports: exports)) == sorted(EXPECTED)


def test_another_order_of_exports_changes_nothing(came):
    mails = came(lambda morning, exports: exports if morning != 2 else exports[::-1])
    assert sorted(mails) == sorted(EXPECTED)


def test_an_export_that_is_empty_for_a_night_changes_nobodys_identity(came):
    """What it would have held comes the next morning."""

    def order(morning, exports):
        if morning == 2:
            exports[0].write_text("[]")
        return exports

    mails = came(order)
    tokens = sorted(token for _, _, tokens in mails for token in tokens)
    assert tokens == sorted(token for _, _, tokens in EXPECTED for token in tokens)
    assert len({(address, slot) for address, slot, _ in mails}) == len(mails)


@pytest.mark.parametrize("asked", ["--recipient", "--preview"])
def test_a_single_recipients_mail_has_what_is_theirs_in_every_system(tmp_path, asked):
    life = world.World(PEOPLE, list(rows()), [])
    now = at("08 10:00")
    exports = life.write(tmp_path, now)
    outbox = tmp_path / "outbox"
    if asked == "--recipient":
        assert nights.mail(tmp_path, exports, now, asked, "p1", outbox=outbox).status == 0
        mails = nights.take(outbox)
    else:
        arguments = nights.command(tmp_path, exports, now)
        shown = nights.run(*arguments[: arguments.index("-o")], asked, "p1")
        mails = [nights.read("0.preview", shown.out)]
    assert [(one.address, one.tokens) for one in mails] == [
        ("p1@example.org", ["N008000", "N008001"])]  # fmt: skip
