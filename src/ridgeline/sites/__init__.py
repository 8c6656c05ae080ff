"""What is known about sites, and its use.

    FOLDER/rules.toml                          site rules, written or learnt (`ridgeline.rules`)
    FOLDER/sites/example.org/learnt.json       what was learnt, when, from how many pages, and what it is worth
    FOLDER/sites/example.org/summit.json       an adapted summit: a head on its networks
    FOLDER/sites/example.org/template.json     a template
    FOLDER/sites/example.org/mountain-site.json, .bin   a classifier of the Mountain Model

    learnt.py      Learnt, the record of one kind of knowledge
    folder.py      the files of a folder, read and written
    collection.py  Sites: the extractor and the rule for a page

Nothing of it applies unless a caller says so: `ridgeline.extract(html, sites=True)`, `ridgeline extract --sites`.
`ridgeline.learning` makes it from corrected pages.
"""

from .collection import Sites
from .folder import SiteFolder
from .learnt import KINDS, Learnt

__all__ = ["KINDS", "Learnt", "SiteFolder", "Sites"]
