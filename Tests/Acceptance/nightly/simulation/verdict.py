"""What a finished run may have decided, held against its mails and its report.

A run that was killed is finished by a later start, which may see other exports: each person's mail is
then that of one start or of the other, and the model remembers which.
"""

import dataclasses

from model import ABROAD


@dataclasses.dataclass
class Open:
    """A run that was begun, and what it may have decided: by what each start saw."""

    now: int
    options: list


def settle(run, found, entries, closings, model, say):
    """Has the model remember what a run came to; `say` is told what is wrong.

    `found` are its mails by person, `entries` those of its report, None where there is none: which of
    two right decisions a run came to that says nothing itself is then what its ledger says, in
    `closings`.
    """
    chosen, periods = {}, {}
    for option in run.options:
        periods |= option.periods
    outcomes, told = dict(run.options[-1].outcomes), outcomes_of(entries or [])
    for id in sorted({id for option in run.options for id in option.open} | found.keys()):
        mail, said = found.get(id), told.get(id)
        options = [one for o in run.options if (one := o.open.get(id))]
        right = [one for one in options if agree(one, mail) and said in (None, one.outcome)]
        # A mail that shows all of one start's notifications is that start's, not a cut one of the other's.
        right = [one for one in right if mail and mail.tokens == one.tokens] or right
        is_left = mail is None and any(o.leaves(id, said) for o in run.options)
        if entries is None and (len(right) > 1 or right and is_left) and not right[-1].is_urgent:
            right = closed_by(run, right, closings.get(id, []))
        elif len(right) > 1:
            # Two starts of one run met two slots, where somebody's hours changed between them.
            closed = {(slot, outcome) for now, slot, outcome in closings.get(id, []) if now == run.now}
            right = [one for one in right if (one.slot, one.outcome) in closed] or right
        if not right and is_left:
            continue
        if not right:
            say(*difference(id, options, mail))
            continue
        chosen[id] = right[-1]
        if id in outcomes:
            outcomes[id] = right[-1].outcome
    if entries is not None:
        compare(run, entries, outcomes, chosen, model.told, say)
    model.commit(periods, chosen, run.now)


def closed_by(run, right, closings):
    """Those of several right decisions that closed the slot which the ledger says was closed; none
    where it says that the slot was left, and all where a later run has closed another one since."""
    of_run = {(slot, outcome) for now, slot, outcome in closings if now == run.now}
    if of_run:
        return [one for one in right if (one.slot, one.outcome) in of_run]
    later = {slot for now, slot, _ in closings if now > run.now}
    return [one for one in right if later and one.slot not in later]


def difference(id, options, mail):
    wanted = options[-1] if options else None
    got = (mail.slot, sorted(mail.tokens)) if mail else None
    is_lost = (wanted and wanted.outcome == "handed over" and (mail is None or wanted.tokens - mail.tokens))
    return "lost" if is_lost else "strange", f"{id} got {got}, not {wanted}"


def compare(run, entries, outcomes, chosen, rules, say):
    """Holds what the report says of everybody against what was decided."""
    told = outcomes_of(entries)
    for entry in entries if len(run.options) == 1 else ():
        one = chosen.get(entry["recipient"])
        if one and rules(entry.get("leftOut", {})) != rules(one.left_out):
            say("strange", f"of {entry['recipient']} {entry.get('leftOut')} "
                                          f"was left out, not {one.left_out}")
    if told == outcomes:
        return
    for id in sorted(told.keys() | outcomes.keys()):
        if told.get(id) == outcomes.get(id):
            continue
        if id not in outcomes and told[id] in ABROAD:
            continue
        if any(told.get(id) == o.outcomes.get(id) for o in run.options):
            continue
        say("strange", f"{id} is {told.get(id)}, not {outcomes.get(id)}")


def outcomes_of(entries):
    return {entry["recipient"]: entry["outcome"] for entry in entries}


def agree(one, mail):
    """Whether a decision and the mail that came, or did not, are the same."""
    if one.outcome != "handed over" or mail is None:
        return one.outcome != "handed over" and mail is None
    if mail.slot is not None and mail.slot != one.slot:
        return False
    # A mail shows fifteen lines; of the others it has the number.
    return mail.tokens == one.tokens or (len(one.tokens) > 15 and len(mail.tokens) >= 14 and mail.tokens < one.tokens)
