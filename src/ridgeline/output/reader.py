"""A whole HTML page for reading and printing the content, around the sanitised fragment.

It has no scripts, and a policy that forbids any: only images are loaded, from wherever the page had them. All that
comes from the page is escaped. Its style follows the reader's choice of light or dark, and prints with a line above
each sheet that says what it is.
"""

import base64
import hashlib
import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from ..text.urls import resolve

if TYPE_CHECKING:
    from .formats import Content

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he ks ku-arab ps sd ug ur yi".split())

STYLE = """
:root { color-scheme: light dark; --ink: #1f1d1a; --paper: #fdfcf9; --quiet: #6b665e; --line: #ddd8ce; --tint: #f3f0e9;
  --link: #1a5276; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dcd8cf; --paper: #1b1a18; --quiet: #9a948a; --line: #3a3733; --tint: #262421; --link: #8ab8dc; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.6; overflow-wrap: break-word;
  font: 1.1875rem/1.6 Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, Cambria, serif; }
main { max-width: 66ch; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
.source { margin: 0 0 1.5rem; color: var(--quiet); }
.source, figcaption, caption, th, td, footer, .sheet { font-family: system-ui, "Segoe UI", Roboto, sans-serif; }
.source, figcaption, caption, footer { font-size: .8125rem; line-height: 1.45; }
.sheet { display: none; }
h1, h2, h3, h4, h5, h6 { line-height: 1.22; margin: 2.2em 0 .6em; text-wrap: balance; break-after: avoid; }
h1 { font-size: 2.1rem; margin: 0 0 1.2rem; }
h1 ~ h1 { margin-top: 2.2em; }
h2 { font-size: 1.5rem; } h3 { font-size: 1.22rem; } h4, h5, h6 { font-size: 1.05rem; }
p, ul, ol, dl, table, pre, blockquote, figure, details { margin: 0 0 1.15em; }
p, li, dd { hanging-punctuation: first allow-end; }
a { color: var(--link); text-decoration-thickness: .06em; text-underline-offset: .14em; }
ul, ol { padding-inline-start: 1.5em; } li { margin: .25em 0; } li > ul, li > ol { margin: 0; }
dt { font-weight: 600; } dd { margin: 0 0 .6em 1.5em; }
blockquote { margin-inline: 0; padding-inline-start: 1.1em; border-inline-start: 3px solid var(--line);
  color: var(--quiet); }
img { max-width: 100%; height: auto; }
figure { margin-inline: 0; } figure img { display: block; margin: 0 auto .5em; } figcaption { color: var(--quiet); }
pre, code { font-family: ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, monospace; font-size: .86em; }
code { background: var(--tint); padding: .1em .3em; border-radius: 3px; }
pre { background: var(--tint); padding: .9em 1em; border-radius: 5px; overflow-x: auto; line-height: 1.5; }
pre code { background: none; padding: 0; font-size: 1em; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: .84em;
  line-height: 1.4; font-variant-numeric: tabular-nums; }
th, td { padding: .45em .75em; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
thead th { border-bottom: 2px solid var(--quiet); }
caption { text-align: start; color: var(--quiet); padding: 0 0 .5em; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2.2em auto; width: 40%; }
sub, sup { line-height: 0; } summary { font-weight: 600; cursor: default; }
footer { margin-top: 3rem; padding-top: .9rem; border-top: 1px solid var(--line); color: var(--quiet); }
@media (max-width: 34rem) { body { font-size: 1.0625rem; } main { padding-top: 1.75rem; } h1 { font-size: 1.7rem; } }
@media print {
  @page { margin: 18mm 20mm; }
  :root { color-scheme: light; --ink: #000; --paper: #fff; --quiet: #555; --line: #bbb; --tint: #f4f4f4; --link: #000; }
  body { display: table; width: 100%; font-size: 10.5pt; line-height: 1.45; }
  .sheet { display: table-header-group; break-inside: avoid; font-size: 8pt; color: var(--quiet); }
  .sheet div { display: flex; justify-content: space-between; gap: 2em; margin-bottom: 6mm; padding-bottom: 1.5mm;
    border-bottom: .5pt solid var(--line); }
  .source { display: none; }
  main { display: table-row-group; max-width: none; }
  h1 { font-size: 20pt; } h2 { font-size: 14pt; } h3 { font-size: 12pt; }
  p, li { orphans: 3; widows: 3; } figure, table, pre, blockquote, img { break-inside: avoid; }
  table { display: table; width: auto; } pre { white-space: pre-wrap; } img { max-height: 120mm; }
  a { text-decoration: none; }
}
"""


def write_reader_page(content: "Content", fragment: str) -> str:
    """Return a page around the content, which is given as sanitised HTML."""
    language = language_of(content)
    title = _text(_line(content.title) or _line(content.page.url) or "")
    attributes = f' lang="{language}"' if language else ""
    if is_right_to_left(content, language):
        attributes += ' dir="rtl"'
    return f"""<!DOCTYPE html>
<html{attributes}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="ridgeline">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
{_sheet_header(content, title)}
<main>
{_source(content)}<article>
{fragment}
</article>
{_footer(content)}</main>
</body>
</html>"""


@cache
def _policy() -> str:
    """Return the content security policy: images, and the one style above."""
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    return f"default-src 'none'; img-src * data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def language_of(content: "Content") -> str | None:
    declared = next((node.get("lang") for node in content.page.find("html")), None)
    known = (declared, content.metadata.language)
    return next((name for name in known if name and _LANGUAGE.fullmatch(name)), None)


def is_right_to_left(content: "Content", language: str | None) -> bool:
    directions = [(node.get("dir") or "").lower() for node in content.page.find("html", "body")]
    if any(direction in ("rtl", "ltr") for direction in directions):
        return "rtl" in directions
    return bool(language) and str(language).lower().split("-")[0] in _RIGHT_TO_LEFT


def _sheet_header(content: "Content", title: str) -> str:
    """Return the line above each printed sheet: title, source, date."""
    metadata = content.metadata
    place = " · ".join(_text(part) for part in (_place(content), _line(metadata.date)) if part)
    return f'<header class="sheet" aria-hidden="true"><div><span>{title}</span><span>{place}</span></div></header>'


def _source(content: "Content") -> str:
    """Return the line above the title: site, authors, date."""
    metadata = content.metadata
    parts = [_text(part) for part in (_place(content), _line(metadata.author)) if part]
    if date := _line(metadata.date):
        parts.append(f'<time datetime="{escape(date)}">{_text(date)}</time>')
    return f'<p class="source">{" · ".join(parts)}</p>\n' if parts else ""


def _footer(content: "Content") -> str:
    url = resolve(content.page.url or content.metadata.canonical_url, None)
    if url is None or not url.startswith(("http://", "https://")):
        return ""
    return f'<footer><a href="{escape(url)}" rel="noopener noreferrer">{_text(url)}</a></footer>\n'


def _place(content: "Content") -> str | None:
    """Return where the page is from: the name of its site, or its host."""
    url = resolve(content.page.url or content.metadata.canonical_url, None) or ""
    host = url.partition("://")[2].partition("/")[0].removeprefix("www.")
    return _line(content.metadata.site_name) or host or None


def _text(text: str) -> str:
    """Return a text as HTML."""
    return escape(text, quote=False)


def _line(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None
