"""The order in which a run must do things, checked over what strace saw.

1. A message is renamed only after a sync that followed its last write.
2. Between that sync and the rename lies a commit of the ledger: written and synced.
3. After renames, the ledger commits nothing before the names are synced too.
"""

import os

CALLS = ["openat", "write", "pwrite64", "fsync", "fdatasync", "syncfs", "rename", "renameat", "renameat2"]


def faults(calls, outbox):
    """The breaches of the order, and how many renames were checked."""
    found, renames = [], 0
    written, synced, committed = {}, {}, 0
    ledger_written = False
    unsynced_names = False
    clock = 0
    for call in calls:
        if call.failed:
            continue
        clock += 1
        path = next(iter(call.paths()), "")
        is_ledger = os.path.basename(path).startswith("tidings.ledger")
        if call.name in ("write", "pwrite64") and path.startswith(outbox):
            if is_ledger:
                ledger_written = True
            else:
                written[path] = clock
        elif call.name == "syncfs":
            for file, time in written.items():
                synced[file] = max(time, clock)
            unsynced_names = False
        elif call.name in ("fsync", "fdatasync"):
            if is_ledger and ledger_written:
                if unsynced_names:
                    found.append(f"commit before the names were synced: {call.text}")
                committed, ledger_written = clock, False
            elif os.path.isdir(path):
                unsynced_names = False
            else:
                synced[path] = clock
        elif call.name.startswith("rename"):
            names = call.names()
            folders = call.paths()
            source = os.path.join(folders[0], names[0]) if folders else names[0]
            if not source.startswith(outbox) or "tidings.ledger" in source:
                continue
            renames += 1
            if synced.get(source, 0) < written.get(source, clock):
                found.append(f"renamed before it was synced: {names[0]}")
            elif committed < synced[source]:
                found.append(f"renamed before the ledger knew of it: {names[0]}")
            unsynced_names = True
    if unsynced_names:
        found.append("ended before the names were synced")
    return found, renames
