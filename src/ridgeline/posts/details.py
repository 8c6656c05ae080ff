"""Reads the fields of one post: author, date, permalink, votes, whether it was accepted."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from .. import _native
from ..metadata.dates import is_calendar_word
from ..metadata.normalisation import absolute_url, clean
from ..page import BoolColumn, IntColumn, elements
from ..page.cache import cached_property
from ..text.urls import resolve
from . import names
from .moments import MAX_LENGTH, is_time_of_day, read_moment, read_stamp, shows_moment
from .signs import ACTION, MAX_ATTRIBUTE_LENGTH, PERSON, POST, Signs

_A = elements.CODES["a"]
_STRONG = elements.table("a b strong h1 h2 h3 h4 h5 h6 cite".split())
_MAX_NAME_LENGTH = 60
_MAX_DATES = 20
_MAX_LEAVES = 40
_DAY_LENGTH = len("2024-05-12")
_MAX_NODES = 4_000  # of one post that are searched for its fields
_STAMPS = ("datetime", "content", "data-time", "data-timestamp", "data-utime", "title", "data-date", "data-tooltip")
_NOT_NAMES = frozenset(
    """reply quote report share edit link permalink # like profile avatar guest top delete flag moderator admin
    administrator member author topic starter posts offline online homepage website antworten zitieren melden""".split()
)
_LABEL = re.compile(r"^(?:(?:posted|written|by|von|par|por|from|author|autor|user|@)\b\s*:?\s*(?:by\b)?)+\s*", re.I)
_TAG = re.compile(r"</?[a-z][^<>]{0,80}>")
_NUMBER = re.compile(r"([+\-−–]?\s?[0-9][0-9,.\u00a0]*)\s?([km]\b)?", re.I)
_VOTES = re.compile(
    r"^[(\[]?[+\-−–]?\s?[0-9][0-9,.]*\s?[km]?\s*(?:points?|votes?|upvotes?|likes?|people|helpful|赞)?.{0,24}$", re.I
)
_ACCEPTED = re.compile(
    r"\b(?:accepted|best|chosen|verified) (?:answer|solution|response)\b|^\W*solution\W*$|✓|✔|最佳答案", re.I
)
_POSITION = re.compile(r"#?\s?[0-9]+\.?")
# A reference without scheme, and an address in which there is nothing to clean or to doubt.
_PLAIN_REFERENCE = re.compile(r"[\w.~/?&=#,+@;-]++", re.ASCII)
_PLAIN_URL = re.compile(
    r"https?://[a-z0-9]++(?:[.-][a-z0-9]++)*+(?:/[\w.~+=,@;-]*+)++(?:\?[\w.~+=,@&;/-]++)?(?:#[\w.~/=-]++)?", re.ASCII
)
_MAX_URL_LENGTH = 2_048
_PERMALINK = re.compile(r"permalink|bookmark|permanent", re.I)
_NOT_ACCEPTED = "not-accepted"
_HIDDEN_LABEL = "d-none"  # Bootstrap's


@dataclass(frozen=True, eq=False, slots=True)
class Member:
    """One post's span of nodes, its own leaves, and its body; and what an application knows about it."""

    start: int
    end: int
    own: IntColumn
    body: IntColumn
    given: Mapping[str, int] = field(default_factory=dict)  # by field: the element that shows it
    kind: str | None = None
    depth: int = 0  # where it is in no other post


class Fields:
    """Reads the fields of posts of one page."""

    def __init__(self, signs: Signs, members: Sequence[Member], base: str | None) -> None:
        self.signs = signs
        self.page = signs.page
        self.base = base
        owner = np.full(len(signs.page), -1, dtype=np.int32)  # by node: the start of the innermost post around it
        for member in members:  # those around others come first
            owner[member.start : member.end] = member.start
        self._owner = owner
        self._known_texts: dict[tuple[int, int], str] = {}
        bodies = [member for member in members if len(member.body)]
        first, last = (self.page.leaves[[member.body[end] for member in bodies]].tolist() for end in (0, -1))
        self._bodies = dict(zip(bodies, zip(first, last, strict=True), strict=True))  # their first and last nodes

    def _by_post(self, flagged: BoolColumn) -> dict[int, list[int]]:
        """Return the flagged nodes by the start of the innermost post around them."""
        nodes = np.flatnonzero(flagged)
        nodes_by_post = defaultdict[int, list[int]](list)  # what is in no post is that of -1
        for index, owner in zip(nodes.tolist(), self._owner[nodes].tolist(), strict=True):
            nodes_by_post[owner].append(index)
        return nodes_by_post

    @cached_property
    def _authors(self) -> dict[int, list[int]]:
        return self._by_post(self.signs.is_author)

    @cached_property
    def _dates(self) -> dict[int, list[int]]:
        return self._by_post(self.signs.is_date)

    @cached_property
    def _links(self) -> dict[int, list[int]]:
        return self._by_post(self.page.tag == _A)

    @cached_property
    def _votes(self) -> dict[int, list[int]]:
        return self._by_post(self._named(names.VOTES))

    @cached_property
    def _accepted(self) -> dict[int, list[int]]:
        return self._by_post(self._named(names.ACCEPTED))

    def _named(self, meaning: int) -> BoolColumn:
        """Return by node whether its class or microdata says so."""
        flagged: BoolColumn = self._meanings & meaning != 0
        return flagged

    @cached_property
    def _meanings(self) -> IntColumn:
        return self.signs.class_meanings | self.signs.item_meanings

    def _nodes(self, member: Member, nodes_by_post: Mapping[int, list[int]]) -> list[int]:
        """Return the nodes of a post outside of its body and of the posts inside of it."""
        end = min(member.end, member.start + _MAX_NODES)
        first, last = self._bodies.get(member, (-1, -1))
        return [index for index in nodes_by_post.get(member.start, ()) if index < end and not first <= index <= last]

    def text(self, index: int, limit: int = MAX_LENGTH) -> str:
        """Return the text of a node, at most `limit` characters of it."""
        if (known := self._known_texts.get((index, limit))) is None:
            leaves = self.signs.leaves_in(index, max(self.page.end.item(index), index + 1))
            pieces = self.page.leaf_text[leaves.start : min(leaves.stop, leaves.start + 12)]
            known = self._known_texts[index, limit] = clean(" ".join(pieces)[: 8 * limit], limit)
        return known

    # Who wrote it.

    def author(self, member: Member) -> tuple[str | None, str | None]:
        """Return the name of the author, and the URL of their page."""
        if (given := member.given.get("author")) is not None and (name := self._name(given)):
            return name, self._url_at(given)
        if name := self.page.value(member.start, "data-author"):
            return clean(name, _MAX_NAME_LENGTH), self._person_url(member, name)
        initial: tuple[str, str | None] | None = None  # what is shown where there is no picture
        for index in self._nodes(member, self._authors):
            if name := self._name(index):
                if len(name) > 1:
                    return name, self._url_at(index)
                initial = initial or (name, self._url_at(index))
        return initial or (self._weak_name(member), None)

    def _name(self, index: int) -> str | None:
        name = next((text for text in self._texts(index) if _is_name(text) or self._names_person(index, text)), None)
        if name is None and self.signs.items.get(index):
            content = self.page.value(index, "content") or ""
            name = clean(content, _MAX_NAME_LENGTH) if _is_name(content) else None
        return name

    def _names_person(self, index: int, text: str) -> bool:
        """Return whether a text that may be a month, as May is, links to a person or stands in its address."""
        if not text or not is_calendar_word(text) or any(map(str.isdecimal, text)):
            return False
        href = self.signs.value(index, "href")
        return text.casefold() in href.casefold() or bool(self.signs.link_kinds[index] & PERSON)

    def _texts(self, index: int) -> Iterator[str]:
        """Yield the texts in an element, linked ones and those that a name marks first."""
        leaves = self.signs.leaves_in(index, self.page.end.item(index))[:12]
        in_link = self.signs.in_link[leaves.start : leaves.stop].tolist()
        for is_linked in (True, False):
            for leaf, linked in zip(leaves, in_link, strict=True):
                if linked is is_linked:
                    yield _read_name(self.page.leaf_text[leaf])

    def _weak_name(self, member: Member) -> str | None:
        """Return the first bold or linked text outside of the body that can be a name, those before it first."""
        page = self.page
        body = set(member.body.tolist())
        first = min(body, default=0)
        outside = [leaf for leaf in member.own.tolist() if leaf not in body]
        before, after = ([leaf for leaf in outside if (leaf < first) is is_before] for is_before in (True, False))
        for leaf in (*before[-_MAX_LEAVES:], *after[:_MAX_LEAVES]):
            text = clean(page.leaf_text[leaf], 2 * _MAX_NAME_LENGTH)
            if self._is_strong[page.parent[page.leaves[leaf]]] and _is_name(text):
                return text
        return None

    @cached_property
    def _is_strong(self) -> BoolColumn:
        return self.page.has_tag(_STRONG)

    def _person_url(self, member: Member, name: str) -> str | None:
        for index in self._nodes(member, self._authors):
            if self.text(index) == name and (url := self._url_at(index)):
                return url
        return None

    def _url_at(self, index: int) -> str | None:
        """Return the target of the link at, in or around an element."""
        page = self.page
        tag_of = page.tag.item
        for node in (index, *range(index + 1, min(page.end.item(index), index + 12)), page.parent.item(index)):
            href = page.value(node, "href") if tag_of(node) == _A else None
            if href and (self.signs.link_kinds.item(node) & PERSON or _last_step(href) == self.text(node).casefold()):
                return _address(href, self.base)
        return None

    # When.

    def date(self, member: Member) -> tuple[str | None, str | None]:
        """Return when a post was written, by a machine-readable stamp or by what is shown; and what is shown."""
        given = member.given.get("date")
        dates = self._nodes(member, self._dates)[:_MAX_DATES] if given is None else [given]
        is_furniture = self.signs.furniture.item
        beside = [index for index in dates if not is_furniture(index)]
        best = shown = None
        for index in beside or dates:
            text = self._date_text(index)
            found = self._stamp(index) or read_moment(text, month_first=self.signs.is_month_first)
            if found and (best is None or (len(best) == _DAY_LENGTH < len(found) and found.startswith(best))):
                best, shown = found, text
            shown = shown or text
            if shown and best and len(best) != _DAY_LENGTH:
                break  # nothing is better
        return best, shown or None

    @cached_property
    def _stamps(self) -> list[str]:
        """The attributes of the page that may hold the date of an element."""
        known = self.page.core.attribute_names()
        return [attribute for attribute in _STAMPS if attribute in known]

    def _stamp(self, index: int) -> str | None:
        read = self.page.core.value  # most elements have none of these
        for node in (index, self.page.parent.item(index)):
            for attribute in self._stamps:
                if not (value := (read(node, attribute) or "")[:MAX_ATTRIBUTE_LENGTH]):
                    continue
                if found := read_stamp(value, epoch=attribute.startswith("data-")) or self._stated(attribute, value):
                    return found
        return None

    def _stated(self, attribute: str, value: str) -> str | None:
        """Return the date in an attribute that people may have written."""
        if attribute not in ("title", "content", "datetime", "data-tooltip") or not shows_moment(value[:MAX_LENGTH]):
            return None
        return read_moment(value, month_first=self.signs.is_month_first)

    def _date_text(self, index: int) -> str:
        """Return the text of a date, with what follows in its element if that is the time of day."""
        page = self.page
        own = self.text(index)
        parent = page.parent.item(index)
        around = self.text(parent) if page.end.item(parent) - parent < 12 else own
        has_more = own in around and len(own) < len(around) < MAX_LENGTH
        return around if has_more and shows_moment(around) else own

    # Where.

    def permalink(self, member: Member) -> str | None:
        """Return the URL of a post: a link around its date or to its own id, else its id on this page."""
        if (given := member.given.get("permalink")) is not None:
            return _address(self.page.value(given, "href") or "", self.base)
        ids = self._ids(member)
        best: str | None = None
        read, kinds_of = self.page.core.value, self.signs.link_kinds.item
        for index in self._nodes(member, self._links):
            href = read(index, "href") or ""
            kinds = kinds_of(index)
            if not href or kinds & ACTION:
                continue
            fragment = href.partition("#")[2]
            if fragment and fragment in ids:
                return _address(href, self.base) or best
            if best is None and kinds & POST and self._is_permalink(index):
                best = _address(href, self.base)
        if best is None and ids and self.base is not None:
            best = _address(f"#{ids[0]}", self.page.url or self.base)  # a base leads away from this page
        return best

    def _is_permalink(self, index: int) -> bool:
        """Return whether a link is around a date, is "#12", or says that it is one."""
        page, dates = self.page, self.signs.totals.dates.item
        if dates(page.end.item(index)) > dates(index):
            return True
        attributes = (self.signs.value(index, "class"), page.value(index, "rel"), page.value(index, "title"))
        if _POSITION.fullmatch(self.text(index, 20)):
            return True
        return any(_PERMALINK.search(value[:200]) for value in attributes if value)

    def _ids(self, member: Member) -> list[str]:
        """Return the ids of a post: of its element, and of anchors at its start."""
        nodes, values = self._numbered
        first, last = (bisect_left(nodes, node) for node in (member.start, min(member.end, member.start + 25)))
        before = bisect_left(nodes, member.start - 1)
        return values[first:last] + values[before:first]

    @cached_property
    def _numbered(self) -> tuple[list[int], list[str]]:
        """The elements with an id or a name that has a number, and these."""
        found = [(node, value) for node, value in self.page.core.numbered() if len(value) < 80]
        return [node for node, _ in found], [value for _, value in found]

    # How it was received.

    def votes(self, member: Member) -> int | None:
        """Return the votes that a post got, where its markup names them."""
        if (given := self.page.value(member.start, "score")) and _VOTES.match(given):  # Reddit's
            return _number(given)
        counted = member.given.get("votes")
        for index in self._nodes(member, self._votes) if counted is None else (counted,):
            if self.signs.class_meanings[index] & names.DISLIKES:
                continue
            text = self.page.value(index, "content") or self.page.value(index, "data-score") or self.text(index, 40)
            if _VOTES.match(text) and (found := _number(text)) is not None:
                return found
        return None

    def is_accepted(self, member: Member) -> bool:
        """Return whether a post is marked as the accepted answer: by its own name, or by a label in it."""
        if member.kind is not None:
            return "accepted" in member.given
        if self._meanings.item(member.start) & names.ACCEPTED:
            own = f"{self.signs.value(member.start, 'class')} {self.signs.items.get(member.start, '')}"
            if _NOT_ACCEPTED not in own:
                return True
        return any(self._is_accepted_label(index) for index in self._nodes(member, self._accepted))

    def _is_accepted_label(self, index: int) -> bool:
        if self.page.hidden[index] or _HIDDEN_LABEL in self.signs.value(index, "class"):
            return False
        title = (self.page.value(index, "title") or "")[:80]
        return _ACCEPTED.search(f"{self.text(index, 40)} {title}") is not None


def _address(reference: str, base: str | None) -> str | None:
    """Return what `absolute_url` does, sooner where there is nothing to clean or to doubt."""
    if base is None and ":" not in reference:
        return None
    if _PLAIN_REFERENCE.fullmatch(reference) or _PLAIN_URL.fullmatch(reference):
        url = resolve(reference, base)
        if url and len(url) <= _MAX_URL_LENGTH and _PLAIN_URL.fullmatch(url):
            return url
    return absolute_url(reference, base)


def _last_step(href: str) -> str:
    """Return the last step of an address, which may be a name: GitHub's people are /ola."""
    return href[:1_000].rstrip("/").rpartition("/")[2].lstrip("@").casefold()


def _read_name(text: str) -> str:
    """Return a text without "by" before it, and without tags that were escaped once too often."""
    text = text[: 8 * _MAX_NAME_LENGTH]
    return _LABEL.sub("", clean(_TAG.sub("", text) if "<" in text else text, 2 * _MAX_NAME_LENGTH))


def _is_name(text: str) -> bool:
    text = text.strip()
    return (
        0 < len(text) <= _MAX_NAME_LENGTH
        and len(text.split()) <= 5
        and text.casefold() not in _NOT_NAMES
        and any(map(str.isalnum, text))
        and not text.endswith((":", "?", "..."))
        and not text.startswith(("...", "…"))
        and not is_time_of_day(text)
        and "<" not in text
        and not (_native.core.may_be_calendar(text) and is_calendar_word(text) and not text.isdigit())
        and not shows_moment(text)
    )


def _number(text: str) -> int | None:
    match = _NUMBER.search(text)
    if match is None:
        return None
    digits = re.sub(r"[\s,\u00a0]", "", match[1]).replace("−", "-").replace("–", "-").rstrip(".")
    try:
        value = float(digits) * {"k": 1_000, "m": 1_000_000}.get((match[2] or "").lower(), 1)
    except ValueError:
        return None
    return int(value) if abs(value) < 1e9 else None
