"""Content that a page carries only as data: whether it is worth looking for, and a page that shows it.

Some pages show nothing until scripts have built them. Others show how their content begins, and carry all of it.
"""

import re

from .. import elements
from ..page import IntColumn, Page

# A page is worth a look where it says so little. Most pages are known by their first leaves.
_LITTLE_TEXT = 1_000  # characters, 150 words; shells of wcxb-dev have up to 900 with their menus
_CARRIERS = elements.table(["iframe", "noscript", "script"])
_LITTLE_PLAIN_TEXT = 400  # of these outside of links
# Characters that data has as the page shows them, in a row that is long enough to be found by chance nowhere.
_PLAIN_RUN = re.compile(r"[A-Za-z0-9 ,.;:()-]{30}")
_MOST_RUNS = 5


def needs_reveal(page: Page) -> bool:
    """Whether a page has data, and shows so little text that it is worth looking into. Hidden text is text."""
    characters = 0
    for text in page.leaf_text:
        characters += len(text)
        if characters > _LITTLE_TEXT:
            return False
    if not (page.has_tag(_CARRIERS).any() or page.having("data-preloaded")):
        return False
    in_link = page.inside(page.tag == elements.CODES["a"])[page.leaves]
    plain = sum(len(text) for text, linked in zip(page.leaf_text, in_link.tolist(), strict=True) if not linked)
    return plain <= _LITTLE_PLAIN_TEXT


def reveal(page: Page) -> Page | None:
    """A page made of the content that this one carries as data; None where that is nothing substantial."""
    from .revealing import reveal as build  # few pages need it

    return build(page)


def is_carried(page: Page, keep: IntColumn) -> bool:
    """Whether the data of a page has what was kept of it: the longest of these leaves, or a piece of it."""
    longest = max((page.leaf_text[leaf] for leaf in keep.tolist()), key=len, default="")
    runs = _PLAIN_RUN.findall(longest)[:_MOST_RUNS]
    return any(run in code for code in (script.text_content for script in page.scripts()) for run in runs)


def complete(page: Page, keep: IntColumn) -> Page | None:
    """A page made of the content that this one shows the beginning of; None where its data has no more of it."""
    from .revealing import complete as build

    return build(page, keep)
