"""Small pages of which a part is kept, and what the rules make of it."""

from collections.abc import Collection

import numpy as np

from ridgeline import Page
from ridgeline.cleanup import tidy
from ridgeline.page import IntColumn

from ..pages import page as make_page
from ..pages import texts

TEXT = "The ferry leaves at nine and carries more mail than people."
MORE = "It comes back at noon with bread, and with the news of the mainland."


def tidied(body: str, drop: Collection[str] = (), head: str = "") -> list[str]:
    """What is kept of a page, by `texts`; `drop` names the leaves that were dropped before, pictures as "<img>"."""
    page = make_page(body, head, url="https://example.org/ferry")
    names = texts(page)
    keep = [leaf for leaf, name in enumerate(names) if name not in drop]
    return [names[leaf] for leaf in tidy(page, as_column(keep)).tolist()]


def as_column(leaves: list[int]) -> IntColumn:
    """Positions of leaves as an extractor gives them."""
    return np.array(leaves, dtype=np.int32)


def kept_pictures(page: Page) -> list[str]:
    """The addresses of the pictures that are kept of a page of which all text was."""
    is_text = page.leaf_lengths > 0
    keep = tidy(page, np.flatnonzero(is_text).astype(np.int32))
    addresses = (page.value(int(page.leaves[leaf]), "src") for leaf in keep.tolist() if not is_text[leaf])
    return [address or "" for address in addresses]
