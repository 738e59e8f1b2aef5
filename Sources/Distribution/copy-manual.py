#!/usr/bin/env python3
"""Copies the manual with all that its pages lead to, so that it can be read without the repository.

    Sources/Distribution/copy-manual.py OUT

The pages stay Markdown. A picture, script or unit of the repository that a page links to is copied below
OUT/files, and the link leads there. Fails if a link leads nowhere.
"""

import os
import pathlib
import re
import shutil
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANUAL = ROOT / "Sources" / "Distribution" / "Manual"
# In code, brackets are no link.
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


class Copy:
    def __init__(self, out):
        self.out, self.faults = out, []

    def page(self, page):
        """Copies a page whose links lead to what is copied."""
        copy = self.out / page.relative_to(MANUAL)
        pieces, end, text = [], 0, page.read_text()
        for code in [*CODE.finditer(text), None]:
            begin = code.start() if code else len(text)
            pieces.append(LINK.sub(lambda match: match[1] + self.link(page, match[2]) + match[3], text[end:begin]))
            pieces.append(code[0] if code else "")
            end = code.end() if code else begin
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("".join(pieces))

    def link(self, page, link):
        path, mark, anchor = link.partition("#")
        if re.match("[a-z]+:", link) or not path:
            return link
        target = (page.parent / urllib.parse.unquote(path)).resolve()
        if not target.exists() or ROOT not in target.parents:
            self.faults.append(f"{page.relative_to(ROOT)}: {link} leads nowhere")
            return link
        if MANUAL in target.parents:
            return link
        name = pathlib.Path("files") / target.relative_to(ROOT)
        self.copy(target, self.out / name)
        return os.path.relpath(self.out / name, self.out / page.parent.relative_to(MANUAL)) + mark + anchor

    def copy(self, target, copy):
        copy.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            shutil.copytree(target, copy, dirs_exist_ok=True, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(target, copy)


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.exit(__doc__)
    copy = Copy(pathlib.Path(arguments[0]).absolute())
    for page in sorted(MANUAL.rglob("*.md")):
        copy.page(page)
    if copy.faults:
        sys.exit("\n".join(f"copy-manual: {fault}" for fault in copy.faults))


if __name__ == "__main__":
    main(sys.argv[1:])
