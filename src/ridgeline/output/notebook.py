"""An extraction in a notebook: its beginning as sanitised HTML or Markdown, under a line that says how it came about.

A notebook puts the markup of its outputs into its own page, where a script could run code on the reader's machine. So
all that is shown goes through the writers of the formats, which escape and sanitise it, and no image is loaded: that
would tell the page's owner that somebody reads it.
"""

from html import escape

from .. import _native
from ..page import IntColumn, Page
from ..status import Status
from .formats import Content, read_options, write

_MAX_CHARACTERS = 20_000  # of text: notebooks are kept, sent and put under version control
_MAX_LEAVES = 5_000
_FRAME = "border: 1px solid rgba(128, 128, 128, .4); border-radius: 4px; padding: .5em 1em; max-width: 50em"
_CONTENT = "max-height: 30em; overflow: auto; overflow-wrap: anywhere"
# Notebooks typeset formulas in outputs, and a page's dollar signs are no formulas.
_CLASSES = "tex2jax_ignore mathjax_ignore"


def beginning(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves that a notebook shows."""
    shown = keep[:_MAX_LEAVES]
    characters = page.leaf_lengths[shown].cumsum()
    return shown[: int((characters <= _MAX_CHARACTERS).sum())]


def to_html(whole: Content, shown: Content) -> str:
    """Return the shown part of an extraction as HTML for a notebook."""
    notes = "".join(f"<div><small>{escape(line)}</small></div>" for line in _notes(whole, shown))
    content = write(shown, "html", read_options("html", {"images": False})) if len(shown.keep) else ""
    body = f'<div style="{_CONTENT}">{content}</div>' if content else ""
    return f'<div class="{_CLASSES}" style="{_FRAME}">{notes}{body}</div>'


def to_markdown(whole: Content, shown: Content) -> str:
    """Return the shown part of an extraction as Markdown for a notebook."""
    notes = "\n".join(f"> {_native.core.escape_markdown(line)}  " for line in _notes(whole, shown))
    content = write(shown, "markdown", read_options("markdown", {"images": False})) if len(shown.keep) else ""
    return f"{notes}\n\n{content}" if content else notes


def _notes(whole: Content, shown: Content) -> list[str]:
    """Return lines that say how an extraction came about."""
    facts = [whole.extractor, whole.status.value]
    if whole.confidence is not None:
        facts.append(f"confidence {whole.confidence:.2f}")
    if whole.page_type is not None:
        facts.append(whole.page_type)
    facts.append(f"{len(whole.keep):,} of {len(whole.page.leaves):,} leaves")
    lines = [" · ".join(facts)]
    if whole.status is not Status.OK:
        lines.append(whole.status.meaning)
    if len(shown.keep) < len(whole.keep):
        lines.append(f"the first {len(shown.keep):,} leaves are shown")
    return [*lines, *whole.remarks]
