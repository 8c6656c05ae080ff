"""Plain text in the shape of the page: a blank line between paragraphs, list items and table rows on lines of their
own, a tab between the cells of a row. Nothing is added, no marker and no word. The core writes it (text.c).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..page import IntColumn, Page
from ..text.formulas import write_formulas
from ..text.invisible import encodable
from ..text.plain import is_plain_file, plain_lines
from ..text.spaces import split_and_join
from .options import DEFAULT_OPTIONS

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as plain text."""
    if options is DEFAULT_OPTIONS:
        return to_text(content.page, content.keep)
    if options.posts:
        from .posts import text_of_posts  # the usual text needs neither this nor the outline

        text = text_of_posts(content, options)
    else:
        heading, keep = split_title(content, options)
        text = "\n\n".join(filter(None, (heading, to_text(content.page, keep))))
    if options.max_tokens is not None or options.start:
        text = content.fitted("text", text, options)
    if options.width is not None:
        from .line_wrap import wrap_text

        text = wrap_text(text, options.width, unbroken=_lines_of_code(content))
    return text


def split_title(content: "Content", options: "OutputOptions") -> tuple[str, IntColumn]:
    """Return the title where the options want it, else "", and the kept leaves that do not say it."""
    title = wanted_title(content, options, default=False) if len(content.keep) else None
    if title is None or not any(map(str.isalnum, title)):
        return "", content.keep
    outline = content.outline
    found = outline.core.find_title(encodable(title))
    taken = [leaf for first, end in found for leaf in outline.leaves[first:end].tolist()]
    said = to_text(content.page, np.array(taken, dtype=np.int32)) if taken else title
    return split_and_join(said), content.keep[~np.isin(content.keep, taken)]


def wanted_title(content: "Content", options: "OutputOptions", *, default: bool) -> str | None:
    """Return the title where the options want it; `default` says what the format does where they do not say."""
    return content.title if (default if options.title is None else options.title) else None


def _lines_of_code(content: "Content") -> set[str]:
    code = (paragraph.text for paragraph in content.outline.paragraphs() if paragraph.role == "pre")
    return {line for text in code for line in text.split("\n")}


def to_text(page: Page, keep: IntColumn) -> str:
    """Return the kept leaves of a page as plain text."""
    if len(keep) and is_plain_file(page):
        return plain_lines(page)
    leaves = np.ascontiguousarray(keep, dtype=np.int32)
    text = page.core.text_of(leaves, None)
    return page.core.text_of(leaves, write_formulas(page, leaves)) or "" if text is None else text


def to_texts(page: Page, keeps: Sequence[IntColumn]) -> list[str]:
    """Return the text of each of several sets of leaves."""
    return [to_text(page, keep) for keep in keeps]
