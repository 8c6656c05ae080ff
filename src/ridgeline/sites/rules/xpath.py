"""Translates XPath to CSS selectors, as far as selectors can say the same.

    //div[@id='story']/p                    div[id="story"] > p
    //p[contains(@class, 'intro')] | //h2   p[class*="intro"], h2
    //div[.//img and not(@hidden)]          div:has(img):not([hidden])
    //time/parent::div                      div:has(> time)

What selectors cannot say (texts of elements, positions among those that a predicate chose, arithmetic) raises
XPathError, which says why. The parser is a recursive descent over tokens: its time is linear, and lengths and depths
are bounded, so any file may be read.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...errors import OptionError

MAX_LENGTH = 1_000
_MAX_DEPTH = 12

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<string>"[^"]*"|'[^']*')
      | (?P<number>\d+(?:\.\d+)?)
      | (?P<name>[A-Za-z_][\w.-]*(?:::\*|::[A-Za-z_][\w.-]*)?)
      | (?P<sign>//|::|\.\.|!=|<=|>=|[/.@*()\[\],|=<>+:$-])
    )""",
    re.VERBOSE | re.ASCII,
)
_REVERSE = {"parent": "> ", "ancestor": "", "..": "> "}
_COMPARISONS = frozenset({"=", "!=", "<", ">", "<=", ">="})
_SPACED = ("concat", "normalize-space")  # around the words of an attribute


class XPathError(OptionError):
    """An XPath that cannot be written as a CSS selector."""


class _Token(NamedTuple):
    kind: str
    text: str


class Translation(NamedTuple):
    """The selectors of an XPath, and what it takes of the elements."""

    selectors: tuple[str, ...]
    value: str = ""  # the attribute or text() whose value it takes; "" for the elements themselves
    is_first: bool = False  # whether it takes only the first of all of them: (//h1)[1]


def to_css(xpath: str) -> Translation:
    """Return CSS selectors that match the same elements. Raises XPathError where there are none."""
    if len(xpath) > MAX_LENGTH:
        raise XPathError(f"longer than {MAX_LENGTH:,} characters")
    parser = _Parser(_tokens(xpath))
    is_group = parser.take("(")
    paths = parser.union()
    is_first = is_group and parser.close_group()
    parser.end()
    values = {path.value for path in paths}
    if len(values) > 1:
        raise XPathError("its parts take different values")
    return Translation(tuple(dict.fromkeys(path.css() for path in paths)), values.pop(), is_first)


def css_string(text: str) -> str:
    """Return a text as a CSS string in double quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\{ord(found[0]):x} ", escaped) + '"'


def _tokens(xpath: str) -> list[_Token]:
    tokens, position, text = [], 0, xpath.strip()
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None or found.end() == position:
            raise XPathError(f"not XPath at {text[position : position + 20]!r}")
        kind = str(found.lastgroup)
        tokens.append(_Token(kind, found[kind]))
        position = found.end()
    return tokens


@dataclass(slots=True)
class _Path:
    """Steps so far: a selector for each, with the combinator before it."""

    steps: list[tuple[str, str]] = field(default_factory=list)
    value: str = ""

    def add(self, combinator: str, compound: str) -> None:
        self.steps.append((combinator, compound))

    def css(self) -> str:
        if not self.steps:
            raise XPathError("it names no element")
        first, *others = self.steps
        return first[1] + "".join(f"{combinator}{compound}" for combinator, compound in others)

    def turn(self, compound: str, relation: str) -> None:
        """Go back up: what has the path so far as a child (`> `) or inside of it."""
        if len(self.steps) != 1:
            raise XPathError("a step upwards after several steps cannot be a selector")
        self.steps = [("", f"{compound}:has({relation}{self.steps[0][1]})")]


class _Parser:
    """Reads tokens into selectors."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens = tokens
        self._position = 0
        self._depth = 0

    # Tokens.

    def peek(self, ahead: int = 0) -> _Token:
        position = self._position + ahead
        return self._tokens[position] if position < len(self._tokens) else _Token("end", "")

    def next(self) -> _Token:
        token = self.peek()
        self._position += 1
        return token

    def take(self, *texts: str) -> bool:
        """Go on if the next token is one of these, and is no string."""
        if self.peek().kind != "string" and self.peek().text in texts and self.peek().kind != "end":
            self._position += 1
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.take(text):
            raise XPathError(f"{text!r} is missing before {self.peek().text[:20]!r}")

    def end(self) -> None:
        if self.peek().kind != "end":
            raise XPathError(f"{self.peek().text[:20]!r} cannot be a selector")

    # Paths.

    def union(self) -> list[_Path]:
        """Read paths with `|` between them."""
        paths = [self.path()]
        while self.take("|"):
            paths.append(self.path())
        return paths

    def close_group(self) -> bool:
        """Read the end of a group in parentheses; return whether only its first element is taken."""
        self.expect(")")
        if not self.take("["):
            return False
        if self.next() != ("number", "1"):
            raise XPathError("a position in a group cannot be a selector")
        self.expect("]")
        return True

    def path(self, *, is_inner: bool = False) -> _Path:
        """Read a path; an inner one begins at the element around its predicate."""
        found = _Path()
        if self.peek().text == "(" and self.peek().kind == "sign":
            raise XPathError("a group inside of a path cannot be a selector")
        if self._is_call("id"):
            self._position += 2
            found.add("", f"[id={css_string(self._string())}]")
            self.expect(")")
        else:
            self._first_step(found, is_inner=is_inner)
        while self.peek().text in ("/", "//") and self.peek().kind == "sign":
            self._step(found, " " if self.next().text == "//" else " > ")
        return found

    def _first_step(self, found: _Path, *, is_inner: bool) -> None:
        if self.take("."):
            if self.peek().text not in ("/", "//"):
                raise XPathError("the text of an element cannot be compared")
            self._step(found, " " if self.next().text == "//" else " > ")
        elif self.take("//"):
            self._step(found, " ")
        elif self.take("/"):
            self._step(found, "root")
        else:
            self._step(found, " > " if is_inner else " ")

    def _step(self, found: _Path, combinator: str) -> None:
        if found.value:
            raise XPathError(f"nothing comes after {found.value}")
        if self.take("@"):
            found.value = f"@{self._attribute()}"
            return
        if self.take(".."):
            found.turn("*", _REVERSE[".."])
            return
        if self.take("."):
            return
        axis, name = self._node_test()
        if axis in ("text()", "node()"):
            found.value = axis
            return
        self._add(found, combinator, axis, name)

    def _node_test(self) -> tuple[str, str]:
        """Return the axis and the name of a step."""
        token = self.next()
        axis, _, name = token.text.rpartition("::")
        if token.kind == "sign" and token.text == "*":
            return "child", "*"
        if token.kind != "name":
            raise XPathError(f"a name is missing before {token.text[:20]!r}")
        if self.peek().text == "(" and self.peek().kind == "sign":
            if name in ("text", "node") and self.peek(1).text == ")":
                self._position += 2
                return f"{name}()", ""
            raise XPathError(f"{name}() cannot be a selector")
        return axis or "child", name.lower()

    def _add(self, found: _Path, combinator: str, axis: str, name: str) -> None:
        compound, is_first = self._predicates(name, is_sibling=axis == "following-sibling")
        match axis:
            case "child":
                if combinator == "root":
                    combinator, compound = " ", compound if name == "html" else f":root > {compound}"
                found.add(combinator, compound)
            case "descendant" | "descendant-or-self":
                found.add(" ", compound)
            case "following-sibling":
                found.add(" + " if is_first else " ~ ", compound)
            case "self":
                self._narrow(found, compound)
            case "parent" | "ancestor":
                found.turn(compound, _REVERSE[axis])
            case _:
                raise XPathError(f"the axis {axis} cannot be a selector")

    @staticmethod
    def _narrow(found: _Path, compound: str) -> None:
        if not found.steps:
            raise XPathError("self:: cannot begin a selector")
        combinator, before = found.steps[-1]
        found.steps[-1] = combinator, f"{before}:is({compound})"

    # Predicates.

    def _predicates(self, name: str, *, is_sibling: bool) -> tuple[str, bool]:
        """Return the compound of a step, and whether it is the first sibling of any name."""
        compound, is_first = name, False
        while self.take("["):
            position = self._place(name)
            if position is None:
                compound += self._either()
            elif is_sibling and position.endswith("child(1)") and compound == "*":
                is_first = True
            elif is_sibling or compound != name:
                raise XPathError("a position among chosen elements cannot be a selector")
            else:
                compound += position
            self.expect("]")
        if compound.startswith("*") and len(compound) > 1:
            compound = compound[1:]
        return compound, is_first

    def _place(self, name: str) -> str | None:
        """Read a position among siblings, as a pseudo-class; None where the predicate is another."""
        kind = "child" if name == "*" else "of-type"
        token = self.peek()
        if token.kind == "number" and self.peek(1).text == "]":
            self._position += 1
            return f":nth-{kind}({int(float(token.text))})"
        if self._is_call("last") and self.peek(2).text == ")" and self.peek(3).text == "]":
            self._position += 3
            return f":nth-last-{kind}(1)"
        if not self._is_call("position"):
            return None
        self._position += 3
        return self._compared_position(kind)

    def _compared_position(self, kind: str) -> str:
        sign, token = self.next().text, self.next()
        if self._tokens and token.text == "last" and sign == "=":
            self.expect("(")
            self.expect(")")
            return f":nth-last-{kind}(1)"
        if token.kind != "number":
            raise XPathError("this position cannot be a selector")
        number = int(float(token.text))
        forms = {
            "=": f":nth-{kind}({number})",
            ">": f":nth-{kind}(n+{number + 1})",
            ">=": f":nth-{kind}(n+{number})",
            "<": f":nth-{kind}(-n+{number - 1})",
            "<=": f":nth-{kind}(-n+{number})",
            "!=": f":not(:nth-{kind}({number}))",
        }
        if sign not in forms:
            raise XPathError("this position cannot be a selector")
        return forms[sign]

    def _either(self) -> str:
        """Read conditions joined by `or`, as a part of a compound selector."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise XPathError(f"more than {_MAX_DEPTH} conditions inside of each other")
        parts = [self._all()]
        while self.take("or"):
            parts.append(self._all())
        self._depth -= 1
        return parts[0] if len(parts) == 1 else f":is({', '.join(parts)})"

    def _all(self) -> str:
        found = self._condition()
        while self.take("and"):
            found += self._condition()
        return found

    def _condition(self) -> str:
        if self.take("("):
            found = self._either()
            self.expect(")")
            return found
        if self._is_call("not"):
            self._position += 2
            found = self._either()
            self.expect(")")
            return f":not({found})"
        for function, sign in (("contains", "*="), ("starts-with", "^="), ("ends-with", "$=")):
            if self._is_call(function):
                self._position += 2
                return self._part_of(sign)
        return self._comparison()

    def _part_of(self, sign: str) -> str:
        """Read the arguments of contains() and the like."""
        attribute, is_spaced = self._attribute_words()
        self.expect(",")
        value = self._string()
        self.expect(")")
        if not value.strip():
            raise XPathError("an empty text is part of every other")
        if is_spaced and sign == "*=" and value == f" {value.strip()} " and " " not in value.strip():
            return f"[{attribute}~={css_string(value.strip())}]"
        return f"[{attribute}{sign}{css_string(value.strip() if is_spaced else value)}]"

    def _attribute_words(self) -> tuple[str, bool]:
        """Read an attribute, or one with spaces around its words: concat(' ', normalize-space(@class), ' ')."""
        if self.take("@"):
            return self._attribute(), False
        if not any(map(self._is_call, _SPACED)):
            raise XPathError("the text of an element cannot be compared")
        is_joined = self.next().text == "concat"
        self.expect("(")
        if is_joined:
            self._space()
            self.expect(",")
        attribute, _ = self._attribute_words()
        if is_joined:
            self.expect(",")
            self._space()
        self.expect(")")
        return attribute, is_joined

    def _space(self) -> None:
        if self._string().strip():
            raise XPathError("this concat() cannot be a selector")

    def _comparison(self) -> str:
        """Read a comparison of an attribute, or a path that has to be there."""
        if self.peek().kind == "string":
            value = self._string()
            self.expect("=")
            self.expect("@")
            return f"[{self._attribute()}={css_string(value)}]"
        if self._is_call("normalize-space"):
            attribute, _ = self._attribute_words()
        elif self.take("@"):
            attribute = "*" if self.peek().text == "*" else self._attribute()
        else:
            return self._inner_path()
        if attribute == "*":
            raise XPathError("an attribute of any name cannot be a selector")
        if self.take("="):
            return f"[{attribute}={css_string(self._string())}]"
        if self.take("!="):
            return f"[{attribute}]:not([{attribute}={css_string(self._string())}])"
        return f"[{attribute}]"

    def _inner_path(self) -> str:
        if self.peek().text.startswith("self::"):
            compound, _ = self._predicates(self._node_test()[1], is_sibling=False)
            return f":is({compound})"
        if self.peek().text == ".." or self.peek().text.startswith(("parent::", "ancestor::", "preceding-sibling::")):
            raise XPathError("a condition on what is around an element cannot be a selector")
        if self.peek().text in ("/", "//"):
            raise XPathError("a condition on the whole page cannot be a selector")
        is_deep = self.peek().text == "." and self.peek(1).text == "//"
        is_sibling = self.peek().text.startswith("following-sibling::")
        path = self.path(is_inner=True)
        if path.value or (self.peek().kind == "sign" and self.peek().text in _COMPARISONS):
            raise XPathError("the text or an attribute of another element cannot be compared")
        lead = "~ " if is_sibling else "" if is_deep else "> "
        return f":has({lead}{path.css()})"

    # Small parts.

    def _is_call(self, name: str) -> bool:
        return self.peek() == ("name", name) and self.peek(1) == ("sign", "(")

    def _attribute(self) -> str:
        token = self.next()
        if token.kind != "name" or "::" in token.text:
            raise XPathError(f"the name of an attribute is missing before {token.text[:20]!r}")
        return token.text.lower().replace(".", "\\.")

    def _string(self) -> str:
        token = self.next()
        if token.kind != "string":
            raise XPathError(f"a text in quotes is missing before {token.text[:20]!r}")
        return token.text[1:-1]
