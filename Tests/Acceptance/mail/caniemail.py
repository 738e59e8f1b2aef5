"""What the HTML uses, against the table of caniemail.com for Gmail and Outlook on Windows."""

import csv
import json
import os
import pathlib
import re

import html5lib
import tinycss2
from samples import Judge, Missing, in_html, parts

HERE = pathlib.Path(__file__).resolve().parent
SHARED = pathlib.Path(os.environ.get("TIDINGS_SHARED", HERE.parents[3] / "shared"))
COLUMNS = ("gmail/desktop-webmail", "gmail/ios", "gmail/android", "gmail/mobile-webmail", "outlook/windows")

# Longhands that the table keeps under another name.
FAMILIES = (
    (r"padding-(top|right|bottom|left)", "css-padding"), (r"margin-(top|right|bottom|left)", "css-margin"),
    (r"border-(top|right|bottom|left)-(left|right)-radius", "css-border-radius"),
    (r"border-(top|right|bottom|left)(-(width|style|color))?", "css-border"),
    (r"border-(width|style|color)", "css-border"), (r"(left|right|top|bottom)", "css-left-right-top-bottom"),
    (r"font-(family|style|variant)", "css-font"), (r"overflow-[xy]", "css-overflow"),
    (r"(column-gap|row-gap)", "css-gap"), (r"animation-.*", "css-animation"), (r"transition-.*", "css-transition"),
    (r"flex(-(grow|shrink|basis|flow))?", "css-display-flex"), (r"grid(-.*)?", "css-display-grid"),
)
ATTRIBUTES = (
    "align", "aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "aria-live",
    "background", "cellpadding", "cellspacing", "dir", "height", "hidden", "lang", "required", "role",
    "srcset", "target", "valign", "width",
)  # fmt: skip
ELEMENTS = {
    **{f"h{level}": "html-h1-h6" for level in range(1, 7)},
    **dict.fromkeys(("ul", "ol", "dl"), "html-lists"),
    **dict.fromkeys(
        ("article", "aside", "details", "figcaption", "figure", "footer", "header", "main", "mark",
         "nav", "section", "summary", "time"), "html-semantics"),
}  # fmt: skip
UNITS = "ch cm em ex in mm pc pt px rem vh vmax vmin vw".split()
FUNCTIONS = {
    "calc": "css-unit-calc", "clamp": "css-function-clamp", "light-dark": "css-function-light-dark",
    "max": "css-function-max", "min": "css-function-min", "var": "css-variables", "rgb": "css-rgb",
    "rgba": "css-rgba", "linear-gradient": "css-linear-gradient",
    "radial-gradient": "css-radial-gradient", "conic-gradient": "css-conic-gradient",
    **dict.fromkeys(("oklch", "oklab", "lch", "lab", "hwb", "color"), "css-modern-color"),
}  # fmt: skip


def table():
    """Slug to the columns in which the feature is not supported."""
    path = SHARED / "data" / "caniemail" / "rules.csv"
    if not path.exists():
        raise Missing(f"{path} (set TIDINGS_SHARED)")
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {row["slug"]: [one for one in COLUMNS if (row[one] or "").strip().startswith("n")] for row in rows}


def allowed():
    """Features that are used although a reader lacks them, each with its reason."""
    return json.loads((HERE / "allowed-features.json").read_text("utf-8"))


# The features that a document uses


def features(html):
    """The slugs of all that the HTML uses, each with the first place; conditional comments are left
    to Outlook."""
    found = {}
    if html.lstrip().lower().startswith("<!doctype"):
        found["html-doctype"] = "<!DOCTYPE>"
    document = html5lib.parse(html, treebuilder="etree", namespaceHTMLElements=False)
    for element in document.iter():
        if not isinstance(element.tag, str):
            continue
        for slug, place in _of_element(element):
            found.setdefault(slug, place)
    return found


def _of_element(element):
    tag = element.tag.rpartition("}")[2]
    yield ELEMENTS.get(tag, f"html-{tag}"), f"<{tag}>"
    for name in element.attrib:
        if name in ATTRIBUTES:
            yield f"html-{name}", f"<{tag} {name}>"
        elif name == "loading":
            yield "html-loading-attribute", f"<{tag} {name}>"
    if tag == "meta" and element.get("name", "").lower() == "color-scheme":
        yield "html-meta-color-scheme", '<meta name="color-scheme">'
    if tag == "input":
        yield f"html-input-{element.get('type', 'text')}", "<input>"
    if tag == "img":
        yield from _of_image(element.get("src", ""))
    if tag == "style":
        yield from _of_sheet(element.text or "")
    for slug in _of_declarations(element.get("style", "")):
        yield slug, f'<{tag} style="{element.get("style")[:60]}">'


def _of_image(source):
    if source.startswith("data:"):
        yield "image-base64", "<img src=data:>"
    extension = re.search(r"\.(\w+)(?:\?|$)", source)
    kinds = {"jpeg": "jpg", "tif": "tiff", "heic": "heif"}
    if extension:
        kind = extension[1].lower()
        yield f"image-{kinds.get(kind, kind)}", f"<img src=.{kind}>"


def _of_sheet(sheet):
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule":
            prelude = tinycss2.serialize(rule.prelude)
            yield f"css-at-{rule.lower_at_keyword}", f"@{rule.lower_at_keyword}"
            for name in ("prefers-color-scheme", "prefers-reduced-motion", "orientation", "hover"):
                if name in prelude:
                    yield f"css-at-media-{name}", f"@media {prelude.strip()}"
            if "device-pixel-ratio" in prelude:
                yield "css-at-media-device-pixel-ratio", f"@media {prelude.strip()}"
            if rule.content and rule.lower_at_keyword in ("media", "supports"):
                yield from _of_sheet(tinycss2.serialize(rule.content))
        elif rule.type == "qualified-rule":
            selector = tinycss2.serialize(rule.prelude).strip()
            for slug in _of_selector(selector):
                yield slug, selector
            for slug in _of_declarations(tinycss2.serialize(rule.content)):
                yield slug, selector
        elif rule.type == "error":
            yield "css-error", rule.message


def _of_selector(selector):
    for pseudo in re.findall(r"(?<!:):([a-z-]+)", selector):
        yield f"css-pseudo-class-{pseudo}"
    for pseudo in re.findall(r"::([a-z-]+)", selector):
        yield f"css-pseudo-element-{pseudo}"
    plain = re.sub(r"\[[^\]]*\]|\([^)]*\)", "", selector)
    signs = {
        r"\[": "attribute", r">": "child", r"\+": "adjacent-sibling", r"~": "general-sibling",
        r"\*": "universal", r"#": "id", r",": "grouping",
    }  # fmt: skip
    for sign, name in signs.items():
        if re.search(sign, selector if sign == r"\[" else plain):
            yield f"css-selector-{name}"
    if re.search(r"[.#][\w-]+[.#]", plain):
        yield "css-selector-chaining"


def _of_declarations(style):
    for one in tinycss2.parse_declaration_list(style, skip_comments=True, skip_whitespace=True):
        if one.type == "error":
            yield "css-error"
            continue
        if one.type != "declaration" or one.lower_name.startswith(("-", "mso-")):
            continue
        yield property_slug(one.lower_name)
        if one.important:
            yield "css-important"
        value = tinycss2.serialize(one.value)
        if one.lower_name == "display":
            word = value.strip().lower()
            yield f"css-display-{word.removeprefix('inline-')}" if word in (
                "flex", "inline-flex", "grid", "inline-grid", "none") else "css-display"  # fmt: skip
        yield from _of_tokens(one.value)
        if value.strip().lower() == "initial":
            yield "css-unit-initial"


def property_slug(name):
    for pattern, slug in FAMILIES:
        if re.fullmatch(pattern, name):
            return slug
    return f"css-{name}"


def _of_tokens(tokens):
    for token in tokens:
        if token.type == "dimension" and token.lower_unit in UNITS:
            yield f"css-unit-{token.lower_unit}"
        elif token.type == "percentage":
            yield "css-unit-percent"
        elif token.type == "function":
            if token.lower_name in FUNCTIONS:
                yield FUNCTIONS[token.lower_name]
            yield from _of_tokens(token.arguments)


# The judge


def caniemail(sample):
    """Nothing that Gmail or Outlook on Windows lacks, but for what is allowed with a reason."""
    rules, exceptions = table(), allowed()
    complaints = [f"allowed-features.json: no such feature: {one}" for one in exceptions if one not in rules]
    for message in sample.messages:
        for slug, place in features(parts(message)[1]).items():
            lacking = rules.get(slug, [])
            if slug == "css-error":
                complaints.append(f"{message.name}: malformed CSS at {place}")
            elif lacking and slug not in exceptions:
                complaints.append(f"{message.name}: {slug} at {place}: not in {', '.join(lacking)}")
    return complaints


JUDGES = (
    Judge("caniemail", caniemail, (
        in_html("flexible boxes", "margin:0;", "margin:0;display:flex;justify-content:center;"),
        in_html("a shadow", "style=\"", "style=\"box-shadow:0 0 2px #000;"),
        in_html("a custom property", "style=\"", "style=\"color:var(--link);"),
        in_html("an SVG image", "<h1", '<img src="https://x.example/a.svg" alt="a"><h1'),
        in_html("an embedded image", "<h1", '<img src="data:image/png;base64,AAAA" alt="a"><h1'),
        in_html("a form", "<h1", "<form><button type=submit>x</button></form><h1"),
        in_html("a drawing", "<h1", "<svg></svg><h1"),
        in_html("a hover rule in nested CSS", "</head>", "<style>p{&:hover{x:y}}</style></head>"),
    )),
)
