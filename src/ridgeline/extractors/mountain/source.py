"""Separates code from text in a page's source, without a DOM: the first step to Information Cells.

NumPy finds all `<` and `>` in one pass. Only some pieces of code are then scanned one by one: comments, scripts and
other elements that hide their content, and tags whose quoted values may contain a `>`. As in a browser, a comment or a
script that is never closed takes the rest of the source. All steps are linear in the length of the source.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...page import BoolColumn

Offsets = npt.NDArray[np.int64]
Characters = npt.NDArray[np.uint8] | npt.NDArray[np.uint16] | npt.NDArray[np.uint32]

# The content of these elements, up to their own end tag, is code or data and never text of the page. (A template with
# a `shadowrootmode` is the exception: it is shown.)
HIDING_TAGS: tuple[str, ...] = ("script", "style", "textarea", "title", "iframe", "noembed", "noframes", "template")
_SHOWN_TEMPLATE = "shadowrootmode"
_AFTER_NAME = " \t\n\r\f/>"
# From a tag's name to its end. Quotes count only after an equals sign, and only if they are closed.
_REST_OF_TAG = re.compile(r"""(?:[^>=]++|=[ \t\n\r\f]*+(?:"[^"]*+"|'[^']*+')?+)*+>""")
_COMMENT_END = re.compile(r"--!?>")
_LINK = re.compile(r"[\s/\"']href\s*=", re.IGNORECASE)
_PADDING = "\0" * 4  # lets array lookups reach a few characters past either end of the source
_MIN_QUOTED_LENGTH = len('<a b=">')  # a shorter tag has no `>` in quotes


def _packed(letters: str) -> int:
    """Return three characters as one number."""
    first, second, third = map(ord, letters)
    return (first << 16) | (second << 8) | third


_COMMENT = _packed("!--")
_HIDING = {_packed(name[:3]): name for name in HIDING_TAGS}  # their first three letters differ
_DELIMITERS = np.zeros(256, dtype=np.bool_)
_DELIMITERS[[ord(character) for character in _AFTER_NAME]] = True


@dataclass(frozen=True, eq=False, slots=True)
class Code:
    """The pieces of code in a source, in order."""

    start: Offsets  # of each `<`
    end: Offsets  # one past each `>`
    opens_link: BoolColumn
    closes_link: BoolColumn


def find_code(source: str) -> Code:
    """Return every tag, comment, script and declaration of a source; everything between them is text."""
    characters = _characters(source + _PADDING)
    start = _markup_starts(characters)
    closing = np.flatnonzero(characters == ord(">"))
    # A tag ends at the next `>`; without one it takes the rest of the source.
    end = np.append(closing + 1, len(source))[np.searchsorted(closing, start)]
    packed = _three_letters(characters, start)
    # Of several `<` with the same end, the first begins the tag; the others are inside its attributes.
    is_first = np.ones(len(start), dtype=np.bool_)
    is_first[1:] = end[1:] != end[:-1]
    needs_scan = is_first & _needs_scan(characters, start, end, is_first, packed)
    regions = _scan_regions(source, start, packed, needs_scan)
    start, end, packed = _merge_regions(start[is_first], end[is_first], packed[is_first], regions)
    return Code(start, end, *_links(source, start, end, packed))


def _characters(source: str) -> Characters:
    """Return the code points of the source in the narrowest type that holds them."""
    try:
        return np.frombuffer(source.encode("latin-1"), dtype=np.uint8)
    except UnicodeEncodeError:
        narrow = source.encode("utf-16-le", "surrogatepass")
    if len(narrow) == 2 * len(source):
        return np.frombuffer(narrow, dtype=np.uint16)
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def _markup_starts(characters: Characters) -> Offsets:
    """Return the offset of each `<` that begins markup: before a letter, `/`, `!` or `?`. In `a < b` it is text."""
    start = np.flatnonzero(characters == ord("<"))
    after = characters[start + 1]
    lower = after | 0x20
    is_letter = (lower >= ord("a")) & (lower <= ord("z"))
    is_markup = is_letter | (after == ord("/")) | (after == ord("!")) | (after == ord("?"))
    answer: Offsets = start[is_markup]
    return answer


def _three_letters(characters: Characters, start: Offsets) -> Offsets:
    """Return the three characters after each `<` as one number, in lower case; 0 for characters beyond Latin-1."""
    packed = np.zeros(len(start), dtype=np.int64)
    for position in range(1, 4):
        character = characters[start + position].astype(np.int64)
        is_capital = (character >= ord("A")) & (character <= ord("Z"))
        character[is_capital] |= 0x20
        character[character > 0xFF] = 0
        packed = (packed << 8) | character
    return packed


def _needs_scan(
    characters: Characters, start: Offsets, end: Offsets, is_first: BoolColumn, packed: Offsets
) -> BoolColumn:
    """Return, for each `<`, whether its code may end elsewhere than at the next `>`.

    This is so for comments and elements that hide their content, and for start tags whose `>` may be inside quotes:
    those with another `<` before the `>`, and those whose `>` follows neither a quote nor a quote and a slash.
    """
    hides = packed == _COMMENT
    for letters in _HIDING:
        hides |= packed == letters
    follows_quote = _is_quote(characters[end - 2])
    follows_slash = characters[end - 2] == ord("/")
    follows_quote |= follows_slash & (_is_quote(characters[end - 3]) | _is_quote(characters[end - 4]))
    is_end_tag = (packed >> 16) == ord("/")
    may_be_quoted = ~follows_quote & ~is_end_tag & (end - start >= _MIN_QUOTED_LENGTH)
    has_another = np.zeros(len(start), dtype=np.bool_)
    has_another[:-1] = ~is_first[1:]
    answer: BoolColumn = hides | may_be_quoted | has_another
    return answer


def _is_quote(characters: Characters) -> BoolColumn:
    answer: BoolColumn = (characters == ord('"')) | (characters == ord("'"))
    return answer


def _scan_regions(source: str, start: Offsets, packed: Offsets, needs_scan: BoolColumn) -> list[tuple[int, int]]:
    """Return start and end of each piece of code that needs a scan and is not inside another, in order."""
    end_tags: dict[str, list[int]] = {}
    regions: list[tuple[int, int]] = []
    position = 0  # the source is scanned up to here
    for begin, letters in zip(start[needs_scan].tolist(), packed[needs_scan].tolist(), strict=True):
        if begin < position:
            continue
        if letters == _COMMENT:
            # `<!-->` is a complete comment: its end may share the dashes of its start.
            closing = _COMMENT_END.search(source, begin + 2)
            position = closing.end() if closing else len(source)
        else:
            rest = _REST_OF_TAG.match(source, begin + 1)
            position = rest.end() if rest else len(source)
            name = _HIDING.get(letters)
            if name is not None and _hides_content(source, begin, position, name):
                if name not in end_tags:
                    end_tags[name] = _find_end_tags(source, start, packed, name)
                position = _after_end_tag(source, end_tags[name], position)
        regions.append((begin, position))
        if position >= len(source):
            break
    return regions


def _hides_content(source: str, begin: int, end: int, name: str) -> bool:
    """Return whether the tag that begins here has this name and hides its content."""
    after = begin + 1 + len(name)
    if source[begin + 1 : after].lower() != name or source[after : after + 1] not in tuple(_AFTER_NAME):
        return False
    return name != "template" or _SHOWN_TEMPLATE not in source[after:end].lower()


def _find_end_tags(source: str, start: Offsets, packed: Offsets, name: str) -> list[int]:
    """Return the offsets of the end tags of this name."""
    candidates = start[packed == _packed(f"/{name[:2]}")].tolist()
    length = 2 + len(name)
    return [offset for offset in candidates if source[offset + 2 : offset + length].lower() == name]


def _after_end_tag(source: str, end_tags: list[int], position: int) -> int:
    """Return the offset behind the first of these end tags at or after `position`."""
    index = bisect_left(end_tags, position)
    if index == len(end_tags):
        return len(source)
    return source.find(">", end_tags[index]) + 1 or len(source)


def _merge_regions(
    start: Offsets, end: Offsets, packed: Offsets, regions: list[tuple[int, int]]
) -> tuple[Offsets, Offsets, Offsets]:
    """Drop the tags inside regions, and let each region's first tag end where the region ends."""
    if not regions:
        return start, end, packed
    begins, ends = np.array(regions, dtype=np.int64).T
    nearest = np.searchsorted(begins, start, side="right") - 1
    is_region = (nearest >= 0) & (start == begins[nearest])
    is_inside = (nearest >= 0) & (start < ends[nearest]) & ~is_region
    end = np.where(is_region, ends[nearest], end)
    return start[~is_inside], end[~is_inside], packed[~is_inside]


def _links(source: str, start: Offsets, end: Offsets, packed: Offsets) -> tuple[BoolColumn, BoolColumn]:
    """Return, for each tag, whether it is an `<a>` with an address, and whether it ends the link before it."""
    opens = ((packed >> 16) == ord("a")) & _DELIMITERS[(packed >> 8) & 0xFF]
    closes = ((packed >> 8) == _packed("\0/a")) & _DELIMITERS[packed & 0xFF]
    closes |= opens  # links do not nest: a new one ends the one before
    anchors = np.flatnonzero(opens)
    opens[anchors] = [
        source.find(" href=", begin, stop) >= 0 or _LINK.search(source, begin, stop) is not None
        for begin, stop in zip(start[anchors].tolist(), end[anchors].tolist(), strict=True)
    ]
    return opens, closes
