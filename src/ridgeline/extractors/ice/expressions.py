"""Regular expressions as trees, so that chance can change them and they stay valid (section 3.5).

    Capturing, NonCapturing   a group around other nodes; what a capturing one matches is kept
    Either                    one of several
    Literal                   a leaf: one of a fixed set of pieces of a regular expression

Every literal is a valid expression by itself, and groups put brackets around what is in them: so any tree is valid, and
so is what crossover and mutation make of valid trees. Trees never grow past MAX_NODES and MAX_DEPTH.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ...errors import ModelError

# The paper shows two of its "fixed set of manually specified items", `\w*?` and `<.*?>`; the others are ours.
LITERALS = (
    *r"\w*? <.*?> \w+ \s+ \s* [^<>]+ [^<>]* . .*? [.,;:!?] \d+ </?\w+>".split(),
    *r"<p> </p> <div> </div> <br> <a> </a> <li> </li> <td> </td> <h\d> </h\d>".split(),
    *r"<b> </b> <i> </i> <font> </font>".split(),
)
# Not the paper's: they say by themselves what is long. With one of them alone an expression beats the baseline.
LENGTH_LITERALS = (r"[^<>]{20,}", r"[^<>]{40,}", r"[^<>]{80,}")
MAX_NODES = 24
MAX_DEPTH = 5
MAX_CHILDREN = 4

CAPTURING, NON_CAPTURING, EITHER, LITERAL = "capturing", "non-capturing", "or", "literal"
KINDS = (CAPTURING, NON_CAPTURING, EITHER)


@dataclass(frozen=True, slots=True)
class Expression:
    """A node of a tree, and with what is below it an expression."""

    kind: str
    children: tuple["Expression", ...] = ()
    text: str = ""  # of a literal

    def __str__(self) -> str:
        """The regular expression."""
        if self.kind == LITERAL:
            return self.text
        inner = ("|" if self.kind == EITHER else "").join(map(str, self.children))
        return f"({inner})" if self.kind == CAPTURING else f"(?:{inner})"

    def nodes(self) -> Iterator["Expression"]:
        """This node and all below it, each before its children."""
        yield self
        for child in self.children:
            yield from child.nodes()

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return sum(1 for _ in self.nodes())

    @property
    def depth(self) -> int:
        """The number of levels."""
        return 1 + max((child.depth for child in self.children), default=0)

    @property
    def captures(self) -> bool:
        """Whether anything could ever be kept by it."""
        return any(node.kind == CAPTURING for node in self.nodes())


def random_expression(chance: Random, literals: Sequence[str] = LITERALS, depth: int = 3) -> Expression:
    """Any tree of at most this depth."""
    if depth <= 1 or chance.random() < 0.3:
        return Expression(LITERAL, text=chance.choice(literals))
    kind = chance.choice(KINDS)
    least = 2 if kind == EITHER else 1
    count = chance.randint(least, MAX_CHILDREN - 1)
    return Expression(kind, tuple(random_expression(chance, literals, depth - 1) for _ in range(count)))


def random_candidate(chance: Random, literals: Sequence[str] = LITERALS) -> Expression:
    """A tree that captures something, to start from: anything else could only find nothing."""
    while True:
        count = chance.randint(1, MAX_CHILDREN)
        candidate = Expression(NON_CAPTURING, tuple(random_expression(chance, literals) for _ in range(count)))
        if _is_sound(candidate):
            return candidate


def cross(first: Expression, second: Expression, chance: Random) -> Expression:
    """The first tree with a part of it replaced by a part of the second; the first itself where that will not do."""
    child = _replaced(first, chance.randrange(first.size), chance.choice(list(second.nodes())))
    return child if _is_sound(child) else first


def mutate(expression: Expression, chance: Random, literals: Sequence[str] = LITERALS) -> Expression:
    """The tree with one node changed: another literal, another kind of group, or a new part."""
    position = chance.randrange(expression.size)
    old = list(expression.nodes())[position]
    if chance.random() < 0.5 and old.kind == LITERAL:
        new = Expression(LITERAL, text=chance.choice(literals))
    elif chance.random() < 0.5 and old.kind in (CAPTURING, NON_CAPTURING):
        new = Expression(NON_CAPTURING if old.kind == CAPTURING else CAPTURING, old.children)
    else:
        new = random_expression(chance, literals)
    child = _replaced(expression, position, new)
    return child if _is_sound(child) else expression


def _is_sound(expression: Expression) -> bool:
    return expression.captures and expression.size <= MAX_NODES and expression.depth <= MAX_DEPTH


def _replaced(expression: Expression, position: int, new: Expression) -> Expression:
    """The tree with another part in the place of that node; nodes are counted as `nodes` yields them."""
    if position == 0:
        return new
    position -= 1
    children = []
    for child in expression.children:
        size = child.size
        children.append(_replaced(child, position, new) if 0 <= position < size else child)
        position -= size
    return Expression(expression.kind, tuple(children))


def to_json(expression: Expression) -> Any:
    """A tree as nested objects: a literal as its text, a group as its kind and its parts."""
    if expression.kind == LITERAL:
        return expression.text
    return {expression.kind: [to_json(child) for child in expression.children]}


def from_json(part: Any) -> Expression:
    """What `to_json` wrote."""
    if isinstance(part, str):
        if part not in LITERALS + LENGTH_LITERALS:
            raise ModelError(f"{part!r} is none of the pieces that expressions are made of: evolve it again")
        return Expression(LITERAL, text=part)
    if isinstance(part, dict) and len(part) == 1:
        [(kind, children)] = part.items()
        if kind in KINDS and isinstance(children, list) and children:
            return Expression(kind, tuple(map(from_json, children)))
    raise ModelError("the model holds no tree of an expression: evolve it again")
