"""Caps on what goes into lexbor, found by a scan before it.

lexbor is quadratic in the nesting depth and in the attributes of one tag (40,000 nested `div`: seconds), it opens
formatting elements that nobody closed again in every paragraph, and no thread can stop it once it runs. So the source
is scanned first: by cheap counts, which let nearly every page pass untouched; where they are too high, by a pass that
follows the tags and removes start tags past the depth limit (browsers flatten past 512 levels, too), formatting,
unknown names and options past limits of their own, all of which count as "depth"; and attributes past the attribute
limit. Text is never removed, except past the limit on characters.

The counts and the pass see tags nearly as lexbor does, not exactly: a page made with knowledge of the difference can
still cost seconds. A program that reads hostile pages should also limit the time of its process.
"""

import re
import string
from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ..columns import BoolColumn
from ..elements import BLOCK_NAMES, CODES, RAW_TEXT_NAMES, VOID_NAMES
from ..limits import DEFAULT_LIMITS, Limits

# Below this size the worst page costs the parser under 2 s: 32,000 attributes in one tag, 26,000 nested elements.
HARMLESS_CHARACTERS = 128_000
# As many elements, nested, cost the parser 0.7 s.
HARMLESS_TAGS = 24_000
# What the attributes of a page cost grows with the sum of the squares of its tags' lengths, and should not exceed what
# one tag as long as a harmless page would cost. A tag of under 1,000 characters is too short for any number to matter.
HARMLESS_SQUARES = HARMLESS_CHARACTERS**2
HARMLESS_TAG_CHARACTERS = 1_000
HARMLESS_ATTRIBUTES = 16_000
# All tags of these names add their attributes to one element.
HARMLESS_ROOTS = 8
# Elements that the parser may make of formatting that is opened anew: formatting tags times all tags. It keeps three at
# the most that are alike, so many are open only where they have attributes; `a` closes itself.
HARMLESS_FORMATTING = 2_000_000
MAX_FORMATTING = 16
# The parser keeps names that HTML does not know in a table that is slow when it is full: 250,000 take half a minute.
MAX_UNKNOWN_NAMES = 5_000
# It is quadratic in the options of one `select`, too: 20,000 take over a second. Nobody reads so many.
MAX_OPTIONS = 500

# Each repetition is possessive: the patterns never step back, so the scan is linear whatever the page holds.
_SPACE = r"[ \t\n\r\f]"  # what HTML takes for white space; Python's \s is more
_ATTRIBUTE_GRAMMAR = (
    rf"[ \t\n\r\f/]*+[^ \t\n\r\f/>][^ \t\n\r\f/>=]*+"
    rf"""(?:{_SPACE}*+={_SPACE}*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\r\f>"'][^ \t\n\r\f>]*+))?+"""
)
_ATTRIBUTE = re.compile(_ATTRIBUTE_GRAMMAR)
TOKEN = re.compile(
    rf"<(?:(!--)|(/?)([a-zA-Z][^ \t\n\r\f/>]*+)(?:{_ATTRIBUTE_GRAMMAR})*+[ \t\n\r\f/]*+>?|(?:[!?]|/[^a-zA-Z>])[^>]*+>?)"
)
COMMENT_END = re.compile(r"--!?>")
RAW_TEXT_END = {name: re.compile(rf"</(?i:{name})(?=[ \t\n\r\f/>])") for name in RAW_TEXT_NAMES}
_MAX_NAME_LENGTH = 40
_BOUNDARY = "<br><br>"  # parts paragraphs without nesting

# What a start tag ends when it stands open right outside (HTML's implied end tags, as far as depth needs them).
_CELLS, _ROWS, _ROW_GROUPS = {"td", "th"}, {"tr"}, {"thead", "tbody", "tfoot"}
_SIBLINGS = (
    {"li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}}
    | dict.fromkeys(_CELLS, _CELLS)
    | dict.fromkeys(_ROWS, _CELLS | _ROWS)
    | dict.fromkeys(_ROW_GROUPS, _CELLS | _ROWS | _ROW_GROUPS)
)
_ENDS = {name: {"p"} | _SIBLINGS.get(name, set()) for name in BLOCK_NAMES} | {"option": {"option"}, "a": {"a"}}
# Their end tag closes them alone and leaves open what was opened inside (HTML's adoption agency).
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
# Of these many can be open at once; the others close themselves.
_LASTING = _FORMATTING - {"a", "nobr"}
_OPTIONS = frozenset({"option", "optgroup"})
_FOREIGN = frozenset({"svg", "math"})
# An end tag inside these does not reach out of them (HTML's scopes).
_SCOPES = frozenset("table caption td th template object applet marquee".split())
_TABLE_PARTS = {"table", "caption"} | _CELLS | _ROWS | _ROW_GROUPS

# The counts are taken of the encoded source, which is what the parser reads: a byte a letter, whatever the script.
_ATTRIBUTE_BYTES = re.compile(_ATTRIBUTE_GRAMMAR.encode())
_TAG_BYTES = re.compile(rf"<[a-zA-Z][^ \t\n\r\f/>]*+(?:{_ATTRIBUTE_GRAMMAR})*+".encode())
_FORMATTING_TAG = re.compile(rf"<(?:{'|'.join(sorted(_LASTING))})[ \t\n\r\f/]".encode(), re.IGNORECASE)
_ROOT_TAG = re.compile(b"<(?:html|body)", re.IGNORECASE)


def _table(members: bytes) -> BoolColumn:
    """By byte: whether it is one of these."""
    table = np.zeros(256, dtype=np.bool_)
    table[list(members)] = True
    return table


def _beginnings(names: Iterable[str]) -> BoolColumn:
    """By first and second byte: whether a tag that has one of these names, and attributes, may begin with them."""
    table = np.zeros((256, 256), dtype=np.bool_)
    for name in names:
        first, second = name[0].encode(), name[1:2].encode() or b" \t\n\r\f/"
        table[np.ix_(list(first + first.upper()), list(second + second.upper()))] = True
    return table


_LETTERS = _table(string.ascii_letters.encode())
_BEFORE_VALUE = _table(b"= \t\n\r\f")
_FORMATTING_BEGINNINGS = _beginnings(_LASTING)
_ROOT_BEGINNINGS = _beginnings(("html", "body"))


def apply_limits(source: str, limits: Limits = DEFAULT_LIMITS) -> tuple[bytes, frozenset[str]]:
    """The source as the parser gets it, with what exceeds the limits taken out, and the limits that did so."""
    source, cuts = limits.cut(source)
    encoded = encode(source)
    if not _is_suspicious(encoded):
        return encoded, cuts
    source, more = flatten(source, limits)
    return encode(source), cuts | more


def encode(source: str) -> bytes:
    """The source as the parser reads it; halves of characters (surrogates) are no characters to it."""
    return source.encode("utf-8", "ignore")


def flatten(source: str, limits: Limits = DEFAULT_LIMITS) -> tuple[str, frozenset[str]]:
    """The source with the tags and attributes that exceed the limits taken out, and the names of those limits."""
    return _Rewriter(source, limits).run()


def _is_suspicious(source: bytes) -> bool:
    """Whether the page may be too much; if so, it is followed tag by tag.

    The first two letters of all tags are looked at together. They bound how many are formatting or roots, mostly well
    enough; only else are those counted.
    """
    letters = np.frombuffer(source, dtype=np.uint8)
    starts = np.flatnonzero(letters[:-2] == ord("<"))  # of tags, and of whatever else begins like one
    tags = len(starts)
    first, second = letters[starts + 1], letters[starts + 2]
    formatting = np.count_nonzero(_FORMATTING_BEGINNINGS[first, second])
    if tags * formatting > HARMLESS_FORMATTING and tags * len(_FORMATTING_TAG.findall(source)) > HARMLESS_FORMATTING:
        return True
    if len(source) <= HARMLESS_CHARACTERS:
        return False
    roots = np.count_nonzero(_ROOT_BEGINNINGS[first, second])
    if tags > HARMLESS_TAGS or (roots > HARMLESS_ROOTS and len(_ROOT_TAG.findall(source)) > HARMLESS_ROOTS):
        return True
    return _has_many_attributes(_long_tags(source, letters, starts[_LETTERS.take(first)]))


def _long_tags(source: bytes, letters: npt.NDArray[np.uint8], starts: npt.NDArray[np.intp]) -> list[bytes]:
    """The tags that are not short, as the pattern finds them one after the other.

    A tag ends at the first `>` outside of its quoted values. So it can be long only where the first one of all is far,
    or stands in a value: then the last quotation mark of its kind before it is one that opens a value. There alone
    the pattern is tried.
    """
    all_ends = np.append(np.flatnonzero(letters == ord(">")), len(letters))
    ends = all_ends.take(np.searchsorted(all_ends, starts))
    may_be_long = ends - starts > HARMLESS_TAG_CHARACTERS
    for quote in b"\"'":
        quotes = np.flatnonzero(letters == quote)
        last = np.append(-1, quotes).take(np.searchsorted(quotes, ends))
        may_be_long |= (last > starts) & _BEFORE_VALUE.take(letters.take(last - 1))
    long_tags = []
    position = 0
    for start in starts[may_be_long].tolist():
        if start >= position and (tag := _TAG_BYTES.match(source, start)):
            position = tag.end()
            if position - start > HARMLESS_TAG_CHARACTERS:
                long_tags.append(tag.group())
    return long_tags


def _has_many_attributes(long_tags: list[bytes]) -> bool:
    """Whether some tags may have too many; what is long because of one value, such as a page's state, has not."""
    if sum(map(len, long_tags)) <= HARMLESS_CHARACTERS:
        return False
    # Another `<` inside may be a tag of its own: quotes in scripts and comments swallow some.
    if sum(len(tag) ** 2 for tag in long_tags if b"<" in tag[1:]) > HARMLESS_SQUARES:
        return True
    return sum(len(_ATTRIBUTE_BYTES.findall(tag)) for tag in long_tags) > HARMLESS_ATTRIBUTES


class _Rewriter:
    """One pass over the tags with a stack of open elements; what is not cut out is copied as it stands."""

    def __init__(self, source: str, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.cuts: set[str] = set()
        self.pieces: list[str] = []
        self.copied = 0  # the source is dealt with up to here
        self.open: list[str] = []
        self.foreign = 0  # how many of them are SVG or MathML
        self.formatting: Counter[str] = Counter()  # formatting that was opened and not closed, wherever it stands
        self.dropped: Counter[str] = Counter()  # start tags taken out whose end tags are still to come
        self.roots: set[str] = set()
        self.unknown: set[str] = set()  # names that HTML does not know
        self.options = 0  # of the last `select`
        self.endless: set[str] = set()  # raw text that nobody ends

    def run(self) -> tuple[str, frozenset[str]]:
        position: int | None = 0
        while position is not None and (token := TOKEN.search(self.source, position)):
            if token.group(1):
                position = self._after_comment(token)
            else:
                position = self._after_tag(token) if token.group(3) else token.end()
        return "".join((*self.pieces, self.source[self.copied :])), frozenset(self.cuts)

    def _after_comment(self, token: re.Match[str]) -> int | None:
        # `<!-->` is a whole comment, so its end may begin with the dashes of its opening.
        ending = COMMENT_END.search(self.source, token.end() - 2)
        return ending.end() if ending else None

    def _after_tag(self, token: re.Match[str]) -> int:
        """Where to go on after this tag: scripts and the like are passed over, if they end."""
        name = token.group(3)[:_MAX_NAME_LENGTH].lower()
        start, end = token.span()
        if token.group(2):
            if not self._close(name):
                self._cut_tag(name, start, end)
            return end
        if not self._open(name, self_closing=self.source.endswith("/>", start, end)):
            self._cut_tag(name, start, end)
        elif (excess := self._excess(token)) is not None:
            self._cut(excess, end, "attributes", ">")
        if name in RAW_TEXT_NAMES and not self.foreign and (ending := self._raw_text_end(name, end)):
            return ending.start()
        return end

    def _raw_text_end(self, name: str, start: int) -> re.Match[str] | None:
        """The end tag of raw text; a name that has none any more is not looked for again."""
        if name in self.endless:
            return None
        ending = RAW_TEXT_END[name].search(self.source, start)
        if ending is None:
            self.endless.add(name)
        return ending

    def _excess(self, token: re.Match[str]) -> int | None:
        """Where the attributes of a tag become too many, if they do."""
        if token.end() - token.start() < 2 * self.limits.attributes:
            return None
        position = token.end(3)
        for _ in range(self.limits.attributes):
            attribute = _ATTRIBUTE.match(self.source, position)
            if attribute is None:
                return None
            position = attribute.end()
        return position if _ATTRIBUTE.match(self.source, position) else None

    def _cut_tag(self, name: str, start: int, end: int) -> None:
        """Take a tag out; where it parted paragraphs a boundary stays, one for several in a row."""
        follows_boundary = start == self.copied and self.pieces[-1:] == [_BOUNDARY]
        self._cut(start, end, "depth", _BOUNDARY if name in BLOCK_NAMES and not follows_boundary else "")

    def _cut(self, start: int, end: int, limit: str, instead: str) -> None:
        self.pieces += (piece for piece in (self.source[self.copied : start], instead) if piece)
        self.copied = end
        self.cuts.add(limit)

    def _open(self, name: str, *, self_closing: bool) -> bool:
        """Push the element, unless it is one too many."""
        if name in ("html", "body"):  # a second one only adds its attributes to the first
            is_first = name not in self.roots
            self.roots.add(name)
            return is_first
        if name in VOID_NAMES or (self_closing and self.foreign and name not in CODES):
            return True
        ended = _ENDS.get(name, ())
        while self.open and self.open[-1] in ended:
            self.open.pop()
        if self._is_full(name):
            self.dropped[name] += 1
            return False
        if self.foreign and name in BLOCK_NAMES:  # it ends SVG and MathML, or stands in HTML inside of them
            self.open = [element for element in self.open if element not in _FOREIGN]
            self.foreign = 0
        self.open.append(name)
        self.foreign += name in _FOREIGN
        if name in _LASTING:
            self.formatting[name] += 1
        return True

    def _is_full(self, name: str) -> bool:
        if name in _LASTING and self.formatting.total() >= MAX_FORMATTING:
            return True
        if name not in CODES and name not in self.unknown:
            if len(self.unknown) >= MAX_UNKNOWN_NAMES:
                return True
            self.unknown.add(name)
        if name == "select":
            self.options = 0
        elif name in _OPTIONS:
            self.options += 1
            if self.options > MAX_OPTIONS:
                return True
        # Raw text and drawings are opened at any depth: without their tags what is in them would turn into text.
        hides_text = name in RAW_TEXT_NAMES or (name in _FOREIGN and not self.foreign)
        return len(self.open) >= self.limits.depth and not hides_text

    def _close(self, name: str) -> bool:
        """Pop the element, unless the end tag belongs to a start tag that was taken out."""
        if self.dropped[name]:
            self.dropped[name] -= 1
            return False
        if self.formatting[name]:
            self.formatting[name] -= 1
        if name in self.open:
            self._pop(name)
        return True

    def _pop(self, name: str) -> None:
        for index in range(len(self.open) - 1, -1, -1):
            candidate = self.open[index]
            if candidate == name:
                removed = self.open[index : index + 1 if name in _FORMATTING else None]
                del self.open[index : index + len(removed)]
                self.foreign -= sum(element in _FOREIGN for element in removed) if self.foreign else 0
                return
            if candidate in _SCOPES and name not in _TABLE_PARTS:
                return
