"""Chooses which groups of elements are posts: each member shows who wrote it or when, and holds text of its own.

A page may have several groups: the answers, the comments on each of them, the question above. The best comes first;
another one counts as far as it shows dates, authors and text that no group before it has.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..page import BoolColumn
from . import names
from .bodies import Bodies, find_bodies
from .candidates import MIN_PROSE, MIN_PURITY, Group, Measures, find_candidates
from .kinds import UNKNOWN, kind_of_all
from .signs import MIN_UNKNOWN, Signs

Counts = npt.NDArray[np.int64]

_MAX_GROUPS = 12
_MAX_EXAMINED = 80  # groups, the best first, that are looked at closely: each costs as much as the page is long
_NAMED_BONUS = 1.5
_MIN_UNNAMED_PROSE = 40  # where only its signs do
_MIN_UNNAMED_PURITY = 0.8
_MIN_UNNAMED_SHARE = 0.3  # of the page's text
_MIN_NUMBERED_SHARE = 0.15  # where their ids are numbered
_MAX_BESIDE = 0.5  # of the members are in boxes that list other pages
_MIN_SENTENCE = 40  # characters of a text in the post that opens a thread
_MAX_HEADED = 0.3  # of these have a heading
_MAX_TITLED = 0.7  # of these have a link as long as a title
_ANSWERING = frozenset({"comment", "answer"})  # kinds of posts whose headings may link to a page for each
_MAX_TEASERS = 0.5  # of the members are headed by a link to another page


@dataclass(frozen=True, eq=False)
class PostGroup:
    """A group of posts with the leaves of each."""

    group: Group
    bodies: Bodies


def find_groups(signs: Signs) -> list[PostGroup]:
    """Return the groups of posts of a page, the best first."""
    if not signs.may_show_posts():
        return []
    chosen: list[PostGroup] = []
    claim = Claim(signs)
    examined = 0
    for group in _ranked(signs):
        if len(chosen) == _MAX_GROUPS or examined == _MAX_EXAMINED:
            break
        if chosen and not group.is_named:
            continue
        examined += 1
        rest = claim.unclaimed(group)
        if rest is None or not _is_sound(signs, rest, is_first=not chosen):
            continue
        posts = PostGroup(rest, find_bodies(signs, rest, claim.leaves))
        if _median(posts.bodies.sums(signs.prose)) >= MIN_PROSE:
            chosen.append(posts)
            claim.add(posts)
    if chosen and (opening := find_opening(signs, chosen, claim)):
        chosen.append(opening)
    return chosen


class Claim:
    """The parts of a page that are posts already."""

    def __init__(self, signs: Signs) -> None:
        self.signs = signs
        self.nodes = np.zeros(len(signs.page), dtype=np.bool_)  # in a post
        self.leaves = np.zeros(len(signs.page.leaves), dtype=np.bool_)  # in a body
        self.in_bodies: Counts = _sums(self.nodes)  # up to each node
        self._free: list[Counts] = []  # dates, authors, prose up to each node, outside of posts; once they are needed

    def add(self, posts: PostGroup) -> None:
        """Claim the elements and bodies of posts."""
        for start, end in zip(posts.group.start.tolist(), posts.group.end.tolist(), strict=True):
            self.nodes[start:end] = True
        self.leaves[np.concatenate(posts.bodies.leaves)] = True
        self.in_bodies = _sums(self._body_nodes())
        self._free = []

    def unclaimed(self, group: Group) -> Group | None:
        """Return the members that show something of their own, None where too few do.

        A member around posts counts with what is outside of them, a member inside of one if it holds nothing of its
        body: a comment below an answer.
        """
        if not self.nodes.any():
            return group
        is_inside = self.nodes[group.start]
        has_own_place = ~(is_inside & (self.in_bodies[group.end] > self.in_bodies[group.start]))
        if np.count_nonzero(has_own_place) < MIN_PURITY * len(group):
            return None  # as most of them
        self._free = self._free or [_sums(column * ~self.nodes) for column in self._columns()]
        totals = self.signs.totals
        counts = [
            np.where(is_inside, group.own(everywhere), group.own(outside))
            for everywhere, outside in zip((totals.dates, totals.authors, totals.prose), self._free, strict=True)
        ]
        has_signs = ((counts[0] > 0) & (counts[1] > 0)) & (counts[2] >= MIN_PROSE)
        kept = has_signs & has_own_place
        if not kept.any() or kept.mean() < MIN_PURITY:
            return None
        return Group(group.key, group.start[kept], group.end[kept], group.is_named, group.is_typed, group.is_numbered)

    def _columns(self) -> Iterator[npt.NDArray[np.generic]]:
        prose = np.zeros(len(self.signs.page), dtype=np.int64)
        prose[self.signs.page.leaves] = self.signs.prose
        yield from (self.signs.is_date, self.signs.is_author, prose)

    def _body_nodes(self) -> BoolColumn:
        nodes = np.zeros(len(self.signs.page), dtype=np.bool_)
        nodes[self.signs.page.leaves[self.leaves]] = True
        return nodes


def _sums(column: npt.NDArray[np.generic]) -> Counts:
    return np.concatenate(([0], np.cumsum(column, dtype=np.int64)))


def _median(counts: Counts) -> float:
    """Return the median of some counts; `numpy.median` takes ten times as long for few."""
    ordered = np.sort(counts)
    return float(ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def _ranked(signs: Signs) -> list[Group]:
    """Return the groups whose members show what posts show, the best first; of equals the outermost."""
    scored = [
        (-score, -measures.nodes, position, group)
        for position, (group, measures) in enumerate(find_candidates(signs))
        if (score := _score(signs, group, measures)) > 0
    ]
    return [group for *_, group in sorted(scored, key=lambda entry: entry[:3])]


def _score(signs: Signs, group: Group, measures: Measures) -> float:
    """Return how many dates and authors of posts the members show, more where their name is that of a post."""
    if np.count_nonzero(signs.beside_content[group.start]) > _MAX_BESIDE * len(group):
        return 0.0
    purity = measures.posts / len(group)
    return measures.shown * purity * math.log2(1 + measures.prose) * (_NAMED_BONUS if group.is_named else 1.0)


def _is_sound(signs: Signs, group: Group, *, is_first: bool) -> bool:
    """Return whether a group is one of posts: not of teasers of other pages, not a single box of unknown kind."""
    totals = signs.totals
    if not _has_signs(signs, group):
        return False
    kind = kind_of_all(signs, group.start.tolist())
    if not group.is_typed and kind not in _ANSWERING and _teasers(signs, group) > _MAX_TEASERS:
        return False
    if len(group) == 1:
        return True
    if not _is_marked(signs, group) and not _looks_like_thread(signs, group):
        return False
    if group.is_named:
        return True
    prose = group.own(totals.prose)
    return bool(
        is_first
        and _median(prose) >= _MIN_UNNAMED_PROSE
        and prose.sum() >= (_MIN_NUMBERED_SHARE if group.is_numbered else _MIN_UNNAMED_SHARE) * totals.prose[-1]
    )


def _has_signs(signs: Signs, group: Group) -> bool:
    """Return whether enough members show a date and an author.

    Nearly all must show both where neither their name nor the page says that they are posts; of those with numbered
    ids, a date.
    """
    dated, signed, *_ = group.measured(signs)
    if len(group) == 1:
        return bool(signed) and (group.is_typed or names.kind_named(group.key) is not None)
    is_signed = signed / len(group) >= _MIN_UNNAMED_PURITY
    is_dated = is_signed or (group.is_numbered and dated / len(group) >= _MIN_UNNAMED_PURITY)
    if not group.is_named and not is_dated:
        return False
    return (is_signed and len(group) >= MIN_UNKNOWN) or _is_marked(signs, group)


def _is_marked(signs: Signs, group: Group) -> bool:
    """Return whether the page, or the names of or around the members, say that they are posts."""
    return group.is_typed or signs.is_discussion or kind_of_all(signs, group.start.tolist()) != UNKNOWN


def _looks_like_thread(signs: Signs, group: Group) -> bool:
    """Return whether a group is one of posts though no name says so: a blog calls its articles posts, too.

    Few members have headings, and few lead to a page of their own.
    """
    has_title = group.own(signs.totals.title_links) > 0
    has_heading = group.own(signs.totals.headings) > 0
    return (
        bool(has_heading.mean() <= _MAX_HEADED)
        and bool(has_title.mean() <= _MAX_TITLED)
        and bool(_median(group.own(signs.totals.prose)) >= _MIN_UNNAMED_PROSE)
    )


def _teasers(signs: Signs, group: Group) -> float:
    """Return the share of members with a heading that links to another page."""
    return float((group.own(signs.totals.teaser_links) > 0).mean())


def find_opening(signs: Signs, chosen: list[PostGroup], claim: Claim) -> PostGroup | None:
    """Return the post that opens a thread, where its element is unlike those of the replies.

    Its body is named like theirs; or, where they are named replies on a page that says it is a discussion, it is what
    the headline introduces. It is the part of the page before the first reply that shows an author and a date.
    """
    main = chosen[0].group
    first = min(int(posts.group.start.min()) for posts in chosen)
    kind = kind_of_all(signs, main.start.tolist())
    if not signs.is_discussion and kind in ("comment", "review"):
        return None  # what readers comment on is an article
    heads = _bodies_before(signs, chosen[0], claim, first)
    if not heads and signs.is_discussion and (kind in _ANSWERING or names.meaning_of(main.key) & names.REPLY):
        heads = _headlines_before(signs, first)
    for index in heads:
        around = _around_opening(signs, index, first)
        if around is not None:
            start, end = np.array([around], dtype=np.int32), min(int(signs.page.end[around]), first)
            group = Group(main.key, start, np.array([end], dtype=np.int32), is_named=True)
            opening = PostGroup(group, find_bodies(signs, group, claim.leaves))
            if signs.prose[opening.bodies.leaves[0]].sum() >= _MIN_SENTENCE:
                return opening
    return None


def _bodies_before(signs: Signs, main: PostGroup, claim: Claim, first: int) -> list[int]:
    """Return the elements before the first reply whose name is that of the replies' bodies."""
    tag, token = main.bodies.tag, main.bodies.name
    # What precedes the first comment and has a name that parts of other content share is an article.
    if not token or names.meaning_of(token) & names.COMMON_BODY:
        return []
    page = signs.page
    is_free = (page.tag[:first] == tag) & ~claim.nodes[:first]
    return [
        index for index in np.flatnonzero(is_free).tolist() if token in names.tokens_of(signs.value(index, "class"))
    ]


def _headlines_before(signs: Signs, first: int) -> list[int]:
    return [node.index for node in signs.page.find("h1") if node.index < first]


def _around_opening(signs: Signs, index: int, first: int) -> int | None:
    """Return the innermost element around a node that shows author, date and text before the first reply."""
    page, totals = signs.page, signs.totals
    while index > 0:
        end = min(int(page.end[index]), first)
        if (
            totals.dates[end] > totals.dates[index]
            and totals.authors[end] > totals.authors[index]
            and _has_sentence(signs, index, end)
        ):
            return index
        if page.end[index] > first:
            return None
        index = int(page.parent[index])
    return None


def _has_sentence(signs: Signs, start: int, end: int) -> bool:
    """Return whether there is a text from one node up to another that is longer than labels are, and no heading."""
    leaves = signs.leaves_in(start, end)
    long = leaves.start + np.flatnonzero(signs.prose[leaves.start : leaves.stop] >= _MIN_SENTENCE)
    return bool((~signs.in_heading[signs.page.leaves[long]]).any())
