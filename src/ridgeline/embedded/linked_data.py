"""Content in JSON-LD: article bodies, recipes, questions and their answers, threads."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..metadata import jsonld
from ..metadata.jsonld import Json
from ..page import Budget, Page
from .carriers import JSON_LD, MAX_NODES
from .prose import NOTHING, Writing, from_items, from_text, heaviest, join, without_copies
from .title_match import is_title

# The page declares this to be its content, so it weighs more than what a search in its state finds.
_DECLARED_WEIGHT = 1.5
_BODIES = ("articleBody", "text")
_ANSWERS = ("acceptedAnswer", "suggestedAnswer", "comment")
_STEPS = ("itemListElement", "step", "steps")
_ELSEWHERE = frozenset("organization corporation person website breadcrumblist imageobject videoobject review".split())
_OTHER_TITLE = 0.5


def find(page: Page, budget: Budget) -> Writing:
    """Return the best writing in the JSON-LD of a page."""
    best = NOTHING
    for root in jsonld.read_scripts(page):
        pending = [root]
        for _ in budget.limited(range(MAX_NODES)):
            if not pending:
                break
            value = pending.pop()
            if isinstance(value, list):
                pending.extend(reversed(value))
            elif isinstance(value, dict):
                best = heaviest([best, _describe(value, page, budget)])
                pending.extend(value[key] for key in ("@graph", "mainEntity", "mainEntityOfPage") if key in value)
    return best


def _describe(node: Json, page: Page, budget: Budget) -> Writing:
    """Return the text of the thing that a node describes; NOTHING where that is not the page's subject."""
    types = jsonld.types(node)
    if not types or any(kind in _ELSEWHERE for kind in types):
        return NOTHING
    is_article = any(kind.endswith(("article", "posting", "page")) for kind in types)
    parts = [_first(node, _BODIES if is_article else (*_BODIES, "description"))]  # an article's is a teaser
    if "faqpage" in types:
        parts += [_answered(question) for question in budget.limited(_objects(node.get("mainEntity")))]
    elif "qapage" not in types:
        ingredients = (item for item in _values(node.get("recipeIngredient")) if isinstance(item, str))
        parts += from_items(budget.limited(ingredients), tag="li")
        parts += [from_text(step) for step in budget.limited(_steps(node.get("recipeInstructions")))]
        answers = (answer for key in _ANSWERS for answer in _objects(node.get(key)))
        parts += [_first(answer, _BODIES) for answer in budget.limited(answers)]
    writing = join(without_copies(parts), _DECLARED_WEIGHT)
    title = next((title for key in ("headline", "name") if isinstance(title := node.get(key), str)), None)
    if title and not is_title(title, page):
        writing = writing._replace(weight=writing.weight * _OTHER_TITLE)
    return writing._replace(title=title, carrier=JSON_LD)


def _first(node: Json, keys: Sequence[str]) -> Writing:
    for key in keys:
        if isinstance(text := node.get(key), str) and text.strip():
            return from_text(text)
    return NOTHING


def _answered(question: Json) -> Writing:
    asked = question.get("name")
    parts = [from_text(asked, tag="h2") if isinstance(asked, str) else NOTHING]
    parts += [_first(answer, _BODIES) for key in _ANSWERS for answer in _objects(question.get(key))]
    return join(parts)


def _steps(value: Any) -> Iterator[str]:
    """Yield the texts of instructions: strings, steps, sections of steps."""
    pending = [value]
    for _ in range(MAX_NODES):
        if not pending:
            return
        part = pending.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            pending.extend(reversed(part))
        elif isinstance(part, dict):
            inner = [part[key] for key in _STEPS if key in part]
            pending.extend(reversed(inner or [part.get("text") or part.get("name")]))


def _values(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _objects(value: Any) -> list[Json]:
    return [part for part in _values(value) if isinstance(part, dict)]
