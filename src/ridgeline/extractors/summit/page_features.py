"""The features of a page as a whole: its text, its markup, its address, what it declares."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from ...page import elements
from ...page.elements import CODES
from .address import ADDRESS_FEATURES, address_features
from .constants import Matrix
from .declared import Declared
from .lines import CHARACTERS, SPACELESS
from .tree import Tree

_COUNTED_TAGS = (
    *"h1 h2 h3 h4 p li td img form input article main button iframe pre code video time select dt blockquote a".split(),
)
_TAG_CODES = np.array([CODES[name] for name in _COUNTED_TAGS])
_SCHEMA_TYPES = (
    *"Article NewsArticle BlogPosting Product Recipe DiscussionForumPosting QAPage ItemList CollectionPage".split(),
    *"FAQPage WebPage Organization TechArticle Service LocalBusiness BreadcrumbList".split(),
)
_OPEN_GRAPH_TYPES = ("article", "website", "product")
GROUP_STATS = ("count", "words", "links", "prose", "share")  # of the records, and of the slot, that hold most words
PAGE_FEATURES = (
    *("words", "lines", "links", "prose", "prose_lines", "prose_words", "hidden", "spaceless"),
    *(f"count_{name}" for name in _COUNTED_TAGS),
    *("main_share", "article_share", "longest_article_share"),
    *ADDRESS_FEATURES,
    *(f"schema_{kind}" for kind in _SCHEMA_TYPES),
    *(f"open_graph_{kind}" for kind in _OPEN_GRAPH_TYPES),
    *("declared_body", "declared_reviews"),
    *(f"top_{of}_{name}" for of in ("record", "slot") for name in GROUP_STATS),
)
# What the markup says of the whole page. Training leaves them out of some pages: fashions in markup change.
MARKUP_FEATURES = (
    *("count_article", "count_main", "count_button", "main_share", "article_share", "longest_article_share"),
    *(f"schema_{kind}" for kind in _SCHEMA_TYPES),
    *(f"open_graph_{kind}" for kind in _OPEN_GRAPH_TYPES),
)


def describe_page(tree: Tree, declared: Declared, record: Sequence[float], slot: Sequence[float]) -> Matrix:
    """Compute PAGE_FEATURES. `record` and `slot` are GROUP_STATS."""
    page, lines = tree.page, tree.lines
    total, prose = tree.total_words, float(tree.prose_words.sum())
    counted = np.bincount(np.minimum(page.tag, elements.UNKNOWN), minlength=elements.UNKNOWN + 1)
    tags = page.tag.take(tree.held)
    mains, articles = tree.node_words[tags == CODES["main"]], tree.node_words[tags == CODES["article"]]
    values: dict[str, float] = {
        "words": math.log1p(total),
        "lines": math.log1p(len(lines)),
        "links": tree.links.sum() / total,
        "prose": prose / total,
        "prose_lines": math.log1p(tree.is_prose.sum()),
        "prose_words": math.log1p(prose),
        "hidden": (tree.words * page.hidden.take(lines.node)).sum() / total,
        "spaceless": lines.counts[:, SPACELESS].sum() / max(1.0, lines.counts[:, CHARACTERS].sum()),
        **_named("count", _COUNTED_TAGS, np.log1p(counted.take(_TAG_CODES)).tolist()),
        "main_share": min(1.0, mains.sum() / total),
        "article_share": min(1.0, articles.sum() / total),
        "longest_article_share": articles.max(initial=0) / total,
        **address_features(page.url or ""),
        **_named("schema", _SCHEMA_TYPES, [kind in declared.schema_types for kind in _SCHEMA_TYPES]),
        **_named("open_graph", _OPEN_GRAPH_TYPES, map(declared.open_graph_type.startswith, _OPEN_GRAPH_TYPES)),
        "declared_body": math.log1p(len(declared.body)),
        "declared_reviews": math.log1p(len(declared.reviews)),
        **_named("top_record", GROUP_STATS, record),
        **_named("top_slot", GROUP_STATS, slot),
    }
    return np.array([values[name] for name in PAGE_FEATURES], dtype=np.float32)


def _named(prefix: str, names: Sequence[str], values: Iterable[float]) -> dict[str, float]:
    return {f"{prefix}_{name}": value for name, value in zip(names, values, strict=True)}
