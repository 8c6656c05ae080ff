"""Takes out of a page's source what would cost lexbor too much: a pass that follows its tags.

Removed are start tags past the depth limit (browsers flatten past 512 levels, too), formatting, unknown names and
options past limits of their own, all of which count as "depth"; attributes past the attribute limit; and what follows
more tags than lexbor's tree may have nodes. Text is never removed, except past the limits on characters and nodes.
"""

import re
from collections import Counter

from ..elements import BLOCK_NAMES, CODES, RAW_TEXT_NAMES, VOID_NAMES
from ..limits import DEFAULT_LIMITS, Limits
from .formatting import MARKERS, ActiveFormatting
from .tags import ATTRIBUTE, COMMENT_END, FORMATTING, RAW_TEXT_END, TOKEN

# The parser keeps names that HTML does not know in a table that is slow when it is full: 250,000 take half a minute.
MAX_UNKNOWN_NAMES = 5_000
# It is quadratic in the options of one `select`, too: 20,000 take over a second. Nobody reads so many.
MAX_OPTIONS = 500
# An object in Python for every node takes 5 to 10 µs and hundreds of bytes; the compiled core reads more in less time.
MAX_TAGS = 120_000
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
_OPTIONS = frozenset({"option", "optgroup"})
_FOREIGN = frozenset({"svg", "math"})
# An end tag inside these does not reach out of them (HTML's scopes); that of an item not out of an inner list either.
_SCOPES = MARKERS | {"table"}
_LISTS = frozenset({"ol", "ul"})
_TABLE_PARTS = {"table", "caption"} | _CELLS | _ROWS | _ROW_GROUPS
# The end tag of any other element, `span` or a name of the page's own, does not reach out of these (HTML's special
# elements; what nobody nests by thousands is left out).
_SPECIAL = BLOCK_NAMES | MARKERS | {"button", "iframe", "noembed", "noscript", "select", "textarea"}


def flatten(source: str, limits: Limits = DEFAULT_LIMITS) -> tuple[str, frozenset[str]]:
    """The source with the tags and attributes that exceed the limits taken out, and the names of those limits."""
    return _Rewriter(source, limits).run()


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
        self.formatting = ActiveFormatting()
        self.tags = 0  # start tags so far
        self.dropped: Counter[str] = Counter()  # start tags taken out whose end tags are still to come
        self.roots: set[str] = set()
        self.unknown: set[str] = set()  # names that HTML does not know
        self.options = 0  # of the last `select`
        self.endless: set[str] = set()  # raw text that nobody ends

    def run(self) -> tuple[str, frozenset[str]]:
        position: int | None = 0
        most = min(MAX_TAGS, self.limits.nodes)
        while position is not None and (token := TOKEN.search(self.source, position)):
            if self.tags >= most:
                self.cuts.add("nodes")
                return "".join((*self.pieces, self.source[self.copied : token.start()])), frozenset(self.cuts)
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
        self._open_formatting_again(name, start)
        if token.group(2):
            if not self._close(name):
                self._cut_tag(name, start, end)
            return end
        self.tags += 1
        if not self._open(name, end - start, self_closing=self.source.endswith("/>", start, end)):
            self._cut_tag(name, start, end)
        elif (excess := self._excess(token)) is not None:
            self._cut(excess, end, "attributes", ">")
        if name in RAW_TEXT_NAMES and not self.foreign and (ending := self._raw_text_end(name, end)):
            return ending.start()
        return end

    def _open_formatting_again(self, name: str, start: int) -> None:
        """Count the copies of formatting that a paragraph may begin with; when they are too many, close it before."""
        if name in BLOCK_NAMES:
            self.formatting.copy()
        if self.formatting.is_exhausted and (ends := self.formatting.close_all()):
            self._cut(start, start, "depth", ends)

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
            attribute = ATTRIBUTE.match(self.source, position)
            if attribute is None:
                return None
            position = attribute.end()
        return position if ATTRIBUTE.match(self.source, position) else None

    def _cut_tag(self, name: str, start: int, end: int) -> None:
        """Take a tag out; where it parted paragraphs a boundary stays, one for several in a row."""
        follows_boundary = start == self.copied and self.pieces[-1:] == [_BOUNDARY]
        self._cut(start, end, "depth", _BOUNDARY if name in BLOCK_NAMES and not follows_boundary else "")

    def _cut(self, start: int, end: int, limit: str, instead: str) -> None:
        self.pieces += (piece for piece in (self.source[self.copied : start], instead) if piece)
        self.copied = end
        self.cuts.add(limit)

    def _open(self, name: str, length: int, *, self_closing: bool) -> bool:
        """Push the element, unless it is one too many."""
        if name in ("html", "body"):  # a second one only adds its attributes to the first
            is_first = name not in self.roots
            self.roots.add(name)
            return is_first
        if name in VOID_NAMES or (self_closing and self.foreign and name not in CODES):
            return True
        ended = _ENDS.get(name, ())
        while self.open and self.open[-1] in ended:
            self._remove(len(self.open) - 1, len(self.open))
        if self._is_full(name):
            self.dropped[name] += 1
            return False
        if self.foreign and name in BLOCK_NAMES:  # it ends SVG and MathML, or stands in HTML inside of them
            self.open = [element for element in self.open if element not in _FOREIGN]
            self.foreign = 0
        self.open.append(name)
        self.foreign += name in _FOREIGN
        if name in FORMATTING:
            self.formatting.open(name, length)
        elif name in MARKERS:
            self.formatting.mark()
        return True

    def _is_full(self, name: str) -> bool:
        if name in FORMATTING and self.formatting.is_full:
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
        if name in FORMATTING:
            self.formatting.close(name)
        if name in self.open:
            self._pop(name)
        return True

    def _pop(self, name: str) -> None:
        for index in range(len(self.open) - 1, -1, -1):
            candidate = self.open[index]
            if candidate == name:
                self._remove(index, index + 1 if name in FORMATTING else len(self.open))
                return
            if _stops(candidate, name):
                return

    def _remove(self, start: int, end: int) -> None:
        removed = self.open[start:end]
        del self.open[start:end]
        self.foreign -= sum(element in _FOREIGN for element in removed) if self.foreign else 0
        for element in removed:
            if element in MARKERS:
                self.formatting.unmark()


def _stops(candidate: str, name: str) -> bool:
    """Whether an open element keeps an end tag of this name from reaching those around it."""
    if name in _TABLE_PARTS:
        return False
    if candidate in _SCOPES or (name == "li" and candidate in _LISTS):
        return True
    return candidate in _SPECIAL and name not in _SPECIAL and name not in FORMATTING
