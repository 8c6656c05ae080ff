"""Caps on what goes into the parser, found by a scan before it.

The parser is quadratic in the nesting depth and in the attributes of one tag (40,000 nested `div`: seconds), and no
thread can stop it once it runs. So the source is looked at first: a page too small to hurt passes untouched; a larger
one is scanned once, in linear time, and only where the scan finds too much, start tags past the depth limit and
attributes past the attribute limit are taken out. Text is never taken out, except past the limit on characters.
Browsers do the same: they flatten a tree past 512 levels.
"""

import re
from collections import Counter
from dataclasses import dataclass

from .elements import BLOCK_NAMES, RAW_TEXT_NAMES, VOID_NAMES


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a page is looked at; what a limit cuts off is named in `Page.cuts`."""

    characters: int = 32_000_000
    depth: int = 512  # where browsers stop nesting
    attributes: int = 1_000  # of one tag; a page of wcxb-dev has at most some dozens
    nodes: int = 1_500_000


DEFAULT_LIMITS = Limits()

# Below this size the worst page costs the parser under 2 s: 32,000 attributes in one tag, 26,000 nested elements.
HARMLESS_CHARACTERS = 128_000
# As many elements, nested, cost the parser 0.3 s.
HARMLESS_TAGS = 16_000
# What the attributes of a page cost grows with the sum of the squares of its tags' lengths, and should not exceed what
# one tag as long as a harmless page would cost. A tag of under 1,000 characters is too short for any number to matter.
HARMLESS_SQUARES = HARMLESS_CHARACTERS**2
HARMLESS_TAG_CHARACTERS = 1_000

# Each repetition is possessive: the pattern never steps back, so the scan is linear whatever the page holds.
# A tag and, where quotes in scripts or text pair up wrongly, more than that; never less.
_TAG = re.compile(r"""<[a-zA-Z][^>"']*+(?:(?:"[^"]*+"|'[^']*+'|["'])[^>"']*+)*+""")
_ATTRIBUTE_GRAMMAR = r"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+))?+"""
_ATTRIBUTE = re.compile(_ATTRIBUTE_GRAMMAR)
_TOKEN = re.compile(rf"<(?:(!--)|(/?)([a-zA-Z][^\s/>]*+)(?:{_ATTRIBUTE_GRAMMAR})*+[\s/]*+>?)")
_COMMENT_END = re.compile(r"--!?>")
_RAW_TEXT_END = {name: re.compile(rf"</(?i:{name})(?=[\s/>])") for name in RAW_TEXT_NAMES}
_LONGEST_NAME = 40
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
# An end tag inside these does not reach out of them (HTML's scopes).
_SCOPES = frozenset("table caption td th template object applet marquee".split())
_TABLE_PARTS = {"table", "caption"} | _CELLS | _ROWS | _ROW_GROUPS


def tame(source: str, limits: Limits = DEFAULT_LIMITS) -> tuple[str, frozenset[str]]:
    """The source with what exceeds the limits taken out, and the names of the limits that did so."""
    cuts: set[str] = set()
    if len(source) > limits.characters:
        source = source[: limits.characters]
        cuts.add("characters")
    if len(source) > HARMLESS_CHARACTERS and _is_suspicious(source):
        source, more = _Rewriter(source, limits).run()
        cuts |= more
    return source, frozenset(cuts)


def _is_suspicious(source: str) -> bool:
    """Whether the page may be too much; if so, it is looked at closely."""
    tags = _TAG.findall(source)
    long_tags = [tag for tag in tags if len(tag) > HARMLESS_TAG_CHARACTERS]
    squares = sum(len(tag) ** 2 for tag in long_tags)
    return len(tags) > HARMLESS_TAGS or (squares > HARMLESS_SQUARES and not all(map(_is_one_tag, long_tags)))


def _is_one_tag(tag: str) -> bool:
    """Whether this is surely one tag, long because of a long value, such as a page's state as JSON."""
    return "<" not in tag[1:] and len(_ATTRIBUTE.findall(tag)) < HARMLESS_TAG_CHARACTERS


class _Rewriter:
    """One pass over the tags with a stack of open elements; what is not cut out is copied as it stands."""

    def __init__(self, source: str, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.cuts: set[str] = set()
        self.pieces: list[str] = []
        self.copied = 0  # the source is dealt with up to here
        self.open: list[str] = []
        self.dropped: Counter[str] = Counter()  # start tags taken out whose end tags are still to come

    def run(self) -> tuple[str, set[str]]:
        position: int | None = 0
        while position is not None and (token := _TOKEN.search(self.source, position)):
            position = self._after_comment(token) if token.group(1) else self._after_tag(token)
        return "".join((*self.pieces, self.source[self.copied :])), self.cuts

    def _after_comment(self, token: re.Match[str]) -> int | None:
        # `<!-->` is a whole comment, so its end may begin with the dashes of its opening.
        ending = _COMMENT_END.search(self.source, token.end() - 2)
        return ending.end() if ending else None

    def _after_tag(self, token: re.Match[str]) -> int | None:
        """Where to go on after this tag; None where the rest of the page is one element's raw text."""
        name = token.group(3)[:_LONGEST_NAME].lower()
        start, end = token.span()
        if token.group(2):
            if not self._close(name):
                self._cut_tag(name, start, end)
            return end
        if not self._open(name, self_closing=self.source.endswith("/>", start, end)):
            self._cut_tag(name, start, end)
        elif (excess := self._excess(token)) is not None:
            self._cut(excess, end, "attributes", ">")
        if name not in RAW_TEXT_NAMES or self._is_foreign():
            return end
        ending = _RAW_TEXT_END[name].search(self.source, end)
        return ending.start() if ending else None

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

    def _is_foreign(self) -> bool:
        """In SVG and MathML a tag can close itself, and no element's content is raw text."""
        return "svg" in self.open or "math" in self.open

    def _cut_tag(self, name: str, start: int, end: int) -> None:
        """Take a tag out; where it parted paragraphs a boundary stays, one for several in a row."""
        follows_boundary = start == self.copied and self.pieces[-1:] == [_BOUNDARY]
        self._cut(start, end, "depth", _BOUNDARY if name in BLOCK_NAMES and not follows_boundary else "")

    def _cut(self, start: int, end: int, limit: str, instead: str) -> None:
        self.pieces += (piece for piece in (self.source[self.copied : start], instead) if piece)
        self.copied = end
        self.cuts.add(limit)

    def _open(self, name: str, *, self_closing: bool) -> bool:
        """Push the element, unless it is one too deep."""
        if name in VOID_NAMES or (self_closing and self._is_foreign()):
            return True
        ended = _ENDS.get(name, ())
        while self.open and self.open[-1] in ended:
            self.open.pop()
        # Raw text is opened at any depth: without its tag its characters would turn into markup.
        if len(self.open) >= self.limits.depth and name not in RAW_TEXT_NAMES:
            self.dropped[name] += 1
            return False
        self.open.append(name)
        return True

    def _close(self, name: str) -> bool:
        """Pop the element, unless the end tag belongs to a start tag that was taken out."""
        if self.dropped[name]:
            self.dropped[name] -= 1
            return False
        if name in self.open:
            self._pop(name)
        return True

    def _pop(self, name: str) -> None:
        for index in range(len(self.open) - 1, -1, -1):
            candidate = self.open[index]
            if candidate == name:
                del self.open[index : index + 1 if name in _FORMATTING else None]
                return
            if candidate in _SCOPES and name not in _TABLE_PARTS:
                return
