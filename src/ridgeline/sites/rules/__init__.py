"""Site rules: CSS selectors, written by a person, that win over any extractor.

A rule names a site, what to select on its pages and what to exclude, and where their title, author and date stand:

    ["example.org"]
    select = ["article .body"]
    exclude = [".newsletter", "aside"]
    title = ["h1.headline"]

    rule.py        Rule, the selectors of one site
    collection.py  Rules, found by URL
    toml.py        the text of a file of rules, read and written
    file.py        changes of a file that several programs share
    selection.py   a rule applied to an extraction: leaves selected and excluded
    amendments.py  title, author and date by selectors
    site_config.py, xpath.py   rules from the public site-config format

Modules further down may import those above them.
"""

from .collection import Rules
from .rule import Rule, as_selectors
from .selection import Selection

__all__ = ["Rule", "Rules", "Selection", "as_selectors"]
