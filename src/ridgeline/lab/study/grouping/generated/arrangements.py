"""The kinds of content, with the arrangement of each in training pages and in test pages."""

from collections.abc import Mapping

from . import listings, texts
from .content import Builder
from .split import Split


def _arranged(training: Builder, test: Builder) -> Mapping[Split, Builder]:
    return {Split.TRAINING: training, Split.TEST: test}


KINDS: Mapping[str, Mapping[Split, Builder]] = {
    "news": _arranged(texts.news, texts.news_with_summary),
    "magazine": _arranged(texts.magazine, texts.magazine_in_bands),
    "sticky": _arranged(texts.sticky, texts.sticky_with_list),
    "recipe": _arranged(texts.recipe, texts.recipe_in_cards),
    "documentation": _arranged(texts.documentation, texts.reference),
    "grid": _arranged(listings.grid, listings.rows),
    "shop": _arranged(listings.shop, listings.shop_with_table),
    "forum": _arranged(listings.forum, listings.replies),
}
