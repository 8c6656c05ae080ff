"""The content of an extraction as a view: for reading, with every leaf in an element of ours.

The markup is that of the HTML format, sanitised in the same way, but without the addresses of links and pictures, so
that nothing can be followed or loaded; pictures that are stored with the page are shown. The style is that of the whole
page that the format writes.
"""

import re

from ....extraction import Extraction
from ....output import DEFAULT_OPTIONS
from ....output.html import write_numbered
from ....output.reader import STYLE, is_right_to_left, language_of
from ....page import Page
from .snapshot import EMPTY, Snapshot
from .vocabulary import escape_attribute
from .writer import View

# The page around the frame chooses the theme: see frame.js, "paint".
_CHOICES = """
html.rl-light { color-scheme: light; --ink: #1f1d1a; --paper: #fdfcf9; --quiet: #6b665e; --line: #ddd8ce;
  --tint: #f3f0e9; --link: #1a5276; }
html.rl-dark { color-scheme: dark; --ink: #dcd8cf; --paper: #1b1a18; --quiet: #9a948a; --line: #3a3733; --tint: #262421;
  --link: #8ab8dc; }
html { background: var(--paper); }
body { font-size: 1.1875rem; }
main { max-width: 66ch; }
a { color: var(--link); text-decoration: underline; }
img:not([src]) { display: inline-block; padding: .6em 1em; border: 1px solid var(--line); border-radius: 4px;
  color: var(--quiet); font: .8125rem/1.4 system-ui, sans-serif; }
img:not([src]):is([alt=""], :not([alt])) { padding: .2em .6em; }
.rl-empty { color: var(--quiet); }
"""
_IMAGE = re.compile(r'<rl-leaf data-l="(\d+)"><img')  # as the core writes it
_EMPTY = '<p class="rl-empty">There is nothing to read: no content was found.</p>'


def write_content_view(extraction: Extraction, snapshot: Snapshot = EMPTY) -> View:
    """Return the content for reading."""
    language = language_of(extraction)
    attributes = f' lang="{escape_attribute(language)}"' if language else ""
    if is_right_to_left(extraction, language):
        attributes += ' dir="rtl"'
    written = _with_pictures(write_numbered(extraction, DEFAULT_OPTIONS), extraction.page, snapshot)
    return View(
        title=extraction.title or "",
        html_attributes=attributes,
        body_attributes=' class="rl-content"',
        styles=f"<style>{STYLE}{_CHOICES}</style>",
        body=f"<main><article>{written or _EMPTY}</article></main>",
    )


def _with_pictures(written: str, page: Page, snapshot: Snapshot) -> str:
    def shown(match: re.Match[str]) -> str:
        source = snapshot.picture(page, int(page.leaves[int(match[1])]))
        return match[0] if source is None else f'{match[0]} src="{escape_attribute(source)}"'

    return _IMAGE.sub(shown, written) if snapshot.pictures else written
