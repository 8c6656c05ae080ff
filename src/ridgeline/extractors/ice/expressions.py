r"""Regular expressions as trees (section 3.5), so that a genetic algorithm can change them and they stay valid.

    capturing, non-capturing   a group around other nodes; the text that a capturing group matches is kept
    or                         one of several alternatives
    literal                    a leaf: one of a fixed set of pieces of a regular expression

Every literal is a valid expression by itself, and every group has its own brackets, so any tree is a valid expression.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import ModelError

# The paper shows two of its "fixed set of manually specified items", `\w*?` and `<.*?>`; the others are ours.
LITERALS = (
    *r"\w*? <.*?> \w+ \s+ \s* [^<>]+ [^<>]* . .*? [.,;:!?] \d+ </?\w+>".split(),
    *r"<p> </p> <div> </div> <br> <a> </a> <li> </li> <td> </td> <h\d> </h\d>".split(),
    *r"<b> </b> <i> </i> <font> </font>".split(),
)
# Not in the paper: they select long text by themselves. One of them alone is an expression that beats the baseline.
LENGTH_LITERALS = (r"[^<>]{20,}", r"[^<>]{40,}", r"[^<>]{80,}")

CAPTURING, NON_CAPTURING, EITHER, LITERAL = "capturing", "non-capturing", "or", "literal"
GROUPS = (CAPTURING, NON_CAPTURING, EITHER)


@dataclass(frozen=True, slots=True)
class Expression:
    """A node of a tree; with the nodes below it, a regular expression."""

    kind: str
    children: tuple["Expression", ...] = ()
    text: str = ""  # of a literal

    def __str__(self) -> str:
        """Return the regular expression."""
        if self.kind == LITERAL:
            return self.text
        inner = ("|" if self.kind == EITHER else "").join(map(str, self.children))
        return f"({inner})" if self.kind == CAPTURING else f"(?:{inner})"

    def nodes(self) -> Iterator["Expression"]:
        """Yield this node and all below it, parents before children."""
        yield self
        for child in self.children:
            yield from child.nodes()

    @property
    def size(self) -> int:
        """The number of nodes."""
        return sum(1 for _ in self.nodes())

    @property
    def depth(self) -> int:
        """The number of levels."""
        return 1 + max((child.depth for child in self.children), default=0)

    @property
    def captures(self) -> bool:
        """Whether the expression has a capturing group; without one it keeps nothing."""
        return any(node.kind == CAPTURING for node in self.nodes())


def to_json(expression: Expression) -> Any:
    """Return a tree as nested objects: a literal as its text, a group as its kind and its children."""
    if expression.kind == LITERAL:
        return expression.text
    return {expression.kind: [to_json(child) for child in expression.children]}


def from_json(part: Any) -> Expression:
    """Return the tree that `to_json` wrote."""
    if isinstance(part, str):
        if part not in LITERALS + LENGTH_LITERALS:
            raise ModelError(f"{part!r} is not a known literal of an expression: train the model again")
        return Expression(LITERAL, text=part)
    if isinstance(part, dict) and len(part) == 1:
        [(kind, children)] = part.items()
        if kind in GROUPS and isinstance(children, list) and children:
            return Expression(kind, tuple(map(from_json, children)))
    raise ModelError("the model has no valid expression tree: train it again")
