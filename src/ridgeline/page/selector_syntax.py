"""Parses CSS selectors (Selectors Level 4, the part that holds without a browser) into a small tree.

    list      complex selectors, separated by commas
    complex   compound selectors, each with the combinator before it: descendant, child `>`, next `+`, subsequent `~`
    compound  a type or `*`, then `#id`, `.class`, `[attribute]` with every operator and the flags `i` and `s`,
              `:is() :where() :not() :has()`, `:root :empty`, `:first-child` and its relatives

Left out is what depends on a reader (`:hover`), on style, or on namespaces; `:contains()` is not CSS. Where browsers
repair a selector or ignore it (a bracket left open, one wrong selector inside of `:is()`), here it is an error that
names the place. A selector is bounded in its length, its parts and its nesting, so nothing recurses further than that.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, NoReturn

from ..errors import OptionError
from .patterns import lazy_pattern

MAX_LENGTH = 2_000  # characters; those that browsers' developer tools copy have some hundreds
MAX_PARTS = 200  # simple selectors and combinators; each takes a pass over the page
MAX_TOGETHER = 2_000  # parts of the selectors of one option, or of one key of a rule
MAX_NESTING = 8  # of functions
MAX_CACHED = 512  # selectors; a site rule has some dozens at most

DESCENDANT, CHILD, NEXT, SUBSEQUENT = " ", ">", "+", "~"

# The attributes whose values HTML compares without regard to case (HTML Standard, 4.16.2).
_CASELESS = frozenset(
    """accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir
    direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize
    noshade nowrap readonly rel rev rules scope scrolling selected shape target text type valign valuetype
    vlink""".split()
)
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Type:
    """Elements of a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Attribute:
    """Elements with an attribute, or with one whose value compares so. Ids and classes are attributes, too."""

    name: str
    operator: str = ""  # "" asks only whether it is there
    value: str = ""
    ignores_case: bool = False


@dataclass(frozen=True, slots=True)
class Nth:
    """Elements whose position among their siblings is step·n + offset for an n from 0 on."""

    step: int
    offset: int
    from_end: bool = False
    of_type: bool = False  # counts only siblings of the same name


@dataclass(frozen=True, slots=True)
class Root:
    """The root of the page."""


@dataclass(frozen=True, slots=True)
class Empty:
    """Elements with nothing inside of them, not even white space."""


@dataclass(frozen=True, slots=True)
class Is:
    """Elements that match one of the selectors; with `negated`, none of them."""

    selectors: "SelectorList"
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Has:
    """Elements from which one of the relative selectors leads to an element."""

    selectors: "SelectorList"


Simple = Type | Attribute | Nth | Root | Empty | Is | Has


class Step(NamedTuple):
    """A compound selector, and the combinator before it; that of a first step counts only in `:has()`."""

    combinator: str
    compound: tuple[Simple, ...]  # () is `*`


Complex = tuple[Step, ...]
SelectorList = tuple[Complex, ...]

_PLAIN: dict[str, tuple[Simple, ...]] = {
    "root": (Root(),),
    "empty": (Empty(),),
    "first-child": (Nth(0, 1),),
    "last-child": (Nth(0, 1, from_end=True),),
    "only-child": (Nth(0, 1), Nth(0, 1, from_end=True)),
    "first-of-type": (Nth(0, 1, of_type=True),),
    "last-of-type": (Nth(0, 1, from_end=True, of_type=True),),
    "only-of-type": (Nth(0, 1, of_type=True), Nth(0, 1, from_end=True, of_type=True)),
}
_COUNTING = {"nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"}
_MATCHING = {"is", "where", "not", "has"}
PSEUDO_CLASSES = frozenset({*_PLAIN, *_COUNTING, *_MATCHING})

_WHITE = r"[ \t\r\n\f]"
_ESCAPE = rf"\\(?:[0-9a-fA-F]{{1,6}}+(?:\r\n|{_WHITE})?|[^\n\r\f0-9a-fA-F])"
_LETTER = r"[a-zA-Z_\x80-\U0010ffff]"
_SPACE = lazy_pattern(rf"(?:{_WHITE}|/\*(?:(?!\*/).)*+\*/)*+", re.DOTALL)
_NAME = lazy_pattern(rf"(?:--|-?(?:{_LETTER}|{_ESCAPE}))(?:[0-9-]|{_LETTER}|{_ESCAPE})*+")
_STRING = lazy_pattern(r"""(["'])((?:(?!\1)[^\\\n\r\f]|\\(?:\r\n|[\s\S]))*+)\1""")
_ESCAPED = lazy_pattern(rf"\\(?:([0-9a-fA-F]{{1,6}}+)(?:\r\n|{_WHITE})?|(\r\n|[\n\r\f])|([\s\S]))")
_OPERATOR = lazy_pattern(r"[~|^$*]?=")
_NTH = lazy_pattern(
    rf"(?P<word>odd|even)|(?P<step>[+-]?[0-9]{{0,9}}+)n(?:{_WHITE}*+(?P<sign>[+-]){_WHITE}*+(?P<offset>[0-9]{{1,9}}+))?"
    r"|(?P<only>[+-]?[0-9]{1,9}+)",
    re.IGNORECASE,
)
_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_SHOWN = 24  # characters of a selector that an error shows from the place on


def parse_selector(css: str) -> SelectorList:
    """Parse a list of selectors. Raises OptionError, which names the place, where it cannot be read."""
    if not isinstance(css, str):
        raise OptionError(f"a CSS selector is a string, not {css!r:.40}")
    return _parse(css)[0]


def parse_selectors(several: Sequence[str]) -> None:
    """Parse selectors that are matched together. Raises OptionError for a wrong one, and where they have many parts."""
    for css in several:
        parse_selector(css)
    parts = sum(_parse(css)[1] for css in several)
    if parts > MAX_TOGETHER:
        raise OptionError(f"the selectors have {parts:,} parts together; the limit is {MAX_TOGETHER:,}")


@lru_cache(maxsize=MAX_CACHED)
def _parse(css: str) -> tuple[SelectorList, int]:
    """Return a list of selectors, and the number of their parts."""
    parser = _Parser(css)
    return parser.parse(), parser.parts


def ascii_lower(text: str) -> str:
    """Return a text with its ASCII letters in lower case: others keep theirs, as HTML compares names."""
    return text.lower() if text.isascii() else text.translate(_LOWER)


class _Parser:
    """Reads a selector from left to right."""

    def __init__(self, css: str) -> None:
        self.css = css
        self.position = 0
        self.parts = 0
        self.nesting = 0

    def parse(self) -> SelectorList:
        """Return the whole selector."""
        if len(self.css) > MAX_LENGTH:
            raise OptionError(f"the CSS selector {self.css[:_SHOWN]!r}… is longer than {MAX_LENGTH:,} characters")
        if half := _SURROGATE().search(self.css):
            self._fail("half of a character", half.start())
        selectors = self._list()
        if self.position < len(self.css):
            self._fail("expected a combinator, a comma or the end")
        return selectors

    def _list(self, *, relative: bool = False) -> SelectorList:
        found = [self._complex(relative=relative)]
        while self._take(","):
            found.append(self._complex(relative=relative))
        return tuple(found)

    def _complex(self, *, relative: bool) -> Complex:
        self._skip_space()
        combinator = (self._symbol() or DESCENDANT) if relative else DESCENDANT
        steps = [Step(combinator, self._compound())]
        while (following := self._combinator()) is not None:
            steps.append(Step(following, self._compound()))
        return tuple(steps)

    def _combinator(self) -> str | None:
        """Read what stands between two compounds; None where no other follows."""
        is_spaced = self._skip_space()
        if symbol := self._symbol():
            return symbol
        return DESCENDANT if is_spaced and self._peek() not in ("", ",", ")") else None

    def _symbol(self) -> str | None:
        symbol = next((one for one in (CHILD, NEXT, SUBSEQUENT) if self._take(one)), None)
        if symbol is not None:
            self._skip_space()
        return symbol

    def _compound(self) -> tuple[Simple, ...]:
        start = self.position
        simple: list[Simple] = []
        if not self._take("*") and (name := self._name()) is not None:
            simple.append(Type(name))
        while (mark := self._peek()) in ("#", ".", "[", ":"):
            simple += self._marked(mark)
        if self.position == start:
            self._fail("expected an element, #id, .class, [attribute] or :pseudo-class")
        self.parts += 1 + len(simple)
        if self.parts > MAX_PARTS:
            self._fail(f"more than {MAX_PARTS} parts")
        return tuple(simple)

    def _marked(self, mark: str) -> tuple[Simple, ...]:
        """Read a simple selector that starts with a mark."""
        start = self.position
        self.position += 1
        if mark == "#":
            return (Attribute("id", "=", self._needed_name("an id", start)),)
        if mark == ".":
            return (Attribute("class", "~=", self._needed_name("a class", start)),)
        return (self._attribute(),) if mark == "[" else self._pseudo_class(start)

    def _attribute(self) -> Attribute:
        self._skip_space()
        name = self._needed_name("the name of an attribute", self.position)
        self._skip_space()
        operator = _OPERATOR().match(self.css, self.position)
        if operator is None:
            self._close("]", "an operator such as = or ]")
            return Attribute(name)
        self.position = operator.end()
        self._skip_space()
        value = self._value()
        self._skip_space()
        flag = next((one for one in "iIsS" if self._take(one)), "").lower()
        self._close("]", "]")
        return Attribute(name, operator[0], value, flag == "i" or (not flag and ascii_lower(name) in _CASELESS))

    def _value(self) -> str:
        string = _STRING().match(self.css, self.position)
        if string is None:
            return self._needed_name("a value, in quotes unless it is a plain name", self.position)
        self.position = string.end()
        return _unescaped(string[2])

    def _pseudo_class(self, start: int) -> tuple[Simple, ...]:
        if self._peek() == ":":
            self._fail("a pseudo-element is not an element", start)
        name = ascii_lower(self._needed_name("a pseudo-class", start))
        if name not in PSEUDO_CLASSES:
            self._fail(f"unknown pseudo-class :{name}", start)
        takes_arguments = self._take("(")
        if takes_arguments == (name in _PLAIN):
            self._fail(f":{name} takes {'no' if takes_arguments else 'an'} argument", start)
        if not takes_arguments:
            return _PLAIN[name]
        return (self._counted(name) if name in _COUNTING else self._matching(name, start),)

    def _matching(self, name: str, start: int) -> Simple:
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            self._fail(f"nested deeper than {MAX_NESTING} times", start)
        selectors = self._list(relative=name == "has")
        self._close(")", "a combinator, a comma or )")
        self.nesting -= 1
        return Has(selectors) if name == "has" else Is(selectors, negated=name == "not")

    def _counted(self, name: str) -> Nth:
        self._skip_space()
        found = _NTH().match(self.css, self.position)
        if found is None:
            self._fail("expected odd, even, a number or a formula such as 2n+1")
        self.position = found.end()
        self._close(")", ")")
        return Nth(*_formula(found), from_end="last" in name, of_type=name.endswith("of-type"))

    # Characters.

    def _peek(self) -> str:
        return self.css[self.position : self.position + 1]

    def _take(self, character: str) -> bool:
        is_there = self._peek() == character
        self.position += is_there
        return is_there

    def _close(self, character: str, expected: str) -> None:
        self._skip_space()
        if not self._take(character):
            self._fail(f"expected {expected}")

    def _skip_space(self) -> bool:
        """Skip white space and comments. Returns whether there were any."""
        start = self.position
        found = _SPACE().match(self.css, start)
        self.position = start if found is None else found.end()
        return self.position > start

    def _name(self) -> str | None:
        found = _NAME().match(self.css, self.position)
        if found is None:
            return None
        self.position = found.end()
        return _unescaped(found[0])

    def _needed_name(self, expected: str, start: int) -> str:
        name = self._name()
        if name is None:
            self._fail(f"expected {expected}", start)
        return name

    def _fail(self, reason: str, position: int | None = None) -> NoReturn:
        position = self.position if position is None else position
        rest = self.css[position : position + _SHOWN]
        shown = self.css if len(self.css) <= 4 * _SHOWN else f"{self.css[: 4 * _SHOWN]}…"
        place = f"at character {position + 1}, {rest!r}" if rest else "at its end"
        raise OptionError(f"the CSS selector {shown!r} cannot be read {place}: {reason}")


def _formula(found: re.Match[str]) -> tuple[int, int]:
    """Return step and offset of an+b."""
    if word := found["word"]:
        return 2, int(word.lower() == "odd")
    if only := found["only"]:
        return 0, int(only)
    step = found["step"]
    return int(f"{step}1" if step in ("", "+", "-") else step), int(f"{found['sign'] or ''}{found['offset'] or 0}")


def _unescaped(text: str) -> str:
    return _ESCAPED().sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    """Return what an escape stands for: a code point, nothing for a line end, else the character itself."""
    if (digits := found[1]) is None:
        return found[3] or ""
    code = int(digits, 16)
    return _REPLACEMENT if code == 0 or 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)
