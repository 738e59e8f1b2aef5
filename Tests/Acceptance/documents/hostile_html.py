#!/usr/bin/env python3
"""Judges HTML made from hostile input with html5lib, the parser that browsers agree with.

    hostile_html.py FILE...      FILE: JSON Lines of {"name", "html", "text"}, or an HTML document
    hostile_html.py --self-test  broken documents, each of which must be found out

Of each document: no active element, no attribute that runs anything, every link goes to http, https or
mailto, nothing is loaded from elsewhere; where "text" is given, a reader sees exactly that text: controls
as U+FFFD, white space collapsed, directional formatting aside.
"""
import json
import re
import sys

import html5lib

ACTIVE = {
    "script", "iframe", "object", "embed", "applet", "form", "input", "button", "textarea", "select", "base",
    "link", "svg", "math", "audio", "video", "source", "track", "img", "picture", "frame", "frameset", "noscript",
    "template", "portal", "dialog", "marquee", "isindex", "xml", "xss", "keygen",
}
# Where the sample's own thumbnails are: the only images that a page of a digest shows.
THUMBNAILS = "https://cdn.example/"
URL_ATTRIBUTES = {"href", "src", "action", "formaction", "background", "poster", "data", "cite", "srcset", "ping"}
BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
NONCHARACTERS = "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
CONTROL = re.compile(f"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef{NONCHARACTERS}]")


def collapse(text):
    """The text as a reader sees it, whatever the white space and the directional formatting."""
    text = BIDI.sub("", CONTROL.sub("\ufffd", text))
    return re.sub(r"[\s\x85]+", " ", text).strip()


def findings(html, text, is_page):
    """What is wrong with one document."""
    tree = html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False)
    allowed = {"style", "meta", "title"} if is_page else set()
    found = []
    for element in tree.iter():
        tag = element.tag if isinstance(element.tag, str) else "comment"
        if tag == "img" and is_page and set(element.attrib) == {"src", "alt"} and element.get("src").startswith(THUMBNAILS):
            continue
        if tag.startswith("{") or tag in ACTIVE or (tag in {"style", "meta", "title"} and tag not in allowed):
            if not (tag in {"title"} and is_page):
                found.append(f"active element {tag}")
        if tag == "meta" and (element.get("http-equiv") or "").lower() == "refresh":
            found.append("refresh")
        for name, value in element.attrib.items():
            name = name if isinstance(name, str) else name[-1]
            if name.lower().startswith("on") or name.lower() in {"style", "srcdoc"}:
                found.append(f"attribute {name}")
            if name.lower() in URL_ATTRIBUTES and value and not re.match(r"(https?://[^/\\]|mailto:.)", value):
                found.append(f"{name}={value!r}")
            if name.lower() in URL_ATTRIBUTES and tag not in {"a"}:
                found.append(f"{tag} loads {value!r}")
    if text is not None:
        body = tree.find("body")
        seen = collapse("".join(body.itertext()))
        if seen != collapse(text):
            found.append(f"text {seen!r} for {collapse(text)!r}")
    return found


BROKEN = [
    ("<p><script>x</script></p>", None), ("<p onclick=x>a</p>", None), ("<a href='javascript:x'>a</a>", None),
    ("<a href='java\tscript:x'>a</a>", None), ("<a href='//a.b'>a</a>", None), ("<img src=http://a.b>", None),
    ("<p style=x>a</p>", None), ("<p>a*b</p>", "a\\*b"), ("<p>a</p>", "a b"), ("<svg><a></a></svg>", None),
    ("<p title=\"\"onfocus=x>a</p>", None), ("<p><em>a</em>b</p>", "*a*b"), ("<a href='ftp://a.b'>a</a>", None),
    ("<p>a<img alt=b></p>", None), ("<p>a</p><style>p{}</style>", None), ("<base href=http://a.b>", None),
]


def self_test():
    missed = [html for html, text in BROKEN if not findings(html, text, False)]
    sound = findings("<p>a <a href='http://a.b'>b</a> &lt;script&gt;</p>", "a b <script>", False)
    if missed or sound:
        sys.exit(f"the judge missed {missed} and wrongly found {sound}")
    print(f"hostile_html: self-test, {len(BROKEN)} broken documents found out")


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    self_test()
    documents = failures = 0
    for path in arguments:
        with open(path, encoding="utf-8", newline="") as file:
            if path.endswith(".jsonl"):
                cases = [json.loads(line) for line in file]
            else:
                cases = [{"name": path, "html": file.read(), "page": True}]
        for case in cases:
            documents += 1
            found = findings(case["html"], case.get("text"), case.get("page", False))
            if found:
                failures += 1
                print(f"{case['name']}: {'; '.join(found)}")
    print(f"hostile_html: {documents} documents, {failures} with findings")
    if failures or not documents:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
