"""What summit knows about each unit of a page: numbers by unit, numbers by page, and the groups units stand in.

Everything is computed for all units at once, and for several levels of the tree at once: a page has hundreds of units,
and what costs is not the arithmetic but the number of steps.

    text      how much of what kind of characters, links, first and last character, copies on the same page
    place     where on the page, after which heading, how far from the title
    region    what the elements around a unit hold: words, links, prose, at seven levels
    container whether it stands in the element that holds most of the prose, and how far from it
    repeated  siblings of the same kind as the elements around it, units with the same path
"""

import math
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import compress
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn, IntColumn, elements
from ...page.elements import CODES
from ...text.characters import Kind
from .declared import Declared
from .tokens import Classes, UnitWords
from .units import CAPITALS, CHARACTERS, COMMAS, DIGITS, ENDS, LETTERS, PUNCTUATION, SPACELESS, WORDS, Matrix, Units

LEVELS = 7  # of the elements around a unit: its own block, and six above
REGIONS = 4  # of the sectioning elements around it
_NEAR_LEVELS = 3  # of which all is said
_PATH_LEVELS = 5  # whose names make a path
_PATH_SCALE = 167 ** np.arange(_PATH_LEVELS)
_REGION_STATS = ("words", "links", "prose", "units", "share", "prose_share", "words_a_unit")
_SIBLING_STATS = ("siblings", "sibling_words", "sibling_links", "sibling_prose")
_REGION_TAGS = elements.table(
    "div section article main aside nav header footer td table ul ol dl form body blockquote".split()
)
_HEADING = elements.table(elements.HEADINGS)
_CAPITAL, _DIGIT, _PUNCTUATION, _END = map(np.uint8, (Kind.CAPITAL, Kind.DIGIT, Kind.PUNCTUATION, Kind.SENTENCE_END))
_PROSE_WORDS = 10  # a unit with so many, few of them links, and punctuation, is prose
_PROSE_CHARACTERS = 15  # the same where no spaces are set
_PROSE_LINKS = 0.4
_PROSE_SHARES = (0.5, 0.75, 0.9)  # of the prose: the deepest element that holds so much of it is a container
_MAX_NAMES = 1 << 13  # of elements on one page: those of HTML and MAX_UNKNOWN_NAMES
_COUNTED_TAGS = (
    *"h1 h2 h3 h4 p li td img form input article main button iframe pre code video time select dt blockquote a".split(),
)
_TAG_CODES = np.array([CODES[name] for name in _COUNTED_TAGS])
_URL_WORDS = re.compile(
    r"(forum|thread|topic|discuss|community|/t/|question)|(product|/p/|/dp/|shop|store|item|buy)|"
    r"(docs?[./]|documentation|/api|reference|guide|manual|wiki|help|learn)|(blog|news|article|story|post|/20\d\d/)|"
    r"(categor|collection|/c/|tags?/|search|list|archive|browse)|(services?|solutions|about|pricing|features|company)"
)
_URL_KINDS = ("forum", "product", "documentation", "article", "listing", "service")
_SCHEMA_TYPES = (
    *"Article NewsArticle BlogPosting Product Recipe DiscussionForumPosting QAPage ItemList CollectionPage".split(),
    *"FAQPage WebPage Organization TechArticle Service LocalBusiness BreadcrumbList".split(),
)
_OPEN_GRAPH_TYPES = ("article", "website", "product")

UNIT_FEATURES = (
    *("words", "characters", "word_length", "capitals", "capital_words", "digits", "punctuation", "ends"),
    *("ends_a_word", "commas", "commas_a_word", "spaceless", "links", "link_words", "only_links", "images"),
    *("first_capital", "first_digit", "first_punctuation", "last_end", "last_punctuation", "is_prose"),
    *("copies", "is_copy", "title_overlap", "in_description", "in_body", "in_reviews", "in_names"),
    *("hidden", "depth", "position", "words_before", "index", "index_from_end"),
    *("heading_distance", "heading_level", "after_first_heading", "from_first_heading", "after_title", "from_title"),
    *("in_best", "in_best_parent", "in_best_grandparent", "best_share", "best_prose_share", "best_distance"),
    *("below_best", "after_best", "before_best"),
    *(f"{name}_{share}" for share in _PROSE_SHARES for name in ("in_most", "most_share")),
    *(f"{stat}_{level}" for level in ("own", "above_1", "above_2") for stat in _REGION_STATS),
    *(f"{stat}_region_{level}" for level in range(REGIONS) for stat in _REGION_STATS),
    *(f"{stat}_{level}" for level in range(3) for stat in _SIBLING_STATS),
    *("records", "record_words", "record_links", "record_prose", "record_level"),
    *("path_units", "path_share", "path_words", "path_links", "path_prose"),
)
ADDRESS_FEATURES = (
    *("is_home", "path_parts", "path_length", "path_digits", "path_hyphens", "has_query"),
    *(f"url_{kind}" for kind in _URL_KINDS),
)
PAGE_FEATURES = (
    *("words", "units", "links", "prose", "prose_units", "prose_words", "hidden", "spaceless"),
    *(f"count_{name}" for name in _COUNTED_TAGS),
    *("main_share", "article_share", "longest_article_share"),
    *ADDRESS_FEATURES,
    *(f"schema_{kind}" for kind in _SCHEMA_TYPES),
    *(f"open_graph_{kind}" for kind in _OPEN_GRAPH_TYPES),
    *("declared_body", "declared_reviews"),
)
# What the markup says of the whole page: fashions come and go.
MARKUP_FEATURES = (
    *("count_article", "count_main", "count_button", "main_share", "article_share", "longest_article_share"),
    *(f"schema_{kind}" for kind in _SCHEMA_TYPES),
    *(f"open_graph_{kind}" for kind in _OPEN_GRAPH_TYPES),
)
_COMPARED = 40  # characters of a unit that are looked for in what the page declares
_MIN_COMPARED = 15
_MAX_COMPARED = 1 << 27  # bytes that are searched for all units together: a quarter of a second


@dataclass(frozen=True, eq=False)
class Features:
    """What is known of a page's units."""

    units: Matrix  # by unit: UNIT_FEATURES
    page: Matrix  # PAGE_FEATURES
    regions: IntColumn  # by region: the first unit in it, and one past the last
    region_of: IntColumn  # by unit and region around it, innermost first: which one
    paths: IntColumn  # by unit: a number that units with the same path share
    around: IntColumn  # by unit and level: the element around it
    headings: IntColumn  # by unit: the unit that is the heading it stands under, -1 for none
    first: IntColumn  # by node: the first unit in it
    last: IntColumn  # and one past the last


def describe(units: Units, classes: Classes, words: UnitWords, declared: Declared) -> Features:
    """The features of a page."""
    tree = _Tree(units)
    title_overlap = words.overlap(declared.title)
    sheet = _Sheet(len(units))
    _text(sheet, tree)
    _copies(sheet, words.folded)
    sheet.add(title_overlap)
    _declared_elsewhere(sheet, words, declared)
    _place(sheet, tree)
    headings = _headings(sheet, tree, title_overlap)
    _container(sheet, tree)
    _regions(sheet, tree)
    _siblings(sheet, tree, classes.of_node[0])
    paths = _paths(sheet, tree)
    is_region = np.zeros(len(tree.held), dtype=np.bool_)
    is_region[tree.regions] = True
    nodes = tree.held[is_region]
    return Features(
        units=sheet.matrix,
        page=_page_features(tree, declared),
        regions=np.stack((tree.first.take(nodes), tree.last.take(nodes)), axis=1),
        region_of=(np.cumsum(is_region) - 1).take(tree.regions),
        paths=paths,
        around=tree.around,
        headings=headings,
        first=tree.first,
        last=tree.last,
    )


class _Sheet:
    """The matrix of features, filled from left to right: to put columns together afterwards costs more."""

    def __init__(self, rows: int) -> None:
        self.matrix: Matrix = np.empty((rows, len(UNIT_FEATURES)), dtype=np.float32)
        self._filled = 0

    def add(self, *columns: npt.ArrayLike) -> None:
        """The next columns; a number stands for a column of it."""
        for column in columns:
            self.matrix[:, self._filled] = column
            self._filled += 1

    def add_matrix(self, columns: Matrix) -> None:
        """The next columns, in one piece."""
        width = columns.shape[1]
        self.matrix[:, self._filled : self._filled + width] = columns
        self._filled += width


class _Tree:
    """Sums over the nodes of a page that hold units, and the elements around each unit.

    Half of the nodes of a page hold no unit. What is said of nodes is said of the others alone, which are known by
    their position among them: their place.
    """

    def __init__(self, units: Units) -> None:
        self.units = units
        page = self.page = units.page
        counts = units.counts
        self.words = counts[:, WORDS].astype(np.float64)
        self.links = units.link_words.astype(np.float64)
        self.link_share = self.links / np.maximum(self.words, 1)
        has_marks = counts[:, ENDS] + counts[:, COMMAS] > 0
        is_long = (self.words >= _PROSE_WORDS) | (counts[:, SPACELESS] >= _PROSE_CHARACTERS)
        self.is_prose: BoolColumn = is_long & (self.link_share < _PROSE_LINKS) & has_marks
        self.prose_words = self.words * self.is_prose
        # Units before each node: a unit counts where its first leaf stands.
        before = np.zeros(len(page) + 1, dtype=np.int32)
        before[units.node + 1] = 1
        before = np.cumsum(before, dtype=np.int32)
        self.first, self.last = before[:-1], before.take(page.end)
        is_held = self.last > self.first
        self.held = np.flatnonzero(is_held)
        self.place = np.cumsum(is_held) - 1  # by node
        first, last = self.first.take(self.held), self.last.take(self.held)
        running = np.zeros((3, len(units) + 1))
        np.cumsum((self.words, self.links, self.prose_words), axis=1, out=running[:, 1:])
        self.node_words, self.node_links, self.node_prose = running.take(last, axis=1) - running.take(first, axis=1)
        self.node_units = last - first
        self.total_words, total_prose = max(1.0, float(running[0, -1])), float(running[2, -1])
        self.total_prose = max(1.0, total_prose)
        self.parent = np.maximum(page.parent, 0)
        own = page.block.take(units.node)
        self.around = _chain(own, self.parent, LEVELS)
        self.places = self.place.take(self.around)
        region = np.maximum(page.nearest(page.has_tag(_REGION_TAGS)), 0)
        self.regions = self.place.take(_chain(region.take(own), region.take(self.parent), REGIONS))  # places
        self.depth = page.depth.take(own)
        self.tags = page.tag.take(self.around[:, :_PATH_LEVELS])

    def inside(self, node: int) -> BoolColumn:
        """By unit: whether it stands in this element."""
        answer: BoolColumn = (self.units.node >= node) & (self.units.node < self.page.end[node])
        return answer


def _chain(start: IntColumn, following: IntColumn, length: int) -> IntColumn:
    """From every start on, so many steps."""
    chain = np.empty((len(start), length), dtype=np.int32)
    chain[:, 0] = start
    for level in range(1, length):
        start = following.take(start)
        chain[:, level] = start
    return chain


def _text(sheet: _Sheet, tree: _Tree) -> None:
    units = tree.units
    counts = np.ascontiguousarray(units.counts.T)
    words = np.maximum(counts[WORDS], 1)
    characters = np.maximum(counts[CHARACTERS], 1)
    image = units.page.tag.take(units.page.leaves) == CODES["img"]
    running = np.zeros(len(image) + 1, dtype=np.int32)
    np.cumsum(image, out=running[1:])
    logarithms = np.log1p(counts[[WORDS, CHARACTERS, ENDS, COMMAS]])
    first, last = units.first_kind, units.last_kind
    sheet.add(
        logarithms[0],
        logarithms[1],
        np.minimum(counts[LETTERS] / words, 15) / 15,
        counts[CAPITALS] / np.maximum(counts[LETTERS], 1),
        np.minimum(counts[CAPITALS] / words, 2),
        counts[DIGITS] / characters,
        counts[PUNCTUATION] / characters,
        logarithms[2],
        counts[ENDS] / words,
        logarithms[3],
        counts[COMMAS] / words,
        counts[SPACELESS] / characters,
        tree.link_share,
        np.log1p(units.link_words),
        tree.link_share > 0.99,
        np.log1p(running.take(units.end) - running.take(units.start)),
        (first & _CAPITAL) > 0,
        (first & _DIGIT) > 0,
        (first & _PUNCTUATION) > 0,
        (last & _END) > 0,
        (last & _PUNCTUATION) > 0,
        tree.is_prose,
    )


def _copies(sheet: _Sheet, folded: Sequence[bytes]) -> None:
    """How many other units have the same text, and whether one of them stands before."""
    count = len(folded)
    first_with = dict(zip(reversed(folded), range(count - 1, -1, -1), strict=True))  # of several the last one stays
    first = np.fromiter(map(first_with.__getitem__, folded), np.int64, count)
    sheet.add(np.log1p(np.bincount(first).take(first) - 1), first < np.arange(count))


def _declared_elsewhere(sheet: _Sheet, words: UnitWords, declared: Declared) -> None:
    """Whether the page's description has the text, or the texts that it declares for machines."""
    texts = (declared.description, declared.body, declared.reviews, declared.names)
    known = set(b" ".join(texts).split())
    rows, beginnings = _may_be_among(known, words) if known else ([], [])
    for text in texts:
        is_declared = np.zeros(len(words.folded), dtype=np.bool_)
        if text and rows:
            searched = text[: _MAX_COMPARED // len(rows)]
            is_declared[rows] = [beginning != b"" and beginning in searched for beginning in beginnings]
        sheet.add(is_declared)


def _may_be_among(known: Set[bytes], words: UnitWords) -> tuple[list[int], list[bytes]]:
    """The units whose beginnings a text of these words may have, and the beginnings.

    To search a long text for hundreds of others is slow. Where it has one, it has all whole words of that.
    """
    folded = words.folded
    is_whole = words.are_whole(_COMPARED)
    whole = compress(words.words, is_whole.tobytes())
    is_known = np.fromiter(map(known.__contains__, whole), np.bool_)
    may_be = np.fromiter(map(len, folded), np.int64, len(folded)) >= _MIN_COMPARED
    may_be[words.unit[is_whole][~is_known]] = False
    rows = np.flatnonzero(may_be).tolist()
    return rows, [b" ".join(folded[row][:_COMPARED].split()) for row in rows]


def _place(sheet: _Sheet, tree: _Tree) -> None:
    units, count = tree.units, len(tree.units)
    index = np.arange(count)
    from_start = np.log1p(index)
    sheet.add(
        units.page.hidden.take(units.node),
        tree.depth / 20,
        index / max(1, count - 1),
        (np.cumsum(tree.words) - tree.words) / tree.total_words,
        from_start,
        from_start[::-1],
    )


def _headings(sheet: _Sheet, tree: _Tree, title_overlap: Matrix) -> IntColumn:
    """The heading that each unit stands under; adds how far it is from that, the first one, and the title."""
    index = np.arange(len(tree.units), dtype=np.int32)
    tags = tree.tags[:, 0]
    is_heading = _HEADING.take(tags, mode="clip")
    heading = np.maximum.accumulate(np.where(is_heading, index, np.int32(-1)))
    is_under = heading >= 0
    level = np.where(is_under, tags.take(np.maximum(heading, 0)) - CODES["h1"] + 1, 0)
    first = np.flatnonzero(tags == CODES["h1"])[:1]
    titles = np.flatnonzero(title_overlap > 0.5)
    sheet.add(
        np.log1p(index - heading) * is_under,
        level / 6,
        *_since(index, first, first),
        *_since(index, titles[:1], titles[-1:]),
    )
    return heading


def _since(
    index: IntColumn, first: npt.NDArray[np.int64], last: npt.NDArray[np.int64]
) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    if not len(first):
        return 0, 0
    return index >= first[0], np.clip((index - last[0]) / 50, -2, 2)


def _container(sheet: _Sheet, tree: _Tree) -> None:
    """Where a unit stands to the element whose children hold the most prose (as Readability scores them)."""
    page, units = tree.page, tree.units
    counts = units.counts
    votes = (1 + counts[:, COMMAS] + np.minimum(counts[:, CHARACTERS] / 100, 3)) * tree.is_prose
    votes *= ~page.hidden.take(units.node)
    score = np.bincount(tree.places[:, 1], votes, len(tree.held))
    score += np.bincount(tree.places[:, 2], votes / 2, len(tree.held))
    score *= 1 - tree.node_links / np.maximum(tree.node_words, 1)
    place = int(np.argmax(score))
    best = int(tree.held[place])
    chain = [best]  # with all elements around it
    while chain[-1]:
        chain.append(int(tree.parent[chain[-1]]))
    starts = np.array(chain[::-1])
    ends = page.end.take(starts)
    # The elements of the chain lie in each other: how many of them a unit is in, counted from the outside.
    held = np.minimum(
        np.searchsorted(starts, units.node, side="right"), np.searchsorted(-ends, -units.node, side="left")
    )
    common = starts.take(np.maximum(held - 1, 0))
    length = len(chain)
    sheet.add(
        held >= length,
        held >= length - 1,
        held >= length - 2,
        tree.node_words[place] / tree.total_words,
        tree.node_prose[place] / tree.total_prose,
        np.minimum(length - held, 10) / 5,
        np.minimum(tree.depth - page.depth.take(common), 15) / 5,
        units.node >= page.end[best],
        units.node < best,
    )
    for share in _PROSE_SHARES:
        holders = np.flatnonzero(tree.node_prose > share * tree.total_prose)  # each inside of the one before
        place = int(holders[-1]) if len(holders) else 0
        sheet.add(tree.inside(int(tree.held[place])), tree.node_words[place] / tree.total_words)


def _regions(sheet: _Sheet, tree: _Tree) -> None:
    """_REGION_STATS of the elements around a unit, the nearest ones and sectioning ones."""
    words, held = tree.node_words, tree.node_units
    some = np.maximum(words, 1)
    stats = np.empty((len(words), len(_REGION_STATS)), dtype=np.float32)
    stats[:, 0] = np.log1p(words)
    stats[:, 1] = tree.node_links / some
    stats[:, 2] = tree.node_prose / some
    stats[:, 3] = np.log1p(held)
    stats[:, 4] = words / tree.total_words
    stats[:, 5] = tree.node_prose / tree.total_prose
    stats[:, 6] = np.log1p(words / held)
    places = np.concatenate((tree.places[:, :_NEAR_LEVELS], tree.regions), axis=1)
    sheet.add_matrix(stats.take(places, axis=0).reshape(len(places), -1))


def _siblings(sheet: _Sheet, tree: _Tree, classes: IntColumn) -> None:
    """For the elements around a unit: how many siblings have the same name and classes, and what those hold.

    A record is the element around a unit, within the levels, whose siblings of the same kind hold the most: the post of
    a thread, the card of a listing, the row of a table.
    """
    page = tree.page
    rows = np.flatnonzero(page.tag)  # elements
    key = (tree.parent.take(rows).astype(np.int64) * _MAX_NAMES + page.tag.take(rows)) * (int(classes.max()) + 1)
    kind = _numbered(key + classes.take(rows))
    of_node = np.zeros(len(page), dtype=np.int64)
    of_node[rows] = kind
    of_held = of_node.take(tree.held)
    is_element = page.tag.take(tree.held) > 0
    count = np.bincount(kind)
    held = np.bincount(of_held, tree.node_words * is_element, len(count))
    some = np.maximum(held, 1)
    stats = np.empty((len(count), len(_SIBLING_STATS)), dtype=np.float32)
    stats[:, 0] = np.log1p(count)
    stats[:, 1] = np.log1p(held / count)
    stats[:, 2] = np.bincount(of_held, tree.node_links * is_element, len(count)) / some
    stats[:, 3] = np.bincount(of_held, tree.node_prose * is_element, len(count)) / some
    weight = np.where(count >= 3, np.log1p(held) * np.minimum(count, 12), 0)
    own = of_node.take(tree.around)
    weights = np.where(tree.around > 0, weight.take(own), 0)
    level = np.argmax(weights, axis=1)
    units = np.arange(len(level))
    is_found = weights[units, level] > 0
    sheet.add_matrix(stats.take(own[:, :_NEAR_LEVELS], axis=0).reshape(len(level), -1))
    sheet.add_matrix(stats.take(own[units, level], axis=0) * is_found[:, None])
    sheet.add((level + 1) * is_found / 5)


def _paths(sheet: _Sheet, tree: _Tree) -> IntColumn:
    """Units with the same path: a number for each path; adds how many there are, and what they hold."""
    group = _numbered((tree.tags @ _PATH_SCALE) * 521 + tree.depth)
    count = np.bincount(group)
    words, links = np.bincount(group, tree.words), np.bincount(group, tree.links)
    prose = np.bincount(group, tree.prose_words)
    stats = (
        np.log1p(count),
        words / tree.total_words,
        np.log1p(words / count),
        links / np.maximum(words, 1),
        prose / tree.total_prose,
    )
    sheet.add_matrix(np.stack(stats, axis=1, dtype=np.float32, casting="unsafe").take(group, axis=0))
    return group


def _numbered(keys: npt.NDArray[np.int64]) -> IntColumn:
    """The keys numbered from 0, in their order. (np.unique does more, and takes twice the time.)"""
    order = np.argsort(keys, kind="stable")
    ordered = keys.take(order)
    is_new = np.zeros(len(keys), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    numbers = np.empty(len(keys), dtype=np.int32)
    numbers[order] = np.cumsum(is_new)
    return numbers


def _page_features(tree: _Tree, declared: Declared) -> Matrix:
    page, units = tree.page, tree.units
    total, prose = tree.total_words, float(tree.prose_words.sum())
    counted = np.bincount(np.minimum(page.tag, elements.UNKNOWN), minlength=elements.UNKNOWN + 1)
    tags = page.tag.take(tree.held)
    mains, articles = tree.node_words[tags == CODES["main"]], tree.node_words[tags == CODES["article"]]
    values = [
        math.log1p(total),
        math.log1p(len(units)),
        tree.links.sum() / total,
        prose / total,
        math.log1p(tree.is_prose.sum()),
        math.log1p(prose),
        (tree.words * page.hidden.take(units.node)).sum() / total,
        units.counts[:, SPACELESS].sum() / max(1.0, units.counts[:, CHARACTERS].sum()),
        *np.log1p(counted.take(_TAG_CODES)).tolist(),
        min(1.0, mains.sum() / total),
        min(1.0, articles.sum() / total),
        articles.max(initial=0) / total,
        *_address_features(page.url or ""),
        *(kind in declared.schema_types for kind in _SCHEMA_TYPES),
        *(declared.open_graph_type.startswith(kind) for kind in _OPEN_GRAPH_TYPES),
        math.log1p(len(declared.body)),
        math.log1p(len(declared.reviews)),
    ]
    return np.array(values, dtype=np.float32)


def _address_features(url: str) -> list[float]:
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    path = parts.path
    kinds = {match.lastindex for match in _URL_WORDS.finditer(url.lower())}
    return [
        path in ("", "/") and bool(url),
        path.count("/"),
        len(path) / 100,
        sum(map(str.isdigit, path)) / 10,
        path.count("-") / 5,
        bool(parts.query),
        *(number + 1 in kinds for number in range(len(_URL_KINDS))),
    ]
