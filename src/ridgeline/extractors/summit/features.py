"""The features of a page: of each line, of the page, and the groups that lines belong to.

Everything is computed for all lines at once, and for several levels of the tree at once: a page has hundreds of lines,
and the cost is not the arithmetic but the number of NumPy calls.

    text      kinds of characters, links, first and last character, copies on the same page
    place     position on the page, heading above, distance from the title
    region    words, links and prose of the elements around a line, at seven levels
    container whether the line is in the element that holds most of the prose, and how far from it
    repeated  siblings of the same kind as the elements around the line, lines with the same path
"""

from collections.abc import Sequence, Set
from itertools import compress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...page import IntColumn, elements
from ...page.elements import CODES
from ...text.characters import Kind
from .constants import Matrix
from .declared import Declared
from .lines import CAPITALS, CHARACTERS, COMMAS, DIGITS, ENDS, LETTERS, PUNCTUATION, SPACELESS, WORDS, Lines
from .page_features import GROUP_STATS, describe_page
from .tokens import Classes, LineWords
from .tree import PATH_LEVELS, REGIONS, SLOT_LEVELS, Tree

_NEAR_LEVELS = 3  # with all statistics
_PATH_SCALE = 167 ** np.arange(PATH_LEVELS)
_REGION_STATS = ("words", "links", "prose", "lines", "share", "prose_share", "words_per_line")
_SIBLING_STATS = ("siblings", "sibling_words", "sibling_links", "sibling_prose")
_REGION_FEATURES = (
    *(f"{stat}_{level}" for level in ("own", "above_1", "above_2") for stat in _REGION_STATS),
    *(f"{stat}_region_{level}" for level in range(REGIONS) for stat in _REGION_STATS),
)
_SIBLING_FEATURES = tuple(f"{stat}_{level}" for level in range(_NEAR_LEVELS) for stat in _SIBLING_STATS)
_RECORD_FEATURES = ("records", "record_words", "record_links", "record_prose")
PATH_FEATURES = ("path_lines", "path_share", "path_words", "path_links", "path_prose")
SLOT_FEATURES = tuple(name.replace("path", "slot") for name in PATH_FEATURES)
_TITLE_FEATURES = (*(f"title_in_region_{level}" for level in range(REGIONS)), "title_in_record")
_LONG_COPY = 8  # words
_TITLE_OVERLAP = 0.5
_HEADING = elements.table(elements.HEADINGS)
_CAPITAL, _DIGIT, _PUNCTUATION, _END = map(np.uint8, (Kind.CAPITAL, Kind.DIGIT, Kind.PUNCTUATION, Kind.SENTENCE_END))
_PROSE_SHARES = (0.5, 0.75, 0.9)  # the deepest element that holds this much of the prose is a container
_MAX_NAMES = 1 << 13  # of elements on one page: those of HTML and MAX_UNKNOWN_NAMES
LINE_FEATURES = (
    *("words", "characters", "word_length", "capitals", "capital_words", "digits", "punctuation", "ends"),
    *("ends_per_word", "commas", "commas_per_word", "spaceless", "links", "link_words", "only_links", "images"),
    *("first_capital", "first_digit", "first_punctuation", "last_end", "last_punctuation", "is_prose"),
    *("copies", "is_copy", "title_overlap", "in_description", "in_body", "in_reviews", "in_names"),
    *("hidden", "depth", "position", "words_before", "index", "index_from_end"),
    *("heading_distance", "heading_level", "after_first_heading", "from_first_heading", "after_title", "from_title"),
    *("in_best", "in_best_parent", "in_best_grandparent", "best_share", "best_prose_share", "best_distance"),
    *("below_best", "after_best", "before_best"),
    *(f"{name}_{share}" for share in _PROSE_SHARES for name in ("in_most", "most_share")),
    *_REGION_FEATURES,
    *_SIBLING_FEATURES,
    *_RECORD_FEATURES,
    "record_level",
    *PATH_FEATURES,
    *SLOT_FEATURES,
    *("slot_spread", "slot_alike"),
    *("headline_overlap", "long_copy_before", "long_copy_after"),
    *_TITLE_FEATURES,
)
_LINE_COLUMN = {name: column for column, name in enumerate(LINE_FEATURES)}
_COMPARED = 40  # characters of a line that are searched for in the declarations
_MIN_COMPARED = 15
_MAX_COMPARED = 1 << 27  # bytes searched for all lines together: a quarter of a second


class Features(NamedTuple):
    """The features of a page."""

    lines: Matrix  # by line: LINE_FEATURES
    page: Matrix  # PAGE_FEATURES
    regions: IntColumn  # by region: the first line in it, and one past the last
    region_of: IntColumn  # by line and region around it, innermost first: which one
    paths: IntColumn  # by line: an id that lines with the same path share
    slots: IntColumn  # by line: an id that lines of the same slot share
    records: IntColumn  # by line: an id that the lines of like records share; 0 for lines in none
    around: IntColumn  # by line and level: the element around it
    headings: IntColumn  # by line: the line that is the heading it stands under, -1 for none
    first: IntColumn  # by node: the first line in it
    last: IntColumn  # and one past the last


def describe(lines: Lines, classes: Classes, words: LineWords, declared: Declared) -> Features:
    """Compute the features of a page."""
    tree = Tree(lines)
    title_overlap = words.overlap(declared.title)
    sheet = _Sheet(len(lines))
    _text(sheet, tree)
    _copies(sheet, words.folded, tree.words)
    headline_overlap = words.overlap(declared.headline)
    sheet.put(title_overlap=title_overlap, headline_overlap=headline_overlap)
    _declared_elsewhere(sheet, words, declared)
    _place(sheet, tree)
    headings = _headings(sheet, tree, title_overlap)
    _container(sheet, tree)
    _regions(sheet, tree)
    alike = classes.alike
    records, record_nodes, top_record = _siblings(sheet, tree, alike)
    _title(sheet, tree, np.maximum(title_overlap, headline_overlap), record_nodes)
    paths = _paths(sheet, tree)
    slots, top_slot = _slots(sheet, tree, alike)
    is_region = np.zeros(len(tree.held), dtype=np.bool_)
    is_region[tree.regions] = True
    nodes = tree.held[is_region]
    return Features(
        lines=sheet.matrix,
        page=describe_page(tree, declared, top_record, top_slot),
        slots=slots,
        records=records,
        regions=np.stack((tree.first.take(nodes), tree.last.take(nodes)), axis=1),
        region_of=(np.cumsum(is_region) - 1).take(tree.regions),
        paths=paths,
        around=tree.around,
        headings=headings,
        first=tree.first,
        last=tree.last,
    )


class _Sheet:
    """The matrix of line features, filled by name. Every feature must be put exactly once: `matrix` asserts it."""

    def __init__(self, rows: int) -> None:
        self._matrix: Matrix = np.empty((rows, len(LINE_FEATURES)), dtype=np.float32)
        self._missing = set(LINE_FEATURES)

    def put(self, **columns: npt.ArrayLike) -> None:
        """Set features by name; a number stands for a column of it."""
        for name, column in columns.items():
            self._matrix[:, _LINE_COLUMN[name]] = column
            self._missing.remove(name)

    def put_all(self, names: Sequence[str], columns: Matrix) -> None:
        """Set features that stand side by side in `LINE_FEATURES`, in one piece."""
        start = _LINE_COLUMN[names[0]]
        assert LINE_FEATURES[start : start + len(names)] == tuple(names), f"{names} do not stand side by side"  # noqa: S101
        self._matrix[:, start : start + len(names)] = columns
        self._missing.difference_update(names)

    @property
    def matrix(self) -> Matrix:
        """By line: LINE_FEATURES."""
        assert not self._missing, f"features without a value: {sorted(self._missing)}"  # noqa: S101
        return self._matrix


def _text(sheet: _Sheet, tree: Tree) -> None:
    lines = tree.lines
    counts = np.ascontiguousarray(lines.counts.T)
    words = np.maximum(counts[WORDS], 1)
    characters = np.maximum(counts[CHARACTERS], 1)
    image = lines.page.tag.take(lines.page.leaves) == CODES["img"]
    running = np.zeros(len(image) + 1, dtype=np.int32)
    np.cumsum(image, out=running[1:])
    logarithms = np.log1p(counts[[WORDS, CHARACTERS, ENDS, COMMAS]])
    first, last = lines.first_kind, lines.last_kind
    sheet.put(
        words=logarithms[0],
        characters=logarithms[1],
        word_length=np.minimum(counts[LETTERS] / words, 15) / 15,
        capitals=counts[CAPITALS] / np.maximum(counts[LETTERS], 1),
        capital_words=np.minimum(counts[CAPITALS] / words, 2),
        digits=counts[DIGITS] / characters,
        punctuation=counts[PUNCTUATION] / characters,
        ends=logarithms[2],
        ends_per_word=counts[ENDS] / words,
        commas=logarithms[3],
        commas_per_word=counts[COMMAS] / words,
        spaceless=counts[SPACELESS] / characters,
        links=tree.link_share,
        link_words=np.log1p(lines.link_words),
        only_links=tree.link_share > 0.99,
        images=np.log1p(running.take(lines.end) - running.take(lines.start)),
        first_capital=(first & _CAPITAL) > 0,
        first_digit=(first & _DIGIT) > 0,
        first_punctuation=(first & _PUNCTUATION) > 0,
        last_end=(last & _END) > 0,
        last_punctuation=(last & _PUNCTUATION) > 0,
        is_prose=tree.is_prose,
    )


def _copies(sheet: _Sheet, folded: Sequence[bytes], words: npt.NDArray[np.float64]) -> None:
    """Put the number of other lines with the same text, and whether one of them comes before or after."""
    count = len(folded)
    index = np.arange(count)
    first_with = dict(zip(reversed(folded), range(count - 1, -1, -1), strict=True))  # of several the last one stays
    first = np.fromiter(map(first_with.__getitem__, folded), np.int64, count)
    last = np.zeros(count, dtype=np.int64)
    last[first] = index  # of several the last one stays
    is_long = words >= _LONG_COPY
    sheet.put(
        copies=np.log1p(np.bincount(first).take(first) - 1),
        is_copy=first < index,
        long_copy_before=(first < index) & is_long,
        long_copy_after=(last.take(first) > index) & is_long,
    )


def _declared_elsewhere(sheet: _Sheet, words: LineWords, declared: Declared) -> None:
    """Put whether the page's description, or a text of its JSON-LD, contains the line."""
    texts = {
        "in_description": declared.description,
        "in_body": declared.body,
        "in_reviews": declared.reviews,
        "in_names": declared.names,
    }
    known = set(b" ".join(texts.values()).split())
    rows, beginnings = _may_be_among(known, words) if known else ([], [])
    for name, text in texts.items():
        is_declared = np.zeros(len(words.folded), dtype=np.bool_)
        if text and rows:
            searched = text[: _MAX_COMPARED // len(rows)]
            is_declared[rows] = [beginning != b"" and beginning in searched for beginning in beginnings]
        sheet.put(**{name: is_declared})


def _may_be_among(known: Set[bytes], words: LineWords) -> tuple[list[int], list[bytes]]:
    """The lines whose beginnings a text of these words may contain, and the beginnings.

    To search a long text for hundreds of others is slow. A text that contains a beginning contains all its whole words.
    """
    folded = words.folded
    is_whole = words.are_whole(_COMPARED)
    whole = compress(words.words, is_whole.tobytes())
    is_known = np.fromiter(map(known.__contains__, whole), np.bool_)
    may_be = np.fromiter(map(len, folded), np.int64, len(folded)) >= _MIN_COMPARED
    may_be[words.line[is_whole][~is_known]] = False
    rows = np.flatnonzero(may_be).tolist()
    return rows, [b" ".join(folded[row][:_COMPARED].split()) for row in rows]


def _place(sheet: _Sheet, tree: Tree) -> None:
    lines, count = tree.lines, len(tree.lines)
    index = np.arange(count)
    from_start = np.log1p(index)
    sheet.put(
        hidden=lines.page.hidden.take(lines.node),
        depth=tree.depth / 20,
        position=index / max(1, count - 1),
        words_before=(np.cumsum(tree.words) - tree.words) / tree.total_words,
        index=from_start,
        index_from_end=from_start[::-1],
    )


def _headings(sheet: _Sheet, tree: Tree, title_overlap: Matrix) -> IntColumn:
    """Return the heading that each line stands under; put the distances from it, from the first one, and from the
    title.
    """
    index = np.arange(len(tree.lines), dtype=np.int32)
    tags = tree.tags[:, 0]
    is_heading = _HEADING.take(tags, mode="clip")
    heading = np.maximum.accumulate(np.where(is_heading, index, np.int32(-1)))
    is_under = heading >= 0
    level = np.where(is_under, tags.take(np.maximum(heading, 0)) - CODES["h1"] + 1, 0)
    first = np.flatnonzero(tags == CODES["h1"])[:1]
    titles = np.flatnonzero(title_overlap > 0.5)
    after_first_heading, from_first_heading = _since(index, first, first)
    after_title, from_title = _since(index, titles[:1], titles[-1:])
    sheet.put(
        heading_distance=np.log1p(index - heading) * is_under,
        heading_level=level / 6,
        after_first_heading=after_first_heading,
        from_first_heading=from_first_heading,
        after_title=after_title,
        from_title=from_title,
    )
    return heading


def _since(
    index: IntColumn, first: npt.NDArray[np.int64], last: npt.NDArray[np.int64]
) -> tuple[npt.ArrayLike, npt.ArrayLike]:
    if not len(first):
        return 0, 0
    return index >= first[0], np.clip((index - last[0]) / 50, -2, 2)


def _container(sheet: _Sheet, tree: Tree) -> None:
    """Put where a line is relative to the element whose children hold the most prose (as Readability scores it)."""
    page, lines = tree.page, tree.lines
    counts = lines.counts
    votes = (1 + counts[:, COMMAS] + np.minimum(counts[:, CHARACTERS] / 100, 3)) * tree.is_prose
    votes *= ~page.hidden.take(lines.node)
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
    # The elements of the chain are nested: count from the outside how many of them a line is in.
    held = np.minimum(
        np.searchsorted(starts, lines.node, side="right"), np.searchsorted(-ends, -lines.node, side="left")
    )
    common = starts.take(np.maximum(held - 1, 0))
    length = len(chain)
    sheet.put(
        in_best=held >= length,
        in_best_parent=held >= length - 1,
        in_best_grandparent=held >= length - 2,
        best_share=tree.node_words[place] / tree.total_words,
        best_prose_share=tree.node_prose[place] / tree.total_prose,
        best_distance=np.minimum(length - held, 10) / 5,
        below_best=np.minimum(tree.depth - page.depth.take(common), 15) / 5,
        after_best=lines.node >= page.end[best],
        before_best=lines.node < best,
    )
    for share in _PROSE_SHARES:
        holders = np.flatnonzero(tree.node_prose > share * tree.total_prose)  # each inside of the one before
        place = int(holders[-1]) if len(holders) else 0
        in_most, most_share = tree.inside(int(tree.held[place])), tree.node_words[place] / tree.total_words
        sheet.put(**{f"in_most_{share}": in_most, f"most_share_{share}": most_share})


def _regions(sheet: _Sheet, tree: Tree) -> None:
    """Put _REGION_STATS of the elements around a line: the nearest ones and the sectioning ones."""
    words, held = tree.node_words, tree.node_lines
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
    sheet.put_all(_REGION_FEATURES, stats.take(places, axis=0).reshape(len(places), -1))


def _siblings(sheet: _Sheet, tree: Tree, classes: IntColumn) -> tuple[IntColumn, IntColumn, Sequence[float]]:
    """Return the records of each line, its own record, the root for none, and GROUP_STATS of the records that hold most
    words. Put for the elements around a line the number of siblings with the same tag and classes, and what those hold.

    A record is the element around a line, within the levels, whose siblings of the same kind hold the most: a post of a
    thread, a card of a listing, a row of a table.
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
    rows_of_lines = np.arange(len(level))
    is_found = weights[rows_of_lines, level] > 0
    sheet.put_all(_SIBLING_FEATURES, stats.take(own[:, :_NEAR_LEVELS], axis=0).reshape(len(level), -1))
    sheet.put_all(_RECORD_FEATURES, stats.take(own[rows_of_lines, level], axis=0) * is_found[:, None])
    sheet.put(record_level=(level + 1) * is_found / 5)
    records = own[rows_of_lines, level] * is_found
    words = np.bincount(records, tree.words * is_found)
    top = records[int(np.argmax(words.take(records)))]  # of several the first on the page
    summary = [*stats[top].tolist(), float(words[top] / tree.total_words)] if words[top] else [0.0] * len(GROUP_STATS)
    return _numbered(records), np.where(is_found, tree.around[rows_of_lines, level], 0), summary


def _title(sheet: _Sheet, tree: Tree, overlap: Matrix, records: IntColumn) -> None:
    """Put whether the regions and the record around a line hold the page's title: on a page of several articles, only
    one of them does.
    """
    titles = np.append(0, np.cumsum(overlap > _TITLE_OVERLAP))
    nodes: IntColumn = np.column_stack((tree.held.take(tree.regions), records))
    found = titles.take(tree.last.take(nodes)) > titles.take(tree.first.take(nodes))
    sheet.put_all(_TITLE_FEATURES, found.astype(np.float32))


def _paths(sheet: _Sheet, tree: Tree) -> IntColumn:
    """Return an id for the path of each line; put how many lines have the same path, and what they hold."""
    group = _numbered((tree.tags @ _PATH_SCALE) * 521 + tree.depth)
    columns = np.stack(_group_stats(tree, group), axis=1, dtype=np.float32, casting="unsafe")
    sheet.put_all(PATH_FEATURES, columns.take(group, axis=0))
    return group


def _group_stats(tree: Tree, group: npt.NDArray[np.integer]) -> Sequence[npt.NDArray[np.float64]]:
    """PATH_FEATURES, or SLOT_FEATURES, by group of lines."""
    count = np.bincount(group)
    words, links = np.bincount(group, tree.words), np.bincount(group, tree.links)
    prose = np.bincount(group, tree.prose_words)
    return (
        np.log1p(count),
        words / tree.total_words,
        np.log1p(words / count),
        links / np.maximum(words, 1),
        prose / tree.total_prose,
    )


def _slots(sheet: _Sheet, tree: Tree, alike: IntColumn) -> tuple[IntColumn, Sequence[float]]:
    """Return an id for the slot of each line: lines around which elements of the same tags and classes stand, up to
    `SLOT_LEVELS` of them; and GROUP_STATS of the slot that holds most words. Put what the slot holds, how far it
    spreads over the page, and how alike its lines are.
    """
    page = tree.page
    kind = _numbered(page.tag.astype(np.int64) * (int(alike.max()) + 1) + alike)
    group = kind.take(tree.around[:, 0]).astype(np.int64)
    for level in range(1, SLOT_LEVELS):
        group = _numbered(group * (int(kind.max()) + 1) + kind.take(tree.around[:, level])).astype(np.int64)
    count, words, prose = np.bincount(group), np.bincount(group, tree.words), np.bincount(group, tree.prose_words)
    lengths = np.log1p(tree.words)
    mean = np.bincount(group, lengths) / count
    variance = np.maximum(np.bincount(group, lengths * lengths) / count - mean * mean, 0)
    index = np.arange(len(group))
    last = np.zeros(len(count), dtype=np.int64)
    last[group] = index
    first = np.zeros(len(count), dtype=np.int64)
    first[group[::-1]] = index[::-1]
    stats = (*_group_stats(tree, group), (last - first) / len(group), np.sqrt(variance))
    columns = np.stack(stats, axis=1, dtype=np.float32, casting="unsafe")
    sheet.put_all((*SLOT_FEATURES, "slot_spread", "slot_alike"), columns.take(group, axis=0))
    top = group[int(np.argmax(words.take(group)))]  # of several the first on the page
    lines, share, length, link_share = columns[top, :4].tolist()
    summary = [lines, length, link_share, float(prose[top] / max(1.0, words[top])), share]
    return group.astype(np.int32), summary


def _numbered(keys: npt.NDArray[np.int64]) -> IntColumn:
    """Ids from 0 for the keys, in their order. (np.unique does more and takes twice the time.)"""
    order = np.argsort(keys, kind="stable")
    ordered = keys.take(order)
    is_new = np.zeros(len(keys), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    numbers = np.empty(len(keys), dtype=np.int32)
    numbers[order] = np.cumsum(is_new)
    return numbers
