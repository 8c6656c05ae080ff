"""From kept leaves to what people and programs read: plain text, Markdown, HTML, JSON, CleanEval.

    (page, keep) ─visible texts→ text
                 └─structure→ blocks and runs ─→ markdown, html, json, cleaneval

    leaves.py     what a reader sees of each leaf
    structure.py  one walk: kept leaves → headings, lists, tables, code, quotes, paragraphs of runs
    tables.py     data or layout; cells on a grid
    addresses.py  which URLs may be written, and resolved against what
    escaping.py   characters that Markdown would read
    inline.py     the runs of one paragraph as Markdown
    text.py, markdown.py, html.py, json.py, cleaneval.py: one format each

An element appears only through its kept leaves. No format adds words that are not on the page, none glues two words
together, and none takes more than linear time, whatever the page holds.
"""

from .cleaneval import to_cleaneval
from .html import to_html
from .json import to_json
from .markdown import to_markdown
from .text import to_text

__all__ = ["to_cleaneval", "to_html", "to_json", "to_markdown", "to_text"]
