"""JSON documents keep the contracts that are published as JSON Schemas."""

import copy
import json

import pytest

from harness import ROOT, schema_faults

GOLDENS = ROOT / "Tests" / "Goldens" / "json"


@pytest.mark.parametrize("golden", sorted(GOLDENS.glob("*.json")), ids=lambda golden: golden.name)
def test_goldens_keep_the_contract(golden):
    document = json.loads(golden.read_text())
    assert schema_faults(document, golden.stem.split("-")[0]) == []


def set_at(document, path, value):
    changed = copy.deepcopy(document)
    place = changed
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


ITEM = ["sections", 0, "items", 0]


@pytest.mark.parametrize("name, path, value", [
    ("digest", ["schema"], "tidings.digest/2"), ("digest", ["counts", "total"], -1),
    ("digest", ["counts", "byPriority", "low"], None), ("digest", ["counts", "byType", 0, "label"], None),
    ("digest", ["sections", 0, "day"], "yesterday"), ("digest", ["sections", 2], None),
    ("digest", ["sections", 0, "omitted"], -1), ("digest", ["now"], "2026-02-08 15:05"),
    ("digest", ITEM + ["unread"], "yes"), ("digest", ITEM + ["ids"], []), ("digest", ITEM + ["priority"], "urgent"),
    ("digest", ITEM + ["extra"], {}), ("digest", ["upcoming"], None), ("summary", ["counts", "recipients"], None),
    ("summary", ["counts", "extra"], 1), ("summary", ["byDay", 0, "date"], "8 Feb"),
    ("summary", ["rejected", 0, "line"], 0), ("summary", ["sources", 0, "records"], "12"),
])  # fmt: skip
def test_a_document_that_breaks_the_contract_is_found_out(name, path, value):
    document = json.loads((GOLDENS / f"{name}.json").read_text())
    assert schema_faults(set_at(document, path, value), name) != []


def test_the_keys_come_in_the_order_of_the_contract():
    digest = json.loads((GOLDENS / "digest.json").read_text())
    assert list(digest) == ["schema", "recipient", "now", "window", "counts", "upcoming", "previous", "sections"]
    order = [
        "ids", "profile", "type", "label", "emoji", "title", "body", "priority", "unread", "time",
        "relativeTime", "link", "actor", "subject", "actions", "thumbnails", "batchCount",
    ]
    for section in digest["sections"]:
        assert list(section) == ["day", "title", "counts", "omitted", "items"]
        for item in section["items"]:
            assert list(item) == [key for key in order if key in item]
