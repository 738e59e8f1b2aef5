#!/usr/bin/env python3
"""What Babel's copy of CLDR says of plurals, directions and lists, for comparison with ours.

Prints tab-separated lines, with a plain space for each no-break one
  version 2.18.0
  plural TAG NUMBER:CATEGORY …        every language that has a rule
  direction TAG rtl                   every locale, ltr or rtl
  list TAG TWO THREE FOUR             of a, b, c and d, in the languages of the catalogues
"""
import sys

import babel
from babel import Locale, lists, localedata

# The rules ask for the last one, two, three, five and six digits.
COUNTS = [*range(222), *range(999, 1014), 1099, 1100, 1101, 1999, 2000, 2002, 10_000, 20_000, 21_000, 100_000, 140_000, 1_000_000, 1_000_001, 2_000_000,
          1_000_000_000]
NO_RULE = {"ja", "ko", "zh", "vi", "th", "id", "ms", "lo", "my", "yo", "yue"}


def say(*words):
    print(*(str(word).replace("\u202f", " ").replace("\u00a0", " ") for word in words), sep="\t")


def tag(name):
    return name.replace("_", "-")


def plurals():
    for name in sorted(localedata.locale_identifiers()):
        locale = Locale.parse(name)
        if name != locale.language and name != "pt_PT":
            continue
        if locale.plural_form.rules or name in NO_RULE:
            say("plural", tag(name), " ".join(f"{count}:{locale.plural_form(count)}" for count in COUNTS))


def directions():
    for name in sorted(localedata.locale_identifiers()):
        order = Locale.parse(name).character_order
        say("direction", tag(name), "rtl" if order == "right-to-left" else "ltr")


def words(name):
    locale = Locale.parse(name, sep="-")
    say("list", name, *(lists.format_list(list("abcd")[:count], locale=locale) for count in (2, 3, 4)))


if __name__ == "__main__":
    say("version", babel.__version__)
    plurals()
    directions()
    for name in sys.argv[1:]:
        words(name)
