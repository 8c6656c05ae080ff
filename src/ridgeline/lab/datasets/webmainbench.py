"""Samples of WebMainBench (Liu et al., 2025, arXiv 2511.23119), in the format that its README documents.

A line has the page (`html`), in which the elements that a person selected carry `cc-select="true"`, their markup
(`main_html`), Markdown that html2text made of it (`convert_main_content`), on some pages Markdown that a person
corrected (`groundtruth_content`), and in `meta` the language, the style of the page and its level of difficulty.

The marks are the solution: they are removed from the page that extractors see. The gold text is that of `main_html`,
or of the selected elements where a line has no `main_html`.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...output import to_text
from ...page import Page, parse

MARK = "cc-select"
_MARK = re.compile(rf"\s{MARK}\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+)", re.IGNORECASE)


def is_sample(fields: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a sample of WebMainBench."""
    return "track_id" in fields and "id" not in fields


def record_fields(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a record; what has the wrong type is left to the checks of records."""
    html, main_html, meta = sample.get("html"), sample.get("main_html"), sample.get("meta")
    about: Mapping[str, Any] = meta if isinstance(meta, dict) else {}
    return {
        "id": sample["track_id"],
        "html": _MARK.sub("", html) if isinstance(html, str) else html,
        "text": _gold_text(html, main_html),
        "url": sample.get("url"),
        "markdown": sample.get("groundtruth_content") or sample.get("convert_main_content"),
        "main_html": main_html,
        "type": about.get("style"),
        "level": about.get("level"),
        "lang": about.get("language"),
    }


def _gold_text(html: Any, main_html: Any) -> str:
    if isinstance(main_html, str) and main_html:
        return html_text(main_html)
    return selected_text(parse(html)) if isinstance(html, str) else ""


def html_text(html: str) -> str:
    """Return the text of a piece of HTML, all of it."""
    page = parse(html)
    return to_text(page, np.arange(len(page.leaves), dtype=np.int32))


def selected_text(page: Page) -> str:
    """Return the text of the selected elements; of two marks around a leaf the inner one counts."""
    marked = np.zeros(len(page), dtype=np.bool_)
    marked[list(page.having(MARK))] = True
    nearest = page.nearest(marked)[page.leaves]
    selected = [mark >= 0 and (page.value(mark, MARK) or "").lower() == "true" for mark in nearest.tolist()]
    return to_text(page, np.flatnonzero(selected).astype(np.int32))
