"""The signs of posts as columns: where a page shows a date, where it names somebody, where it has text.

A group of elements is judged by how many of its members hold a date, an author and text of their own. Sums from the
first node on make each of these questions two look-ups.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ..page import BoolColumn, IntColumn, Page, elements
from ..page.cache import cached_property
from ..page.patterns import lazy_pattern
from ..text.urls import find_base, resolve
from . import names
from .moments import MAX_LENGTH, MOMENT_PARTS, is_other_date, read_stamp, shows_moment

_A = elements.CODES["a"]
_HEADINGS = elements.table(elements.HEADINGS)
_TITLES = elements.table(elements.HEADINGS[:4])
_BLOCKQUOTE = elements.CODES["blockquote"]
_NOT_QUOTES = elements.table("a button li img input svg h1 h2 h3".split())
MAX_ATTRIBUTE_LENGTH = 1_000
_MAX_LABEL_LENGTH = 30
_MIN_TITLE_LENGTH = 15
_MAX_DATES = 20_000  # short texts that are searched for a date
_MIN_DATE_LENGTH = 3
_DIGITS = tuple("0123456789")
_STAMPS = ("data-time", "data-timestamp", "data-utime")  # attributes that may hold a date
# What an address may lead to: the page of a person, something that is done to a post, a post.
PERSON, ACTION, POST = 1, 2, 4
_DISCUSSION = lazy_pattern(
    r"\b(?:forums?|threads?|discuss(?:ions?)?|view-?topic|view-?thread|show-?thread|bbs)\b"
    r"|/r/\w+/comments/|/(?:issues|pull)/[0-9]"
    r"|(?:^|[\s/.?&=])(?:topics?|questions?|community|talk|boards?|ask|qa)(?=$|[\s/.?&=]|[-_]?[0-9])",
    re.I,
)
_FORUM_SYSTEM = lazy_pattern(
    r"phpbb|vbulletin|xenforo|discourse|simple machines|mybb|invision|flarum|nodebb|discuz|woltlab|vanilla|bbpress",
    re.I,
)
MIN_UNKNOWN = 3  # posts, where neither their names nor the page say that they are some
_MAX_SAID = 500  # characters of an address, of classes, of a generator
_SLASHED = re.compile(r"(?<![0-9])([0-9]{1,2})[/-]([0-9]{1,2})[/-](?:[12][0-9]{3}|[0-9]{2})(?![0-9])")

Sums = npt.NDArray[np.int64]  # sums from the first node on


class Signs:
    """A page with what its nodes show, each column computed when it is first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        columns = page.core.post_columns()
        # By node: what its classes, its id, its itemprop say, as bits of `names`.
        self.class_meanings, self.id_meanings, self.item_meanings = (
            np.frombuffer(column, dtype=np.int32) for column in columns[:3]
        )
        # By node: what its address may lead to, as bits: PERSON, ACTION, POST.
        self.link_kinds: npt.NDArray[np.uint8] = np.frombuffer(columns[3], dtype=np.uint8)
        # By node and one past the last: the number of leaves before it, and the characters of these.
        self.leaf_of: IntColumn = np.frombuffer(columns[4], dtype=np.int32)
        self.lengths: Sums = np.frombuffer(columns[5], dtype=np.int64)
        # By node: whether it names somebody: a link to a person's page, a class name, microdata.
        self.is_author: BoolColumn = np.frombuffer(columns[6], dtype=np.bool_)
        self._values: dict[str, dict[int, str]] = {}
        self.kinds: dict[int, str] = {}  # of posts by node, as far as they were asked for: see `kinds`

    @cached_property
    def items(self) -> dict[int, str]:
        """By node that has an itemprop: the attribute."""
        return _by_node(self.page.by_value("itemprop"))

    @cached_property
    def type_meanings(self) -> dict[int, int]:
        """By node that has a type of microdata: what its name says."""
        return {node: names.meaning_of(value.rpartition("/")[2]) for node, value in self.values("itemtype").items()}

    @cached_property
    def has_kind(self) -> BoolColumn:
        """By node: whether its names or its type may say what kind of post it is."""
        named: BoolColumn = (self.class_meanings | self.id_meanings | self.item_meanings) & names.KINDS != 0
        named[list(self.type_meanings)] = True
        return named

    def values(self, attribute: str) -> dict[int, str]:
        """Return the attribute by node that has it: for one that few nodes have and many are asked for."""
        values = self._values.get(attribute)
        if values is None:
            values = self._values[attribute] = _by_node(self.page.by_value(attribute))
        return values

    def value(self, index: int, attribute: str) -> str:
        """Return the value of a node's attribute, cut where it is very long, "" where there is none."""
        return (self.page.value(index, attribute) or "")[:MAX_ATTRIBUTE_LENGTH]

    def leaves_in(self, start: int, end: int) -> range:
        """Return the positions of the leaves from one node up to another."""
        return range(self.leaf_of.item(start), self.leaf_of.item(end))

    @cached_property
    def in_link(self) -> BoolColumn:
        """By leaf: whether it is in a link."""
        page = self.page
        return page.inside(page.tag == _A)[page.leaves]

    @cached_property
    def in_quote(self) -> BoolColumn:
        """By node: whether it is in an element that quotes, by its tag or its name."""
        is_named = (self.class_meanings | self.id_meanings) & names.QUOTE != 0
        return self.page.inside((self.page.tag == _BLOCKQUOTE) | is_named)

    @cached_property
    def quoting(self) -> npt.NDArray[np.int64]:
        """The elements that quote, by their tag or a class."""
        is_named = (self.class_meanings & names.QUOTE != 0) & ~self.page.has_tag(_NOT_QUOTES)
        return np.flatnonzero((self.page.tag == _BLOCKQUOTE) | is_named)

    @cached_property
    def in_heading(self) -> BoolColumn:
        """By node: whether it is in a heading."""
        return self.page.inside(self.page.has_tag(_HEADINGS))

    @cached_property
    def is_shown(self) -> BoolColumn:
        """By leaf: whether the markup shows it."""
        return ~self.page.hidden[self.page.leaves]

    @cached_property
    def _counted(self) -> tuple[bytes, ...]:
        return self.page.core.post_totals(self.is_date, self.is_author, self.class_meanings, self.id_meanings)

    @cached_property
    def furniture(self) -> BoolColumn:
        """By node: whether it is a signature, a profile or buttons by its name, or inside of one."""
        return np.frombuffer(self._counted[0], dtype=np.bool_)

    @cached_property
    def in_date(self) -> BoolColumn:
        """By node: whether it is, or is in, an element that shows when something was written, and little else."""
        return np.frombuffer(self._counted[1], dtype=np.bool_)

    @cached_property
    def beside_content(self) -> BoolColumn:
        """By node: whether it is in a box that lists other pages, by its name."""
        return np.frombuffer(self._counted[2], dtype=np.bool_)

    @cached_property
    def prose(self) -> IntColumn:
        """By leaf: the characters of its text; 0 for links, dates, hidden leaves and what no one wrote as a post."""
        return np.frombuffer(self._counted[3], dtype=np.int32)

    @cached_property
    def totals(self) -> "Totals":
        """The sums from the first node on."""
        return Totals(self, *(np.frombuffer(column, dtype=np.int64) for column in self._counted[4:]))

    @cached_property
    def is_date(self) -> BoolColumn:
        """By node: whether it shows when something was written."""
        page = self.page
        known, texts, times, titled = page.core.post_dates(MOMENT_PARTS, 2 * MAX_LENGTH)
        flagged = np.frombuffer(known, dtype=np.bool_)
        for index in (*self._dated_texts(texts), *self._stamped(titled)):
            flagged[index] = True
        for index in times:
            flagged[index] |= not is_other_date(self.before(index))
        return flagged

    def _stamped(self, titled: Sequence[int]) -> Iterator[int]:
        """Yield the elements whose attributes hold a date; `titled` are those whose title may be one."""
        page = self.page
        for attribute, nodes in (("title", titled), *((name, page.containing(name, _DIGITS)) for name in _STAMPS)):
            for index in nodes:
                if read_stamp(page.value(index, attribute) or "", epoch=attribute != "title"):
                    yield index
        for index in page.containing("data-tooltip", ("19", "20")):  # Bluesky shows "1y"
            if shows_moment(self.value(index, "data-tooltip")):
                yield index

    def _dated_texts(self, leaves: Sequence[int]) -> Iterator[int]:
        """Yield the texts that show a date, of leaves that may."""
        page = self.page
        for leaf in leaves[:_MAX_DATES]:
            node = int(page.leaves[leaf])
            text = page.text[node]
            is_moment = len(text) > _MIN_DATE_LENGTH and shows_moment(" ".join(text.split()))
            if is_moment and not is_other_date(self.before(node)):
                yield node

    def before(self, index: int) -> str:
        """Return the text right before a node, if it can be a label: "Joined:" of a date."""
        leaf = int(self.leaf_of[index]) - 1
        text = self.page.text[int(self.page.leaves[leaf])].strip() if leaf >= 0 else ""
        return "" if len(text) > _MAX_LABEL_LENGTH or any(map(str.isdecimal, text)) else text

    @cached_property
    def _base(self) -> tuple[str | None, str]:
        """What addresses are relative to, and the address of the page."""
        return find_base(self.page), (self.page.url or "").partition("#")[0]

    def _leading_away(self, flagged: BoolColumn) -> BoolColumn:
        """Return by node whether it is flagged and a link to another page, that of no person."""
        leading = np.zeros(len(self.page), dtype=np.bool_)
        base, here = self._base
        for index in np.flatnonzero(flagged & (self.page.tag == _A)).tolist():
            href = self.value(index, "href")
            may_lead = href and "#" not in href and not self.link_kinds[index] & PERSON
            if may_lead and (resolve(href, base) or here) != here:
                leading[index] = True
        return leading

    @cached_property
    def is_teaser_link(self) -> BoolColumn:
        """By node: whether it is a link in a heading to another page, that of no person."""
        return self._leading_away(self.page.inside(self.page.has_tag(_TITLES)))

    @cached_property
    def is_title_link(self) -> BoolColumn:
        """By node: whether it is a link to another page, as long as titles are."""
        lengths = self.lengths[self.page.end] - self.lengths[: len(self.page)]
        return self._leading_away(lengths >= _MIN_TITLE_LENGTH)

    @cached_property
    def is_month_first(self) -> bool:
        """Whether 3/4/2024 is 4 March: as the page's other dates have it, else by its language."""
        first = second = 0
        for leaf in np.flatnonzero(self.is_date[self.page.leaves])[:500].tolist():
            if match := _SLASHED.search(self.page.leaf_text[leaf][: 2 * MAX_LENGTH]):
                first, second = max(first, int(match[1])), max(second, int(match[2]))
        if (first > 12) != (second > 12):
            return second > 12
        language = (self.page.value(0, "lang") or "en").lower()
        return language.startswith("en") and language not in ("en-gb", "en-au", "en-nz", "en-ie")

    @cached_property
    def is_discussion(self) -> bool:
        """Whether a page says that it is a thread: by its address, the body's classes, the system that made it."""
        page = self.page
        bodies = [value or "" for _, value in page.tagged(elements.CODES["body"], "class")]
        if any(_DISCUSSION().search(text[:_MAX_SAID]) for text in (page.url or "", *bodies)):
            return True
        stated = page.tagged(elements.CODES["meta"], "name", "content")
        generators = [content or "" for _, name, content in stated if (name or "").lower() == "generator"]
        if any(_FORUM_SYSTEM().search(content[:_MAX_SAID]) for content in generators[:5]):
            return True
        return bool((self.class_meanings & names.FORUM).any())

    def may_show_posts(self) -> bool:
        """Return whether there are as many dates and authors as posts need, where they need them.

        There are several; or the page is a discussion and shows one; or what is named a comment or its like does.
        """
        if np.count_nonzero(self.is_author) >= MIN_UNKNOWN and np.count_nonzero(self.is_date) >= MIN_UNKNOWN:
            return True
        if self.is_discussion:
            return bool(self.is_author.any() or self.is_date.any())
        kinds = self._kind_nodes()
        if not len(kinds):
            return False
        end = self.page.end[kinds]
        return any((total[end] > total[kinds]).any() for total in (self.totals.authors, self.totals.dates))

    def _kind_nodes(self) -> IntColumn:
        """Return the elements that are named a question, answer, comment or review, or are posts by their type."""
        page = self.page
        meanings = self.class_meanings | self.id_meanings | self.item_meanings
        nodes = np.flatnonzero(meanings & names.KINDS).tolist()
        nodes += page.containing("itemtype", names.TYPES)
        for code, name in enumerate(page.names[elements.UNKNOWN :], elements.UNKNOWN):
            if names.kind_named(name):
                nodes += np.flatnonzero(page.tag == code).tolist()
        return np.array(nodes, dtype=np.int32)


class Totals:
    """Sums from the first node on: the count inside a span of nodes is the difference of two entries."""

    def __init__(self, signs: Signs, dates: Sums, authors: Sums, texts: Sums, prose: Sums) -> None:
        self.signs = signs
        self.dates = dates
        self.authors = authors
        self.texts = texts  # the leaves that are shown and not in links: where there is none, there is no prose
        self.prose = prose  # the characters of prose

    # Few pages have groups that these are asked of.

    @cached_property
    def headings(self) -> Sums:
        """The headings."""
        return _sums(self.signs.page.has_tag(_TITLES))

    @cached_property
    def teaser_links(self) -> Sums:
        """The links in headings to other pages."""
        return _sums(self.signs.is_teaser_link)

    @cached_property
    def title_links(self) -> Sums:
        """The links to other pages that are as long as titles."""
        return _sums(self.signs.is_title_link)


def _by_node(nodes_by_value: dict[str, list[int]]) -> dict[int, str]:
    """Return the values by node, cut where they are very long."""
    return {index: value[:MAX_ATTRIBUTE_LENGTH] for value, nodes in nodes_by_value.items() if value for index in nodes}


def _sums(column: npt.NDArray[np.generic]) -> Sums:
    return np.concatenate(([0], np.cumsum(column, dtype=np.int64)))
