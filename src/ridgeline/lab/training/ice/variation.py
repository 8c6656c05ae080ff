"""The genetic operators on expressions (section 3.5): random initialisation, crossover, mutation.

All of them produce valid expressions that capture something and never exceed MAX_NODES and MAX_DEPTH.
"""

from collections.abc import Sequence
from random import Random

from ....extractors.ice.expressions import CAPTURING, EITHER, GROUPS, LITERAL, LITERALS, NON_CAPTURING, Expression

MAX_NODES = 24
MAX_DEPTH = 5
MAX_CHILDREN = 4


def random_expression(random: Random, literals: Sequence[str] = LITERALS, depth: int = 3) -> Expression:
    """Return a random tree of at most this depth."""
    if depth <= 1 or random.random() < 0.3:
        return Expression(LITERAL, text=random.choice(literals))
    kind = random.choice(GROUPS)
    count = random.randint(2 if kind == EITHER else 1, MAX_CHILDREN - 1)
    return Expression(kind, tuple(random_expression(random, literals, depth - 1) for _ in range(count)))


def random_candidate(random: Random, literals: Sequence[str] = LITERALS) -> Expression:
    """Return a random tree that captures something, for the first generation."""
    while True:
        count = random.randint(1, MAX_CHILDREN)
        candidate = Expression(NON_CAPTURING, tuple(random_expression(random, literals) for _ in range(count)))
        if _is_allowed(candidate):
            return candidate


def cross(first: Expression, second: Expression, random: Random) -> Expression:
    """Return the first tree with a random part replaced by one of the second, or unchanged if that is not allowed."""
    child = _replace_node(first, random.randrange(first.size), random.choice(list(second.nodes())))
    return child if _is_allowed(child) else first


def mutate(expression: Expression, random: Random, literals: Sequence[str] = LITERALS) -> Expression:
    """Return the tree with one node changed: another literal, another kind of group, or a new part."""
    position = random.randrange(expression.size)
    old = list(expression.nodes())[position]
    if random.random() < 0.5 and old.kind == LITERAL:
        new = Expression(LITERAL, text=random.choice(literals))
    elif random.random() < 0.5 and old.kind in (CAPTURING, NON_CAPTURING):
        new = Expression(NON_CAPTURING if old.kind == CAPTURING else CAPTURING, old.children)
    else:
        new = random_expression(random, literals)
    child = _replace_node(expression, position, new)
    return child if _is_allowed(child) else expression


def _is_allowed(expression: Expression) -> bool:
    return expression.captures and expression.size <= MAX_NODES and expression.depth <= MAX_DEPTH


def _replace_node(expression: Expression, position: int, new: Expression) -> Expression:
    """Return the tree with the node at this position, in the order of `nodes`, replaced."""
    if position == 0:
        return new
    position -= 1
    children = []
    for child in expression.children:
        size = child.size
        children.append(_replace_node(child, position, new) if 0 <= position < size else child)
        position -= size
    return Expression(expression.kind, tuple(children))
