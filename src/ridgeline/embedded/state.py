"""Content in application state: the data that a page's scripts start with.

State holds all that an application knows: labels, other articles' teasers, readers' comments. So one piece of writing
is searched for, not everything: the string, the list or the tree of rich text that holds the most words, weighted by
the names that lead to it and by whether it stands beside the page's title. Strings are joined only where they belong
together: items of one list, a question and its answers.

Nothing recurses, and every value is visited once.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..metadata.jsonld import Json
from ..page import Budget, Page
from ..page.cache import cached_if_short
from ..text.characters import count_words
from ..text.data import load_json
from . import rich_text
from .carriers import MAX_CHARACTERS, MAX_NODES, MIN_JSON, read_state
from .prose import NOTHING, Writing, from_text, heaviest, join, without_copies
from .title_match import is_title

_MAX_LEVELS = 3  # JSON in strings in JSON


def find(page: Page, budget: Budget, having: Sequence[str] = ()) -> Writing:
    """Return the best writing in the state of a page; where pieces of it are known, beside what has one of them."""
    search, states = _Search(page, budget, having), read_state(page, having)
    return heaviest(search.best(data)._replace(carrier=name) for name, data in budget.limited(states))


# What the name of a key says of the value under it.

_NAME_MARKS = re.compile(r"[^a-z]+")
_CONTENT = re.compile(
    r"(?:article|post|story|main|page|full|rich|raw|html|inner|rendered|parsed)?"
    r"(?:body|content|contents|html|cooked|text|richtext|rendered|markdown|paragraphs?|copy|message|story|value|processed)"
    r"(?:html|text|rendered|raw|string|value|json|blocks|s)?"
)
_SUMMARY = re.compile(r".*(?:description|summary|excerpt|abstract|teaser|lead|intro|dek|standfirst|caption|details).*")
_ASIDE = re.compile(
    r"comment|review|related|recommend|footer|header|nav|menu|translation|messages|i18n|intl|locale|label|string"
    r"|dictionary|cookie|consent|privacy|legal|terms|policy|seo|meta|advert|config|setting|feature|experiment|theme|style"
    r"|newsletter|popup|modal|banner|trending|latest|mostread|popular|similar|upsell|sidebar|signup|subscri|error|alert"
    r"|notification|disclaimer|biograph|author|bio$|css|script|query|schema|suggested|category|categories|tags|user"
)
_TITLES = ("title", "headline", "name", "heading", "fancy_title")
_ADDRESSES = ("slug", "url", "href", "link", "permalink", "path", "canonicalUrl", "uri")
_THREAD = re.compile(r"answers?|repl(?:y|ies)|posts?|children|responses?|poststream|acceptedanswer|suggestedanswers?")
_CONTENT_WEIGHT, _SUMMARY_WEIGHT, _OTHER_WEIGHT, _ASIDE_WEIGHT = 1.0, 0.4, 0.3, 0.1
_OTHER_PAGES = 0.2  # a list of things with titles and addresses of their own
_OWN_TITLE = 3.0
_MIN_ITEM_WORDS = 5  # an item of writing; shorter ones are labels
_LABELS = 0.3
_MIN_OTHER_WORDS = 20  # of a string under a name that says nothing


@cached_if_short(4_096)
def _name_weight(key: str) -> float:
    name = _NAME_MARKS.sub("", key.lower())
    if _CONTENT.fullmatch(name):
        return _CONTENT_WEIGHT
    return _SUMMARY_WEIGHT if _SUMMARY.fullmatch(name) else _OTHER_WEIGHT


@cached_if_short(4_096)
def _place_weight(key: str) -> float:
    name = _NAME_MARKS.sub("", key.lower())
    return _ASIDE_WEIGHT if _ASIDE.search(name) and not _THREAD.fullmatch(name) else 1.0


@cached_if_short(4_096)
def _is_thread(key: str) -> bool:
    return _THREAD.fullmatch(_NAME_MARKS.sub("", key.lower())) is not None


class _Search:
    """Finds the best writing in data: from the leaves up, each value is given the best writing in it."""

    def __init__(self, page: Page, budget: Budget, having: Sequence[str] = ()) -> None:
        self.page = page
        self.budget = budget
        self.having = having
        self.left = MAX_NODES

    def best(self, root: Any) -> Writing:
        """Return the best writing in a value."""
        return self._weigh(root, 0)

    def _weigh(self, root: Any, level: int) -> Writing:
        answers: dict[int, Writing] = {}  # by identity of containers; data may refer to one value twice
        leading = self._leading(root) if self.having else frozenset()
        pending: list[tuple[str, Any, bool]] = [("", root, False)]
        while pending:
            key, value, is_ready = pending.pop()
            if is_ready:
                answers[id(value)] = self._container(key, value, answers, level)
                continue
            if not isinstance(value, dict | list) or id(value) in answers or self.left <= 0 or self.budget.is_over:
                continue
            answers[id(value)] = NOTHING  # where data holds itself
            self.left -= 1 + len(value)
            if isinstance(value, dict) and rich_text.is_rich_text(value):
                answers[id(value)] = self._rich_text(value)
                continue
            pending.append((key, value, True))
            # What is in a list goes by the list's name.
            named = value.items() if isinstance(value, dict) else ((key, part) for part in value)
            if id(value) in leading and isinstance(value, dict):
                named = ((name, part) for name, part in named if id(part) in leading or _is_thread(name))
            pending.extend((name, part, False) for name, part in named)
        return answers.get(id(root), NOTHING)

    def _leading(self, root: Any) -> set[int]:
        """Return the containers, by identity, in which a known piece of the writing stands."""
        leading: set[int] = set()
        above: dict[int, int] = {id(root): 0}  # by container: the one in which it was found
        pending = [root] if isinstance(root, dict | list) else []
        shortest = min(map(len, self.having))
        while pending and not self.budget.is_over:
            value = pending.pop()
            for part in value.values() if isinstance(value, dict) else value:
                if isinstance(part, str):
                    is_long = len(part) >= shortest  # most strings are not, and need no look
                    place = id(value) if is_long and any(piece in part for piece in self.having) else 0
                    while place and place not in leading:
                        leading.add(place)
                        place = above[place]
                elif isinstance(part, dict | list) and id(part) not in above:
                    above[id(part)] = id(value)
                    pending.append(part)
        return leading

    def _container(self, key: str, value: Any, answers: Mapping[int, Writing], level: int) -> Writing:
        def answer(name: str, part: Any) -> Writing:
            if isinstance(part, str):
                return self._string(name, part, level)
            return answers.get(id(part), NOTHING)

        if isinstance(value, list):
            return self._list(value, [answer(key, part) for part in self.budget.limited(value)])
        return self._object(value, answer)

    def _list(self, items: list[Any], parts: list[Writing]) -> Writing:
        objects = [item for item in items if isinstance(item, dict)]
        others = sum(_is_other_page(item) for item in objects)
        writing = join(without_copies(parts), _OTHER_PAGES if 2 * others > len(objects) > 1 else 1.0)
        if writing.words < _MIN_ITEM_WORDS * len(writing.parts):
            return writing._replace(weight=_LABELS * writing.weight)
        return writing

    def _object(self, value: Json, answer: Callable[[str, Any], Writing]) -> Writing:
        best, thread, own = NOTHING, [], NOTHING
        for key, part in self.budget.limited(value.items()):
            writing = answer(key, part)
            if not writing.words:
                continue
            if isinstance(part, str):
                own = heaviest([own, writing])
                continue
            if (factor := _place_weight(key)) != 1.0:
                writing = writing._replace(weight=factor * writing.weight)
            elif _is_thread(key):
                thread.append(writing)
            best = heaviest([best, writing])
        whole = join(without_copies([own, *thread]))
        best = heaviest([best, whole])
        title = next((title for key in _TITLES if isinstance(title := value.get(key), str) and title.strip()), None)
        if title is None or best.title is not None or not best.words:
            return best
        if is_title(title, self.page):
            return best._replace(title=title, weight=_OWN_TITLE * best.weight)
        return best

    def _rich_text(self, root: Json) -> Writing:
        writing, visited = rich_text.to_writing(root, self.left, self.budget)
        self.left -= visited
        return writing

    def _string(self, key: str, text: str, level: int) -> Writing:
        if len(text) >= MIN_JSON and text.lstrip()[:1] in ("{", "[") and level < _MAX_LEVELS:
            return self._weigh(load_json(text[:MAX_CHARACTERS].strip()), level + 1)
        weight = _name_weight(key)
        if _CODE.match(text) or (weight == _OTHER_WEIGHT and not _is_prose(text)):
            return NOTHING
        writing = from_text(text)
        factor = weight * _place_weight(key)
        return writing._replace(weight=factor * writing.weight)


def _is_other_page(item: Json) -> bool:
    has_address = any(isinstance(item.get(key), str) for key in _ADDRESSES)
    return has_address and any(isinstance(item.get(key), str) for key in _TITLES) and "cooked" not in item


_SENTENCE = re.compile(r"[.!?。！？][\s<\"'”»)]|[.!?。！？]$")
# Scripts, style sheets, queries and addresses, by how they begin.
_CODE = re.compile(
    r"""\s*+(?:https?:|data:|[!(;]*+function\b|"use\ strict"|/\*|<(?:svg|script|style)\b|@(?:media|import|font-face)\b
    |(?:var|let|const)\s[\w${,: ]++[}]?\s*+=|(?:window|self)[.\[]|import\s[^.!?]{0,80}["']
    |(?:query|fragment|mutation)\s\w++[^.!?]{0,80}\{|[.\#@:]?[\w-]++\s*+\{)""",
    re.VERBOSE,
)


def _is_prose(text: str) -> bool:
    """Return whether a string reads as sentences."""
    return (
        len(text) >= 4 * _MIN_OTHER_WORDS
        and bool(_SENTENCE.search(text))
        and count_words(text[:10_000]) >= _MIN_OTHER_WORDS
    )
