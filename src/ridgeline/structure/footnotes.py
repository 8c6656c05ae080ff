"""Footnotes: references in the text, and the notes that they lead to.

A reference is a short link ("1", "[2]", "*") to a place on the same page. Wikipedia, Pandoc, GitHub, markdown-it,
WordPress, Substack, Word and the roles of DPUB-ARIA all write it so, and their notes lead back, or begin with the same
label. Notes that are referred to are kept with the text, numbered in the order in which the text names them, and stand
at its end. So do notes in the middle of a line, as LaTeXML, Tufte CSS and plug-ins of WordPress have them.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..output.outline import Draft, LeafKind, Part
from ..page import Break, IntColumn, Page, elements
from ..page.elements import HEADINGS
from ..text.attributes import class_names
from .kind import Kind, Signs

_A, _SUP, _LI, _DT, _DD, _INPUT = (elements.CODES[name] for name in ("a", "sup", "li", "dt", "dd", "input"))
_HEADINGS = elements.table(HEADINGS)
_ROW = frozenset(elements.CODES[name] for name in ("li", "p", "dd", "div", "aside", "tr", "td", "table", "section"))
_LABEL = re.compile(
    r"\s*[\[(]?\s*(?:[0-9]{1,3}|[a-z]{1,2}|[ivxl]{1,6}|[*†‡§¶#]{1,3}|note\s[0-9]{1,3})\s*[\])]?\s*", re.IGNORECASE
)
_NOTE_NAME = re.compile(r"foot|\bfn|cite|note|ftn|reference|endnote|_ftn|ref\b", re.IGNORECASE)
_BACK = re.compile(r"\s*[\[(]?(?:[↩⏎↑^⬆↵▲⤴‹«←]\ufe0e?|back|jump up(?: to:?)?|return|up)+[\])]?\s*", re.IGNORECASE)
_IN_LINES = ("ltx_note_outer", "sidenote", "marginnote", "modern-footnotes-footnote__note", "footnote_tooltip")
_IN_LINE = re.compile(rf"(?:^|\s)(?:{'|'.join(_IN_LINES)})(?=\s|$)")
_DISTILL = "d-footnote"
_MARK = re.compile(r"\s*[\[(]?(?:[0-9]{1,3}|[*†‡§¶]{1,3}|⊕)[\])]?\s*")
_BRACKETS = re.compile(r"\s*[\[\](){}.:^]*\s*")
_OPENING = re.compile(r"[\s\[\](){}.:^|]*")  # before and after the label of a note
_TITLES = frozenset(
    "notes footnotes endnotes references fußnoten anmerkungen notas примечания сноски 注释 注 脚注 註".split()
)
_MAX_LABEL_LENGTH = 12
_MIN_NOTE_LENGTH = 4  # characters, with its number
_MAX_LEVELS = 4
_MAX_NOTES = 2_000
_MAX_NOTE_LEAVES = 400
_MAX_ALL_LEAVES = 50_000  # of all notes, which may be in one another
_MAX_NOTE_NODES = 4_000
_MAX_NOTE_LINKS = 100  # the first and the last of a note that may lead back
_MAX_NAME_LENGTH = 200
_MAX_TERM_LEVELS = 8  # of elements in a term
_MAX_LABELLED_LEAVES = 60  # of a note that is known by its label alone


@dataclass(frozen=True, slots=True)
class _Note:
    """A note, and the leaves of the page that refer to it (positions in `page.leaves`)."""

    element: int
    references: tuple[int, ...]


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with those of the notes that they refer to, without the signs that lead back."""
    notes = _notes(page, keep)
    if not notes:
        return keep
    added = [np.arange(*_leaves_of_note(page, note.element), dtype=np.int32) for note in notes]
    return np.union1d(keep, np.concatenate(added)).astype(np.int32)


def _edit(draft: Draft) -> bool:
    """Number the references, and put the notes at the end."""
    page = draft.page
    kept, said = draft.outline.leaves, dict[int, str]()
    notes = _notes(page, kept[kept >= 0])
    if not notes and not _may_have_notes_in_lines(page):
        return False
    position = {leaf: place for place, leaf in enumerate(kept.tolist())}
    in_lines = list(_notes_in_lines(draft, position))
    if not notes and not in_lines:
        return False
    orphans = set(map(id, _orphans(draft.root)))
    owners: dict[int, int] = {}
    for number, note in enumerate(notes, 1):
        owners |= dict.fromkeys(_leaves_of(draft, note, position, said), number)
    places: dict[int, int] = {}  # by number of a note in the middle of a line: its first leaf
    for number, leaves in enumerate(in_lines, len(notes) + 1):
        places[number] = leaves[0]
        owners |= dict.fromkeys(leaves, number)
    bodies = draft.take(owners)
    made: list[Part] = []
    for number, note in enumerate(notes, 1):
        if number in bodies:
            made.append(Part("note", note.element, bodies[number], label=str(number)))
            for reference in note.references:
                _refer(draft, position, said, reference, str(number))
    for number, place in places.items():
        draft.change(place, str(number), LeafKind.REFERENCE, gap=Break.NOTHING)
        made.append(Part("note", -1, bodies[number], label=str(number)))
    if not made:
        return False
    _drop_empty(draft.root)
    first_leaves = {_leaves_of_note(page, note.element)[0] for note in notes}
    draft.root.parts = [part for part in draft.root.parts if not _is_rule_before(page, part, first_leaves)]
    emptied = {id(heading) for heading in _orphans(draft.root)} - orphans  # "Footnotes", with nothing below it now
    draft.root.parts = [part for part in draft.root.parts if id(part) not in emptied]
    while draft.root.parts and (draft.root.parts[-1].kind == "hr" or _is_title(draft, draft.root.parts[-1])):
        draft.root.parts.pop()
    draft.root.parts.append(Part("footnotes", parts=made))
    return True


def _may_have_notes_in_lines(page: Page) -> bool:
    return _DISTILL in page.names or len(page.containing("class", _IN_LINES)) > 0


def _notes_in_lines(draft: Draft, position: dict[int, int]) -> Iterator[list[int]]:
    """Yield the leaves of notes that stand where they are referred to: LaTeXML's, and sidenotes of Tufte CSS."""
    page = draft.page
    stop = 0
    named = page.containing("class", _IN_LINES)
    given = {element.index for element in page.find(_DISTILL)} if _DISTILL in page.names else set[int]()
    for node in sorted({*named, *given})[:_MAX_NOTES]:
        first, end = page.leaves_in(node)
        leaves = [position[leaf] for leaf in range(first, end) if leaf in position]
        is_note = node >= stop and (node in given or _IN_LINE.search(" ".join(class_names(page, node))) is not None)
        if not is_note or not leaves or leaves[0] in draft.texts:  # it begins a paragraph: a box beside the text
            continue
        stop = int(page.end[node])
        while first and page.tag[page.leaves[first - 1]] == _INPUT:  # that opens it where there is little room
            first -= 1
            if first in position:
                draft.change(position[first], "", gap=Break.NOTHING)
        for leaf in (first - 1, *range(page.leaves_in(node)[0], end)[: min(2, len(leaves) - 1)]):  # its number
            if leaf in position and _MARK.fullmatch(page.leaf_text[leaf]):
                draft.change(position[leaf], "")
        yield leaves


def _notes(page: Page, keep: IntColumn) -> list[_Note]:
    """Return the notes that kept leaves refer to, in the order of their first references."""
    places: dict[str, int] | None = None
    found: dict[int, list[int]] = {}
    left = _MAX_ALL_LEAVES
    inside = set[int]()  # notes, and the terms above them
    for leaf in _labels(page, keep):
        if not _LABEL.fullmatch(page.leaf_text[leaf]):
            continue
        link = _link_around(page, int(page.leaves[leaf]))
        target = (page.value(link, "href") or "").rpartition("#")[2] if link >= 0 else ""
        if not target or _is_in(page, leaf, inside):
            continue
        places = _places(page) if places is None else places
        element = _note_at(page, places.get(target, -1), link, leaf)
        if element >= 0 and element not in found:
            first, end = page.leaves_in(element)
            left -= end - first
        if element >= 0 and len(found) < _MAX_NOTES and left >= 0:
            found.setdefault(element, []).append(leaf)
            inside |= {element, places[target]}
    return [_Note(element, tuple(leaves)) for element, leaves in found.items()]


def _labels(page: Page, keep: IntColumn) -> list[int]:
    """Return the short kept leaves in links that lead to a place on a page."""
    links = page.containing("href", ("#",))
    if not links:
        return []
    is_link = np.zeros(len(page), dtype=np.bool_)
    is_link[links] = True
    short = keep[page.leaf_lengths.take(keep) <= _MAX_LABEL_LENGTH]
    labels: list[int] = short[page.inside(is_link).take(page.leaves.take(short))].tolist()
    return labels


def _is_in(page: Page, leaf: int, elements: Container[int]) -> bool:
    """Return whether a leaf stands in one of the notes: that is no reference, it leads back."""
    node = int(page.leaves[leaf])
    for _ in range(8):
        if node in elements:
            return True
        node = int(page.parent[node])
        if node < 0:
            return False
    return False


def _places(page: Page) -> dict[str, int]:
    """Return the elements by the names that links lead to."""
    names = {page.value(node, "name") or "": node for node in page.having("name") if page.tag[node] == _A}
    return names | {page.value(node, "id") or "": node for node in page.having("id")}


def _link_around(page: Page, node: int) -> int:
    """Return the link around a leaf that holds nothing else, -1 where it is in none."""
    for _ in range(_MAX_LEVELS):
        node = int(page.parent[node])
        if node < 0:
            return -1
        if page.tag[node] == _A:
            first, end = page.leaves_in(node)
            return node if end - first <= 3 else -1
    return -1


def _note_at(page: Page, place: int, link: int, leaf: int) -> int:
    """Return the element of the note at a place, -1 where there is none."""
    if place < 0 or place <= link < page.end[place]:
        return -1
    after = int(page.end[place])
    while after < len(page) and page.blank[after]:
        after += 1
    is_term = page.tag[place] == _DT and after < len(page) and page.tag[after] == _DD
    element = after if is_term else place
    first, end = page.leaves_in(element)
    for _ in range(_MAX_LEVELS):  # a mark inside of the note may be what the link leads to
        looked_at = page.leaf_lengths[first : min(end, first + _MAX_NOTE_LEAVES)]
        if page.tag[element] in _ROW and sum(looked_at.tolist()) > _MIN_NOTE_LENGTH:
            break
        element = int(page.parent[element])
        if element <= 0 or element <= link < page.end[element]:
            return -1
        first, end = page.leaves_in(element)
    if not 0 < end - first <= _MAX_NOTE_LEAVES or page.end[element] - min(place, element) > _MAX_NOTE_NODES:
        return -1
    return element if _is_note(page, element, place, link, leaf) else -1


def _is_note(page: Page, element: int, place: int, link: int, leaf: int) -> bool:
    """Return whether names, a raised number, its label or a way back say that this is a note."""
    named = " ".join(page.value(place, name, _MAX_NAME_LENGTH) or "" for name in ("id", "name", "role", "epub:type"))
    if _NOTE_NAME.search(" ".join((named, *class_names(page, element)))[:_MAX_NAME_LENGTH]):
        return True
    if _SUP in (page.tag[page.parent[link]], page.tag[page.parent[page.leaves[leaf]]]) or _is_labelled(
        page, element, leaf
    ):
        return True
    back = {page.value(node, "id") for node in (link, int(page.parent[link]))} - {None, ""}
    inside = min(place, element)
    links = (np.flatnonzero(page.tag[inside : page.end[element]] == _A) + inside).tolist()
    ends = {*links[: _MAX_NOTE_LINKS // 2], *links[-_MAX_NOTE_LINKS // 2 :]}
    return any((page.value(node, "href") or "").removeprefix("#") in back for node in ends)


def _is_labelled(page: Page, element: int, reference: int) -> bool:
    """Return whether a text begins with the label of a reference, and is no item of a list: those are of literature."""
    if page.tag[element] == _LI:
        return False
    first, end = _leaves_of_note(page, element)
    opening = _OPENING.sub(
        "", "".join(page.leaf_text[leaf][:_MAX_LABEL_LENGTH] for leaf in range(first, end)[:3]), count=1
    )
    label = _OPENING.sub("", page.leaf_text[reference])
    rest = opening.removeprefix(label)
    has_heading = _HEADINGS.take(page.tag[element : page.end[element]], mode="clip").any()
    is_short = end - first <= _MAX_LABELLED_LEAVES
    return rest != opening and not rest[:1].isalnum() and is_short and not has_heading


def _is_title(draft: Draft, part: Part) -> bool:
    """Return whether a paragraph at the end says "Notes", and nothing is left below it."""
    text = draft.texts.get(part.first, "") if part.is_paragraph else ""
    return text.strip(" :.").lower() in _TITLES


def _is_rule_before(page: Page, part: Part, leaves: Container[int]) -> bool:
    """Return whether a part is a rule with one of these leaves right after it."""
    return part.kind == "hr" and int(np.searchsorted(page.leaves, part.node)) in leaves


def _leaves_of_note(page: Page, element: int) -> tuple[int, int]:
    """Return the leaves of a note, with the term of a definition."""
    first, end = page.leaves_in(element)
    if page.tag[element] == _DD and first:
        before = int(page.parent[page.leaves[first - 1]])
        for _ in range(_MAX_TERM_LEVELS):
            if before <= page.parent[element] or page.parent[before] == page.parent[element]:
                break
            before = int(page.parent[before])
        first = page.leaves_in(before)[0] if page.tag[before] == _DT else first
    return first, end


def _refer(draft: Draft, position: dict[int, int], said: dict[int, str], leaf: int, label: str) -> None:
    """Let a leaf be the reference to a note; brackets beside it go."""
    page = draft.page
    link = _link_around(page, int(page.leaves[leaf]))
    first, end = page.leaves_in(link)
    for other in range(first, end):
        if other in position:
            draft.change(position[other], "")
    _drop_brackets(draft, position, said, first, end)
    draft.change(position[leaf], label, LeafKind.REFERENCE)


def _drop_brackets(draft: Draft, position: dict[int, int], said: dict[int, str], first: int, end: int) -> None:
    """Drop the brackets around some leaves; what texts say that had one is by leaf of the page."""
    if first - 1 not in position or end not in position:
        return
    before, after = (said.get(leaf, draft.page.leaf_text[leaf]) for leaf in (first - 1, end))
    if before.rstrip().endswith(("[", "(")) and after.lstrip().startswith(("]", ")")):
        said[first - 1], said[end] = before.rstrip()[:-1], after.lstrip()[1:]
        for leaf in (first - 1, end):
            draft.change(position[leaf], said[leaf])


def _leaves_of(draft: Draft, note: _Note, position: dict[int, int], said: dict[int, str]) -> list[int]:
    """Return the kept leaves of a note; its label, and what leads back to the text, are not written."""
    page = draft.page
    first, end = _leaves_of_note(page, note.element)
    inside = [leaf for leaf in range(first, end) if leaf in position]
    is_opening, label = True, _OPENING.sub("", page.leaf_text[note.references[0]])
    for leaf in inside:
        text, is_back = page.leaf_text[leaf], _is_back(page, leaf, is_first=is_opening)
        if is_back or (is_opening and _OPENING.fullmatch(text)):
            draft.change(position[leaf], "")
            if is_back and not is_opening:
                _drop_brackets(draft, position, said, leaf, leaf + 1)
            continue
        if is_opening and (rest := _without_label(text, label if leaf == first else "")) != text:
            draft.change(position[leaf], rest)
        is_opening = False
    return [position[leaf] for leaf in inside]


def _without_label(text: str, label: str) -> str:
    """Return the beginning of a note without its label, or without the mark that follows that."""
    rest = _BRACKETS.sub("", text, count=1)
    if not label:
        return rest if text.lstrip()[:1] in tuple("].):^") else text
    after = rest.removeprefix(label)
    return after.lstrip("]). :") if after != rest and not after[:1].isalnum() and after.strip() else text


def _is_back(page: Page, leaf: int, *, is_first: bool) -> bool:
    """Return whether a leaf of a note leads back to the text, or is its number."""
    text = page.leaf_text[leaf]
    if len(text) > 2 * _MAX_LABEL_LENGTH:
        return False
    link = _link_around(page, int(page.leaves[leaf]))
    is_local = link >= 0 and (page.value(link, "href") or "").startswith("#")
    return bool(_BACK.fullmatch(text)) or bool((is_local or is_first) and _LABEL.fullmatch(text.rstrip(". \xa0")))


def _orphans(root: Part) -> list[Part]:
    """Return the headings with nothing below them: the next part is a heading of their level or a higher one."""
    found = []
    for part, following in pairwise([*root.parts, None]):
        if (
            part
            and part.kind in HEADINGS
            and (following is None or (following.kind in HEADINGS and following.kind <= part.kind))
        ):
            found.append(part)
    return found


def _drop_empty(element: Part) -> None:
    """Drop elements from which all was taken."""
    for part in element.parts:
        _drop_empty(part)
    element.parts = [part for part in element.parts if part.is_paragraph or part.parts or part.kind == "hr"]


FOOTNOTES = Kind(
    "footnotes",
    Signs(
        words=(
            *("footnote", "footnotes", "fn", "fnref", "ftnref", "_ftnref", "noteref", "doc-noteref", "reference"),
            *("footref", "footnote-ref", "footnote-anchor", "ftn", "easy-footnote", "modern-footnotes-footnote"),
            *("sidenote", "marginnote", "ltx_note_outer", "msofootnotereference", "msofootnotetext", "sdfootnoteanc"),
            *("modern-footnotes-footnote__note", "footnote_tooltip"),
        ),
        tags=("sup", _DISTILL),
        attributes=("data-footnote-ref", "data-footnote-id", "data-note", "name"),
    ),
    complete=_complete,
    edit=_edit,
)
