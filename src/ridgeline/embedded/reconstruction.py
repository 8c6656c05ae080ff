"""Builds a page from the content that another page carries as data, without running its scripts.

page ─carriers→ JSON, frames ─search→ the best writing ─→ HTML ─parse→ Page
"""

import html
from collections.abc import Sequence
from dataclasses import replace

from ..page import Budget, Limits, Page, parse
from ..text.characters import count_words
from ..text.entities import unescape
from . import frames, linked_data, state
from .prose import MIN_WORDS, Writing, heaviest


def rebuild(page: Page, budget: Budget, having: Sequence[str] = ()) -> Page | None:
    """Return a page made of the content that this one carries as data; None where that is nothing substantial.

    Where some pieces of the content are known, scripts that have none of them are not read.
    """
    best = heaviest([linked_data.find(page, budget), state.find(page, budget, having), frames.find(page, budget)])
    if best.weight < MIN_WORDS:
        return None
    rebuilt = parse(_source(page, best), url=page.url, limits=Limits(seconds=page.budget.seconds))
    if count_words(" ".join(rebuilt.leaf_text)) < MIN_WORDS:
        return None
    # What was cut off the original may have been cut off its content.
    cuts = page.cuts | rebuilt.cuts
    return replace(rebuilt, cuts=cuts, encoding=page.encoding, original=page, carrier=best.carrier)


_MAX_SCRIPT = 500_000  # characters; the metadata of a page takes some hundreds
_HEAD_LINKS = frozenset("canonical shortlink author license alternate".split())


def _source(page: Page, writing: Writing) -> str:
    """Return the HTML of a page around the writing. The head stays, for the metadata."""
    head = [f"<title>{html.escape(page.title, quote=False)}</title>"] if page.title else []
    for node in page.find("meta", "link", "base"):
        if node.tag != "link" or (node.get("rel") or "").lower() in _HEAD_LINKS:
            attributes = "".join(f' {name}="{html.escape(value or "")}"' for name, value in node.attributes.items())
            head.append(f"<{node.tag}{attributes}>")
    head += [
        f'<script type="application/ld+json">{code}</script>'
        for script in page.scripts("application/ld+json")
        if len(code := script.text_content) <= _MAX_SCRIPT
    ]
    language = page[0].get("lang") if len(page) else None
    opening = f'<html lang="{html.escape(language)}">' if language else "<html>"
    heading = f"<h1>{html.escape(unescape(writing.title), quote=False)}</h1>" if writing.title else ""
    body = "\n".join(writing.pieces())
    return f"<!DOCTYPE html>{opening}<head>{''.join(head)}</head><body><article>{heading}{body}</article></body></html>"
