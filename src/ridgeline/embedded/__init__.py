"""Content that a page carries only as data: whether it is worth looking for, and a page that shows it.

Some pages show nothing until scripts have built them. Others show how their content begins, and carry all of it.
"""

import re

from ..page import IntColumn, Page, elements

# A page is worth a look where it says so little. Most pages are known by their first leaves.
_LITTLE_TEXT = 1_000  # characters, 150 words; shells of wcxb-dev have up to 900 with their menus
_CARRIERS = elements.table(["iframe", "noscript", "script"])
_LITTLE_PLAIN_TEXT = 400  # of these outside of links
# Characters that data has as the page shows them, in a row that is long enough to be found by chance nowhere.
_PLAIN_RUN = re.compile(r"[A-Za-z0-9 ,.;:()-]{30}")
_MAX_RUNS = 5
_WINDOW = 8  # times what was kept; names and marks of data are in it


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


def carries_more(page: Page, keep: IntColumn) -> bool:
    """Whether the data of a page seems to have what was kept of it, and to go on where the page does not.

    To look into data takes time, so it is looked at first: for a piece of the longest of these leaves, and for what
    follows that.
    """
    texts = [page.leaf_text[leaf] for leaf in keep.tolist()]
    runs = _PLAIN_RUN.findall(max(texts, key=len, default=""))[:_MAX_RUNS]
    if not runs:
        return False
    window = _WINDOW * sum(map(len, texts))
    shown = " ".join(page.leaf_text)
    for code in (script.text_content for script in page.scripts()):
        place = next((place for run in runs if (place := code.find(run)) >= 0), None)
        if place is not None:
            following = _PLAIN_RUN.findall(code, place, place + window)
            if 2 * sum(run not in shown for run in following) > len(following):
                return True
    return False


def complete(page: Page, keep: IntColumn) -> Page | None:
    """A page made of the content that this one shows the beginning of; None where its data has no more of it."""
    from .completing import complete as build  # few pages need it

    return build(page, keep)
