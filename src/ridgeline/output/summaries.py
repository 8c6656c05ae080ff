"""The pictures and the links of the content in a list each, at the end of the Markdown, as readers for agents write it.

They are those that the HTML format writes: the best source of a picture, safe addresses, in the order of the page, each
once. Of a text within a budget they take a quarter at most.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING

from .. import _native
from .html import write_fragment

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_MAX_LISTED = 500
_BUDGET_SHARE = 4
_IMAGE = re.compile(r'<img src="([^"]*)"([^>]*)>')  # as the core writes them
_ALT = re.compile(r' alt="([^"]*)"')
_LINK = re.compile(r'<a href="(https?://[^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_MARKUP = re.compile(r"([\\`*_\[\]<>])")
_IN_ADDRESS = {ord(mark): f"%{ord(mark):02X}" for mark in "()<> \\"}


def write_summaries(content: "Content", options: "OutputOptions") -> str:
    """Return the lists that the options ask for, each below its name; within a quarter of their budget."""
    html = write_fragment(content, replace(options, links="inline", images=True, max_tokens=None), title=False)
    lists = []
    if options.images_summary:
        images = ((match[1], _ALT.search(match[2])) for match in _IMAGE.finditer(html))
        lists.append(_listed("Images", "!", ((url, alt[1] if alt else "") for url, alt in images)))
    if options.links_summary:
        links = ((match[1], _TAG.sub("", match[2])) for match in _LINK.finditer(html))
        lists.append(_listed("Links", "", links))
    lines = [line for lines in lists for line in lines]
    if options.max_tokens is not None:
        lines = _within(lines, options.max_tokens // _BUDGET_SHARE)
    return "\n".join(lines).strip("\n")


def _listed(name: str, mark: str, found: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of a list of addresses and texts; of several texts the first that says something counts."""
    texts: dict[str, str] = {}
    for url, text in found:
        texts[url] = texts.get(url) or " ".join(unescape(text).split())
    items = [f"- {mark}[{_plain(text)}]({unescape(url).translate(_IN_ADDRESS)})" for url, text in texts.items()]
    left = len(items) - _MAX_LISTED
    return ["", f"{name}:", "", *items[:_MAX_LISTED], *([f"- … {left:,} more"] if left > 0 else [])] if items else []


def _plain(text: str) -> str:
    """Return a text that is no markup."""
    return _MARKUP.sub(r"\\\1", text)


def _within(lines: list[str], room: int) -> list[str]:
    """Return the first lines that there is room for, and how many more there are."""
    room -= _native.core.estimate_tokens("\n- … 1,000 more")
    for place, line in enumerate(lines):
        room -= _native.core.estimate_tokens(f"{line}\n") + 1
        if room < 0:
            return [*lines[:place], f"- … {len(lines) - place:,} more"]
    return lines
