"""Clean HTML: the kept leaves in the elements around them, with an allowlist of tags and attributes.

The core writes the markup anew from the outline (html_writer.c), with all text escaped and all URLs checked; nothing of
the page's own markup is copied. A sanitiser leaves it as it is, which the tests assert.
"""

from typing import TYPE_CHECKING

from .posts import written_outline
from .reader import write_reader_page
from .text import wanted_title

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as clean HTML."""
    html = write_fragment(content, options, title=True)
    if options.max_tokens is not None:
        html = content.fitted("html", html, options)
    return write_reader_page(content, html) if options.whole_page and html else html


def write_fragment(content: "Content", options: "OutputOptions", *, title: bool) -> str:
    """Return the content as HTML without a page around it; `title` is the default of that option."""
    return written_outline(content, options).write_html(options, wanted_title(content, options, default=title))


def write_numbered(content: "Content", options: "OutputOptions") -> str:
    """Return the content as HTML to look at: every leaf in an element with its number, without addresses."""
    title = wanted_title(content, options, default=True)
    return content.outline.write_html(options, title, is_numbered=True)
