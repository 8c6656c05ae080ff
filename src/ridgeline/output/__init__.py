"""Writes the kept leaves of a page in the formats that people and programs read.

    (page, keep) → text
                 └→ outline → markdown, html, json, cleaneval; html → tei, epub

    formats.py    the table of formats
    options.py    what a person may want otherwise: title, links, images, width …
    outline.py    the outline: elements and paragraphs; the core builds it, and writes text, Markdown and HTML
    posts.py      a thread as one section a post
    line_wrap.py  lines of a width
    text.py, markdown.py, html.py, json.py, cleaneval.py …   one format each

An element is written only for the kept leaves in it. No format adds words that are not on the page, none glues two
words together, and none takes more than linear time, whatever the page holds.
"""

from .cleaneval import Segment, parse_cleaneval, write_cleaneval
from .formats import (
    FORMATS,
    WHOLE,
    Content,
    Described,
    Format,
    find_format,
    formats_with,
    has_option,
    read_options,
    write,
)
from .options import DEFAULT_OPTIONS, OutputOptions, max_leaves
from .text import to_text

__all__ = [
    "DEFAULT_OPTIONS",
    "FORMATS",
    "WHOLE",
    "Content",
    "Described",
    "Format",
    "OutputOptions",
    "Segment",
    "find_format",
    "formats_with",
    "has_option",
    "max_leaves",
    "parse_cleaneval",
    "read_options",
    "to_text",
    "write",
    "write_cleaneval",
]
