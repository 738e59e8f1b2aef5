"""A month of nightly runs over a change of clocks: everyone who is due, exactly once.

Two judges look at what came: `promises`, which knows them alone, and `reference`, which decides
every mail and outcome of every hour once more. A few days are part of every change's tests;
`TIDINGS_LONG=1` has thirty days of 300 recipients.
"""

import copy
import os
import pathlib
import shutil
import tempfile
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

import nights
import world
from promises import judge
from reference import Reference

LONG = bool(os.environ.get("TIDINGS_LONG"))
UTC = timezone.utc

# Nights on which the host is down, exports are torn, or a run is killed: before anything is
# prepared, and while messages get their names.
FEW = {
    **dict.fromkeys(range(36, 45), "down"), **dict.fromkeys([12, 20, 29, 46], "renameat:when=2"),
    9: "syncfs:when=1", 17: "torn",
}  # fmt: skip
MANY = {
    **dict.fromkeys(range(170, 181), "down"), **dict.fromkeys(range(340, 346), "torn"),
    **dict.fromkeys(range(400, 470), "down"), 55: "syncfs:when=1", 102: "renameat:when=2",
    223: "openat:when=60", 295: "renameat:when=1", 511: "syncfs:when=1", 606: "renameat:when=3",
}  # fmt: skip


@pytest.fixture(scope="module")
def month():
    if shutil.which("strace") is None:
        pytest.skip("skipped: strace is not installed")
    if LONG:
        start, hours, people, fate = datetime(2026, 3, 7, tzinfo=UTC), 720, 300, MANY
    else:
        start, hours, people, fate = datetime(2026, 3, 28, tzinfo=UTC), 56, 60, FEW
    life = world.make(1, people, start, hours // 24)
    shared = pathlib.Path("/dev/shm")
    place = shared if os.access(shared, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="tidings-nights-", dir=place) as folder:
        yield nights.Month(life, Reference(life.people), pathlib.Path(folder), fate).live(start, hours)


def test_nothing_is_lost_and_nothing_comes_twice(month):
    wrong = judge(month.life, month.nights)
    assert wrong == [], f"{len(wrong)} wrong:\n" + "\n".join(wrong[:20])


def test_every_outcome_and_mail_is_that_of_an_independent_simulation(month):
    wrong = month.differences
    assert wrong == [], f"{len(wrong)} differences:\n" + "\n".join(wrong[:20])


def test_a_torn_export_stops_the_run_before_its_first_message(month):
    stopped = [night for night in month.nights if night.status == 65]
    assert len(stopped) == sum(fate == "torn" for fate in month.fate.values())
    assert all(night.mails == [] for night in stopped)


def test_the_month_holds_what_it_is_to_prove(month):
    """The simulation must meet each case: else it proves nothing."""
    met = {outcome for night in month.nights for outcome in (night.outcomes or {}).values()}
    assert met >= {
        "handed over", "already handed over", "nothing new", "not due", "quiet hours", "never", "unsubscribed", "suppressed",
        "no address", "bad address"}  # fmt: skip
    came = {token for night in month.nights for one in night.mails for token in one.tokens}
    rows = {row.token: row for row in month.life.rows}
    assert any(rows[token].repaired for token in came)
    assert any(rows[token].visible > rows[token].time for token in came)
    assert any(rows[token].read for token in came) and any(rows[token].expires for token in came)
    missed = [row for row in month.life.rows if row.token not in came]
    assert any(row.read for row in missed) and any(row.expires for row in missed)
    first, last = month.nights[0], month.nights[-1]
    changed = {zone for zone in world.ZONES if _offset(zone, first) != _offset(zone, last)}
    assert len(changed) >= 6
    assert sum(night.was_killed for night in month.nights) >= 2


def _offset(zone, night):
    return night.now.astimezone(ZoneInfo(zone)).utcoffset()


def _lose(nights_):
    next(n for n in nights_ if n.mails).mails.pop()


def _drop_one(nights_):
    one = max((m for n in nights_ for m in n.mails), key=lambda m: len(m.tokens))
    one.tokens.pop()


def _double(nights_):
    night = next(n for n in nights_ if n.mails)
    night.mails.append(night.mails[0])


def _repeat_later(nights_):
    having = [n for n in nights_ if n.mails]
    having[-1].mails[-1].tokens.append(having[0].mails[0].tokens[0])


def _swap(nights_):
    one, other = next(n for n in nights_ if len(n.mails) > 1).mails[:2]
    one.tokens, other.tokens = other.tokens, one.tokens


def _hush(nights_):
    night = next(n for n in nights_ if n.outcomes and "handed over" in n.outcomes.values())
    del night.outcomes[next(iter(night.outcomes))]


@pytest.mark.parametrize("corrupt", [_lose, _drop_one, _double, _repeat_later, _swap, _hush])
def test_the_judge_refuses_a_list_of_mails_that_is_wrong(month, corrupt):
    spoilt = copy.deepcopy(month.nights)
    corrupt(spoilt)
    assert judge(month.life, spoilt) != []


def test_the_reference_refuses_a_tool_that_has_other_hours(tmp_path):
    start = datetime(2026, 3, 28, tzinfo=UTC)
    life = world.make(1, 20, start, 1)
    others = copy.deepcopy(life.people)
    for person in others:
        person.hour = ((7 if person.hour is None else person.hour) + 1) % 24
    right = nights.Month(life, Reference(life.people), tmp_path, {}).live(start, 1)
    shutil.rmtree(tmp_path / "outbox")
    wrong = nights.Month(life, Reference(others), tmp_path, {}).live(start, 1)
    assert right.differences == [] and wrong.differences != []
