"""Random header fields and domains, written into mails, read by Python."""

import email
import email.policy
import json
import unicodedata

import idna
from samples import Judge, Missing, display_name


def _rows(sample, name):
    path = sample.folder / name
    if not path.exists():
        raise Missing(f"{name} in the folder (see feed.py)")
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            yield number, json.loads(line)


def field_fault(row):
    """What is wrong with a field of a written header: the header must have the fields that it should,
    and give the field's text back."""
    data = row["field"].encode("utf-8", "surrogatepass")
    parsed = email.message_from_bytes(data + b"\nbody\n", policy=email.policy.default)
    if parsed.keys() != row["names"]:
        return f"read as the fields {parsed.keys()}"
    if parsed.get_payload() != "body\n":
        return "the body is not where it was"
    value = parsed[row["name"]]
    if row.get("address"):
        if [one.addr_spec for one in value.addresses] != [row["address"]]:
            return f"addresses {value.addresses}"
        text = display_name(value, dict(parsed.raw_items())[row["name"]])
    else:
        text = str(value)
    if text != row["text"]:
        return f"read as {text!r}, not {row['text']!r}"
    # The subject joins the title with the counts, keeps its direction and its addresses to itself, and
    # cuts it to leave room for the counts.
    title = "".join(one for one in row.get("title", "") if one.isalnum())[:20]
    if title not in "".join(one for one in text if one.isalnum()):
        return f"{text!r} without {row['title']!r}"
    defects = [type(one).__name__ for one in value.defects]
    return f"defects {defects}" if defects else None


def headers(sample):
    """Every random field comes back as one field with the text that was put in."""
    broken = {"field": "Subject: a\nBcc: x@evil.example\n", "name": "Subject", "text": "a"}
    changed = {"field": "Subject: =?UTF-8?Q?=C3=A9?=\n", "name": "Subject", "text": "e"}
    for control in (broken, changed):
        if not field_fault(control | {"names": ["Subject"]}):
            return [f"headers accepts {control['field']!r}"]
    complaints, count = [], 0
    for number, row in _rows(sample, "headers.jsonl"):
        count += 1
        fault = field_fault(row)
        if fault:
            complaints.append(f"headers.jsonl:{number}: {fault}"[:400])
    return complaints or ([] if count >= 200 else [f"only {count} fields"])


def domains(sample):
    """Where the idna package and we both accept a domain, the A-labels are the same; where we accept
    what it refuses, it is for the rule of mixed directions, which we leave to registries."""
    complaints, agreed = [], 0
    for number, row in _rows(sample, "domains.jsonl"):
        ours = row.get("aLabel")
        try:
            theirs = idna.encode(row["domain"], uts46=True, std3_rules=True).decode()
        except idna.IDNABidiError:
            continue
        except idna.IDNAError as error:
            theirs = None
            reason = str(error)
        if ours and theirs is None:
            complaints.append(f"domains.jsonl:{number}: we accept {_shown(row['domain'])}: {reason}")
        elif ours and ours != theirs:
            complaints.append(f"domains.jsonl:{number}: {ours}, not {theirs}")
        elif theirs and not ours:
            complaints.append(f"domains.jsonl:{number}: we refuse {_shown(row['domain'])}")
        agreed += bool(ours)
    return complaints or ([] if agreed >= 20 else [f"only {agreed} domains accepted by both"])


def _shown(domain):
    return " ".join(f"{ord(one):04X} {unicodedata.name(one, '?')};" for one in domain[:-8])


JUDGES = (Judge("headers", headers), Judge("domains", domains))
