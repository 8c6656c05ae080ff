"""Site rules: CSS selectors, written by a person, that win over any extractor.

A rule names a site, and what to keep and to drop on its pages, and where their title, author and date stand:

    ["example.org"]
    keep = ["article .body"]
    drop = [".newsletter", "aside"]
    title = ["h1.headline"]

    sites.py       which sites cover a URL
    rule.py        Rule, the selectors of one site
    collection.py  Rules, found by URL
    toml.py        the file of rules, read and written
    applying.py    a rule applied to an extraction: leaves kept and dropped
    fields.py      title, author and date by selectors

Modules further down may import those above them.
"""

from .collection import Rules
from .rule import Rule, as_selectors
from .selection import Selection

__all__ = ["Rule", "Rules", "Selection", "as_selectors"]
