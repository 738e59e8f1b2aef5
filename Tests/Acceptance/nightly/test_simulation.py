"""Nights from some seeds, and that their judges can say no.

`TIDINGS_LONG=1` has 100,000 recipient-years; `TIDINGS_SEED` says from which seed on.
"""

import collections
import dataclasses
import os
import subprocess
import sys

import pytest

import mutants
import simulate
from harness import BINARY, ROOT, need

# In the folder that `simulate` has put on the path.
import cron
import disk
import verdict
from model import Decided, Decision

LONG = bool(os.environ.get("TIDINGS_LONG"))
SEED = int(os.environ.get("TIDINGS_SEED", "0"))
# Two villages and a hamlet: between them they meet everything, and towns and cities nothing else.
SHORT = [0, 8, 20]
SEEDS = simulate.enough(SEED, 100_000) if LONG else [SEED + number for number in SHORT]


@pytest.fixture(scope="module", autouse=True)
def compiler():
    need("gcc")


@pytest.mark.parametrize("name", mutants.MUTANTS)
def test_the_line_of_each_fault_stands_where_the_faults_look_for_it(name):
    place, right, wrong, _ = mutants.MUTANTS[name]
    assert (ROOT / place).read_text().count(right) == 1 and wrong != right


@pytest.fixture(scope="module")
def results():
    return list(simulate.simulate_all(SEEDS, max(2, os.cpu_count() or 2)))


def test_nothing_is_lost_comes_twice_or_at_a_forbidden_hour(results, capsys):
    with capsys.disabled():
        print(f"\n{simulate.summary(results)}")
    wrong = [line for one in results if one["wrong"] for line in simulate.sentences(one)]
    assert wrong == [], "\n".join(wrong)
    assert sum(one["years"] for one in results) > 25


def test_the_nights_hold_what_they_are_to_prove(results):
    """They must meet each case: else they prove nothing."""
    met = sum((one["met"] for one in results), collections.Counter())
    unlikely = {*cron.UNLIKELY} - ({"root"} if os.geteuid() else set())
    assert {*cron.FATES, *unlikely, "forgotten", "no address", "renumbered", "set right"} <= met.keys()
    for fate in ("kill", "power"):
        for change in ("open", "write", "sync", "rename", "ledger write", "ledger sync"):
            assert met[f"{fate} at {change}"], f"no {fate} at {change}"


def live(tmp_path, seed=0, **options):
    return cron.Simulation(seed, tmp_path, BINARY, **options)


def test_a_seed_is_the_same_nights_again(tmp_path):
    traces = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        lines = []
        one = live(tmp_path / name, trace=lines.append)
        for wall, _ in zip(one.walls(), range(20)):
            one.night(wall)
        traces.append((lines, sorted(one.outbox.seen.items())))
    assert traces[0] == traces[1] and len(traces[0][0]) >= 20


def _lose(mails):
    return mails[1:]


def _drop_one(mails):
    one = max(mails, key=lambda mail: len(mail.tokens))
    one.tokens = frozenset(sorted(one.tokens)[1:])
    return mails


def _double(mails):
    return [*mails, dataclasses.replace(mails[0], message_id="<another@example.org>")]


def _swap(mails):
    mails[0].tokens, mails[1].tokens = mails[1].tokens, mails[0].tokens
    return mails


def _misdirect(mails):
    mails[0].address = mails[1].address
    return mails


@pytest.mark.parametrize("spoil, kind", [
    (_lose, "lost"), (_drop_one, "lost"), (_double, "twice"), (_swap, "strange"),
    (_misdirect, "strange")])  # fmt: skip
def test_the_judges_refuse_mails_that_are_wrong(tmp_path, spoil, kind):
    one = live(tmp_path)
    look = one.outbox.look

    def spoilt(again=False):
        mails = look(again)
        return spoil(mails) if len(mails) > 1 else mails

    one.outbox.look = spoilt
    one.live()
    assert one.promises.counts[kind], one.wrong


def test_the_judges_refuse_an_outcome_that_is_not_told(tmp_path):
    one = live(tmp_path)
    reported = one._reported
    one._reported = lambda: {now: entries[1:] for now, entries in reported().items()}
    assert "is None, not" in one.live().wrong[0]


def test_the_judges_refuse_a_run_that_believes_what_cannot_be_true(tmp_path):
    one = live(tmp_path)
    start = one.host.start
    one.host.start = lambda fate, *more, **options: start(
        fate, *more, *(["--force"] if fate in cron.UNLIKELY else []), **options)
    assert any(f"not (65,) ({fate})" in one.live().wrong[0] for fate in cron.UNLIKELY)


@pytest.mark.parametrize("change, said", [("hour", "forbidden"), ("quiet", "not quiet hours")])
def test_the_judges_refuse_mails_at_other_hours(tmp_path, change, said):
    """The tool is told other wishes than the judges know."""
    one = live(tmp_path)
    write = one.exports.write_people

    def other(wall):
        kept = [member.versions for member in one.life.members]
        for member in one.life.members:
            member.versions = [
                dataclasses.replace(person, quiet=None) if change == "quiet"
                else dataclasses.replace(person, hour=((person.hour or 7) + 1) % 24)
                for person in member.versions]
        write(wall)
        for member, versions in zip(one.life.members, kept):
            member.versions = versions

    one.exports.write_people = other
    assert any(said in line for line in one.live().wrong)


@pytest.mark.parametrize("closing, closed, wrong", [
    ((500, 400, "nothing new"), [400], 0), ((500, 480, "nothing new"), [480], 0),
    ((100, 90, "nothing new"), [], 0), ((900, 480, "handed over"), [400], 0),
    ((500, 480, "suppressed"), [], 0), (None, [], 0), ((500, 480, "suppressed"), [], 1),
    ((100, 90, "nothing new"), [], 1)])  # fmt: skip
def test_a_run_that_says_nothing_itself_came_to_what_its_ledger_says(closing, closed, wrong):
    """One start may have closed the slot at 400, another that at 480, and a third have left it."""
    options = [
        Decided({"someone": "nothing new"}, {"someone": Decision("nothing new", slot)}, {})
        for slot in (400, 480)]
    if not wrong:
        options.append(Decided({"someone": "quiet hours"}, {}, {}))
    remembered, said = [], []

    class Model:
        @staticmethod
        def commit(_, chosen, now):
            remembered.append((now, [one.slot for one in chosen.values()]))

    closings = {"someone": [closing]} if closing else {}
    verdict.settle(verdict.Open(500, options), {}, None, closings, Model, lambda *words: said.append(words))
    assert (remembered, len(said)) == ([(500, closed)], wrong)


def test_a_disk_forgets_what_was_not_synced(tmp_path):
    """The control of what a power failure leaves: files without a sync are empty, or not there."""
    root, log = tmp_path / "root", tmp_path / "log"
    root.mkdir()
    library = disk.library(tmp_path)
    script = (
        "import os, sys; os.chdir(sys.argv[1]); f = open('a', 'w'); f.write('kept'); f.flush();"
        "os.fsync(f.fileno()); d = os.open('.', os.O_RDONLY); os.fsync(d); f.write(' lost'); f.flush();"
        "open('b', 'w').write('lost'); os.rename('a', 'c')")
    shown = disk.Disk(root)
    subprocess.run(
        [sys.executable, "-c", script, str(root)], check=True,
        env=os.environ | disk.environment(library, root, log))
    assert sorted(path.name for path in root.iterdir()) == ["b", "c"]
    shown.replay(log)

    class Nothing:
        @staticmethod
        def choice(_):
            return "nothing more"

    shown.fail(Nothing)
    assert {path.name: path.read_text() for path in root.iterdir()} == {"a": "kept"}
