"""The page: HTML decoded, limited, parsed once into columns.

bytes ─open, decode→ str ─the core's parser→ Page

parsing.py        the way from HTML to a Page
input.py          the input: text or bytes, packed or saved in a file of another format, or no page at all
packed.py         unpacks compressed files within a limit
saved.py          pages saved as MHTML, web archives, SingleFile; property_list.py reads web archives
content_types.py  recognises what is not a web page
decoder.py        bytes to text, as browsers do it
limits.py         how much of a page is read
budget.py         the time that it may take
width.py          huge texts with a few rare characters
table.py          Page, the table of columns over the core, and Node, the view of one row
columns.py        the types of columns
elements.py       what HTML says about its elements
layout.py         where nodes stand, once a browser rendered the page
selectors.py CSS selectors over the columns; selector_syntax.py parses them
cache.py     values that are computed when first asked for; patterns.py has regular expressions of this kind
"""

from .breaks import Break
from .budget import Budget
from .columns import Attributes, BoolColumn, IntColumn
from .layout import Layout
from .limits import DEFAULT_LIMITS, Limits
from .parsing import parse
from .table import Node, Page

__all__ = [
    "DEFAULT_LIMITS",
    "Attributes",
    "BoolColumn",
    "Break",
    "Budget",
    "IntColumn",
    "Layout",
    "Limits",
    "Node",
    "Page",
    "parse",
]
