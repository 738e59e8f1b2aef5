#!/usr/bin/env python3
"""Writes output/index.html: the documents of `output/` on one page, as `tidings templates gallery` shows them.

    output_page.py FOLDER GALLERY

FOLDER holds what make-output made, GALLERY a gallery, of which the terminal is taken: its files here
have no colors. The page is one file: mails and texts stand in it, pages in frames beside it.
"""
import email
import email.policy
import html
import pathlib
import sys

STYLE = pathlib.Path(__file__).resolve().parents[3] / "Templates" / "gallery"
LANGUAGES = {"en": "English", "de": "Deutsch", "ar": "العربية"}
WIDTHS = {"width-phone": "375", "width-desktop": "1280"}
SCHEMES = {"scheme-light": "Light", "scheme-dark": "Dark"}


def frame(title, link, source=None, document=None):
    """A figure with a document, of a file or inside of the page."""
    where = f'src="{link}"' if document is None else f'srcdoc="{html.escape(document)}"'
    return (
        f"<figure>\n<figcaption><strong>{title}</strong>"
        + (f" <span>{html.escape(source)}</span>" if source else "")
        + f' <a href="{link}">Open</a></figcaption>\n'
        f'<iframe loading="lazy" sandbox title="{title}" {where}></iframe>\n</figure>\n'
    )


def plain(text, language):
    """A text document as a page."""
    direction = ' dir="rtl"' if language == "ar" else ""
    style = (STYLE / "plain.css").read_text()
    return (
        f'<!doctype html><html lang="{language}"{direction}><meta charset="utf-8">'
        f'<meta name="color-scheme" content="light dark"><title>text</title>'
        f"<style>{style}</style><pre>{html.escape(text)}</pre></html>"
    )


def figures(folder, gallery, language):
    """The documents of one language."""
    page = "maya-ortiz.html" if language == "en" else f"maya-ortiz.{language}.html"
    digest = f"digest/{language}"
    made = ""
    for name, title in [(language, "Mail")] + ([("lean", "Mail, lean")] if language == "en" else []):
        path = f"mail/{name}.eml"
        message = email.message_from_bytes((folder / path).read_bytes(), policy=email.policy.default)
        subject = str(message["Subject"])
        made += frame(title, path, subject, message.get_body(("html",)).get_content())
        if name == language:
            text = message.get_body(("plain",)).get_content()
            made += frame("Mail, text part", path, document=plain(text, language))
    made += frame("Inbox page", f"inbox/{page}")
    made += frame("Digest, HTML", f"{digest}/html/maya-ortiz.html")
    for form, ending in [("markdown", "md"), ("text", "txt")]:
        path = f"{digest}/{form}/maya-ortiz.{ending}"
        made += frame(f"Digest, {form}", path, document=plain((folder / path).read_text(), language))
    if language == "en":
        made += frame("List of inboxes", "inbox/index.html")
        for title, path in [("Feed, Atom", "feeds/maya-ortiz.atom"), ("Summary", "summary.txt")]:
            made += frame(title, path, document=plain((folder / path).read_text(), language))
    terminal = (gallery / f"few-{language}-terminal.html").read_text()
    return made + frame("Digest, terminal", f"{digest}/terminal/maya-ortiz.txt", document=terminal)


def chooser(title, group, choices):
    labels = "".join(
        f'<label><input type="radio" name="{group}" id="{key}"{"" if number else " checked"}> {name}</label>'
        for number, (key, name) in enumerate(choices.items()))
    return f"<fieldset><legend>{title}</legend>{labels}</fieldset>\n"


def page(folder, gallery):
    rules = "".join(f":root:has(#language-{tag}:checked) .language-{tag} {{ display: grid; }}\n" for tag in LANGUAGES)
    views = "".join(
        f'<section class="language-{tag}">\n{figures(folder, gallery, tag)}</section>\n' for tag in LANGUAGES)
    languages = {f"language-{tag}": name for tag, name in LANGUAGES.items()}
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tidings: the sample's documents</title>
<style>
{(STYLE / "index.css").read_text()}{rules}</style>
</head>
<body>
<header>
<h1>Tidings <span>the sample's documents</span></h1>
<div class="choosers">
{chooser("Language", "language", languages)}{chooser("Width", "width", WIDTHS)}{chooser("Scheme", "scheme", SCHEMES)}</div>
</header>
<main>
{views}</main>
</body>
</html>
"""


if __name__ == "__main__":
    FOLDER, GALLERY = map(pathlib.Path, sys.argv[1:])
    (FOLDER / "index.html").write_text(page(FOLDER, GALLERY))
