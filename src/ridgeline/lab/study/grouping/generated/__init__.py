"""Styled pages with marked ground truth, written by a generator with seeds.

The pages of the data sets link style sheets that are not there, so a browser shows most of them as one column. These
have their styles with them: grids, sticky bars, side columns, cards. A page is a kind of content (`arrangements`) in a
frame (`frames`) of menus, side columns and adverts (`surroundings`). Training pages and test pages share neither frames
nor the arrangement of the content, so a model that is trained on the ones is tested on layouts that it has not seen.

    prose          words and sentences
    arrangements   an article, a recipe, a product …, each arranged in two ways
    surroundings   what stands around the content
    frames         where everything stands on the page

The elements of the content have `data-truth="content"`, those that a reader would cut out of it `data-truth="cut"`, as
the pages of `examples/styled` do.
"""

import random
from dataclasses import dataclass

from .arrangements import KINDS
from .frames import FRAMES
from .split import Split

__all__ = ["KINDS", "PAGES_PER_KIND", "GeneratedPage", "Split", "generate", "generate_all"]

PAGES_PER_KIND = 6


@dataclass(frozen=True, slots=True)
class GeneratedPage:
    """The marked source of a page."""

    name: str  # such as test-recipe-3
    kind: str
    source: str


def generate(split: Split, kind: str, number: int) -> GeneratedPage:
    """Write a page; the same arguments always give the same page."""
    name = f"{split}-{kind}-{number}"
    chance = random.Random(name)  # noqa: S311 - not for cryptography
    content = KINDS[kind][split](chance)
    frames = FRAMES[split]
    # Frames take turns, so that every kind is in every frame.
    frame = frames[(number + list(KINDS).index(kind)) % len(frames)]
    return GeneratedPage(name, kind, frame(chance, content))


def generate_all(split: Split, pages_per_kind: int = PAGES_PER_KIND) -> list[GeneratedPage]:
    """Write the pages of every kind."""
    return [generate(split, kind, number) for kind in KINDS for number in range(pages_per_kind)]
