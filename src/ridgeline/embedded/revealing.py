"""Content that a page carries only as data: a page that scripts would build from it is built here without them.

    page ─sources→ JSON ─weigh→ the best piece of writing ─compose→ Page

Sources are JSON-LD, application state (Next, Nuxt, Apollo, Redux and their like: scripts of type application/json,
assignments of JSON in others, Discourse's attribute), and the text of frames. State holds all that an application
knows: labels, other articles' teasers, readers' comments. So one piece of writing is looked for, not everything: the
string, the list or the tree of rich text that holds the most words, weighed by the names that lead to it and by whether
it stands beside the page's title. Strings are added up only where they belong together: items of one list, a question
and its answers.

What is in `template` and `textarea` is not looked at: the page does not keep the one, and the other is for writing.

Nothing recurses, and everything is looked at once.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..metadata.jsonld import Json, read_json, types
from ..page import Page, parse
from ..text.characters import count_words
from .sources import MAX_CHARACTERS, MAX_NODES, MIN_JSON, data_of, read

MIN_WORDS = 50  # what is worth revealing
_MAX_WRITTEN = 4_000_000  # characters that are composed
_MAX_LEVELS = 3  # JSON in strings in JSON
_MAX_MARKUP_DEPTH = 100  # levels of rich text
_MAX_MARKUP_WORDS = 500_000


def reveal(page: Page) -> Page | None:
    """A page made of the content that this one carries as data; None where that is nothing substantial."""
    found = [_linked_data(page), _state(page), _frames(page)]
    best = max(found, key=lambda writing: writing.weight)
    if best.weight < MIN_WORDS:
        return None
    revealed = parse(_compose(page, best), url=page.url)
    if count_words(" ".join(revealed.leaf_text)) < MIN_WORDS:
        return None
    # What was cut off the page may have been cut off its content.
    return replace(revealed, cuts=page.cuts | revealed.cuts, encoding=page.encoding)


@dataclass(frozen=True, slots=True)
class _Writing:
    """Some HTML, or several of them in order; what it weighs when writings compete."""

    weight: float = 0.0
    words: int = 0
    html: str = ""
    parts: "tuple[_Writing, ...]" = ()
    title: str | None = None

    def written(self) -> Iterator[str]:
        """Its HTML, piece by piece. Data may refer to a part many times, so there is an end to it."""
        pending, characters = [self], 0
        while pending and characters < _MAX_WRITTEN:
            writing = pending.pop()
            if writing.html:
                characters += len(writing.html)
                yield writing.html
            pending.extend(reversed(writing.parts))


_NOTHING = _Writing()


def _joined(parts: Sequence[_Writing], factor: float = 1.0) -> _Writing:
    """Parts that belong together."""
    there = tuple(part for part in parts if part.words)
    if len(there) == 1:
        return replace(there[0], weight=factor * there[0].weight)
    weight, words = sum(part.weight for part in there), min(sum(part.words for part in there), _MAX_WRITTEN)
    return _Writing(factor * weight, words, parts=there, title=next((p.title for p in there if p.title), None))


# --- JSON-LD

# Somebody said on purpose that this is the content, so it weighs more than what is found by looking around.
_DECLARED_WEIGHT = 1.5
_BODIES = ("articleBody", "text")
_ANSWERS = ("acceptedAnswer", "suggestedAnswer", "comment")
_STEPS = ("itemListElement", "step", "steps")


def _linked_data(page: Page) -> _Writing:
    best = _NOTHING
    for script in page.scripts("application/ld+json"):
        pending = [read_json(script.text_content[:MAX_CHARACTERS])]
        for _ in range(MAX_NODES):
            if not pending:
                break
            value = pending.pop()
            if isinstance(value, list):
                pending.extend(reversed(value))
            elif isinstance(value, dict):
                best = max(best, _described(value, page), key=lambda writing: writing.weight)
                pending.extend(value[key] for key in ("@graph", "mainEntity", "mainEntityOfPage") if key in value)
    return best


def _described(node: Json, page: Page) -> _Writing:
    """What a node says of the thing that the page is about."""
    kinds_of_node = types(node)
    if not kinds_of_node or any(kind in _ELSEWHERE for kind in kinds_of_node):
        return _NOTHING
    is_article = any(kind.endswith(("article", "posting", "page")) for kind in kinds_of_node)
    parts = [_first(node, _BODIES if is_article else (*_BODIES, "description"))]  # an article's is a teaser
    if "faqpage" in kinds_of_node:
        parts += [_answered(question) for question in _objects(node.get("mainEntity"))]
    elif "qapage" not in kinds_of_node:
        parts += [_text(str(item), tag="li") for item in _values(node.get("recipeIngredient")) if isinstance(item, str)]
        parts += [_text(step) for step in _steps(node.get("recipeInstructions"))]
        parts += [_first(answer, _BODIES) for key in _ANSWERS for answer in _objects(node.get(key))]
    writing = _joined(_without_copies(parts), _DECLARED_WEIGHT)
    title = next((title for key in ("headline", "name") if isinstance(title := node.get(key), str)), None)
    if title and not _is_title(title, page):
        writing = replace(writing, weight=writing.weight * _OTHER_TITLE)
    return replace(writing, title=title)


_ELSEWHERE = frozenset("organization corporation person website breadcrumblist imageobject videoobject review".split())
_OTHER_TITLE = 0.5


def _first(node: Json, keys: Sequence[str]) -> _Writing:
    for key in keys:
        if isinstance(text := node.get(key), str) and text.strip():
            return _text(text)
    return _NOTHING


def _answered(question: Json) -> _Writing:
    asked = question.get("name")
    parts = [_text(asked, tag="h2") if isinstance(asked, str) else _NOTHING]
    parts += [_first(answer, _BODIES) for key in _ANSWERS for answer in _objects(question.get(key))]
    return _joined(parts)


def _steps(value: Any) -> Iterator[str]:
    """The texts of instructions: strings, steps, sections of steps."""
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


# --- Application state


def _state(page: Page) -> _Writing:
    weighing = _Weighing(page)
    return max((weighing.best(data) for data in data_of(page)), key=lambda writing: writing.weight, default=_NOTHING)


# --- Names: what a key says of what stands under it

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


@lru_cache(maxsize=4_096)
def _name_weight(key: str) -> float:
    name = _NAME_MARKS.sub("", key.lower())
    if _CONTENT.fullmatch(name):
        return _CONTENT_WEIGHT
    return _SUMMARY_WEIGHT if _SUMMARY.fullmatch(name) else _OTHER_WEIGHT


@lru_cache(maxsize=4_096)
def _place_weight(key: str) -> float:
    name = _NAME_MARKS.sub("", key.lower())
    return _ASIDE_WEIGHT if _ASIDE.search(name) and not _THREAD.fullmatch(name) else 1.0


class _Weighing:
    """Finds the best piece of writing in data: from the leaves up, each value answers with the best in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.left = MAX_NODES

    def best(self, root: Any) -> _Writing:
        """The best piece of writing in a value."""
        return self._weigh(root, 0)

    def _weigh(self, root: Any, level: int) -> _Writing:
        answers: dict[int, _Writing] = {}  # by identity of containers; data may refer to one value twice
        pending: list[tuple[str, Any, bool]] = [("", root, False)]
        while pending:
            key, value, is_ready = pending.pop()
            if is_ready:
                answers[id(value)] = self._container(key, value, answers, level)
                continue
            if not isinstance(value, dict | list) or id(value) in answers or self.left <= 0:
                continue
            answers[id(value)] = _NOTHING  # where data holds itself
            self.left -= 1 + len(value)
            if isinstance(value, dict) and _is_markup(value):
                answers[id(value)] = self._markup(value)
                continue
            pending.append((key, value, True))
            # What is in a list goes by the list's name.
            named = value.items() if isinstance(value, dict) else ((key, part) for part in value)
            pending.extend((name, part, False) for name, part in named)
        return answers.get(id(root), _NOTHING)

    def _container(self, key: str, value: Any, answers: Mapping[int, _Writing], level: int) -> _Writing:
        def answer(name: str, part: Any) -> _Writing:
            if isinstance(part, str):
                return self._string(name, part, level)
            return answers.get(id(part), _NOTHING)

        if isinstance(value, list):
            return self._list(value, [answer(key, part) for part in value])
        return self._object(value, answer)

    def _list(self, items: list[Any], parts: list[_Writing]) -> _Writing:
        objects = [item for item in items if isinstance(item, dict)]
        others = sum(_is_other_page(item) for item in objects)
        writing = _joined(_without_copies(parts), _OTHER_PAGES if 2 * others > len(objects) > 1 else 1.0)
        if writing.words < _MIN_ITEM_WORDS * len(writing.parts):
            return replace(writing, weight=_LABELS * writing.weight)
        return writing

    def _object(self, value: Json, answer: Callable[[str, Any], _Writing]) -> _Writing:
        best, thread, own = _NOTHING, [], _NOTHING
        for key, part in value.items():
            writing = answer(key, part)
            if not writing.words:
                continue
            if isinstance(part, str):
                own = max(own, writing, key=lambda found: found.weight)
                continue
            if (factor := _place_weight(key)) != 1.0:
                writing = replace(writing, weight=factor * writing.weight)
            elif _THREAD.fullmatch(_NAME_MARKS.sub("", key.lower())):
                thread.append(writing)
            best = max(best, writing, key=lambda found: found.weight)
        whole = _joined(_without_copies([own, *thread]))
        best = max(best, whole, key=lambda found: found.weight)
        title = next((title for key in _TITLES if isinstance(title := value.get(key), str) and title.strip()), None)
        if title is None or best.title is not None or not best.words:
            return best
        if _is_title(title, self.page):
            return replace(best, title=title, weight=_OWN_TITLE * best.weight)
        return best

    def _markup(self, root: Json) -> _Writing:
        """A tree of rich text as HTML."""
        pieces: list[str] = []
        words = 0
        pending: list[tuple[Any, int]] = [(root, 0)]
        while pending and self.left > 0 and words < _MAX_MARKUP_WORDS:
            value, depth = pending.pop()
            self.left -= 1
            if isinstance(value, str):
                pieces.append(value)  # an end tag
            elif isinstance(value, list):
                pending.extend((part, depth) for part in reversed(value) if isinstance(part, dict))
            elif isinstance(value, dict) and depth <= _MAX_MARKUP_DEPTH and (tag := _tag(value)) is not None:
                if tag:
                    pieces.append(f"<{tag}>")
                    pending.append((f"</{tag}>", depth))
                text = next((text for key in _TEXTS if isinstance(text := value.get(key), str)), None)
                if text is not None:
                    pieces.append(text if _MARKUP.search(text) else html.escape(text, quote=False))
                    words += count_words(text)
                pending.extend((value[key], depth + 1) for key in _INNER if isinstance(value.get(key), list | dict))
        return _Writing(float(words), words, "".join(pieces)) if words else _NOTHING

    def _string(self, key: str, text: str, level: int) -> _Writing:
        if len(text) >= MIN_JSON and text.lstrip()[:1] in ("{", "[") and level < _MAX_LEVELS:
            return self._weigh(read(text), level + 1)
        weight = _name_weight(key)
        if _CODE.match(text) or (weight == _OTHER_WEIGHT and not _is_prose(text)):
            return _NOTHING
        writing = _text(text)
        factor = weight * _place_weight(key)
        return replace(writing, weight=factor * writing.weight)


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
    """Whether a string reads as sentences."""
    return (
        len(text) >= 4 * _MIN_OTHER_WORDS
        and bool(_SENTENCE.search(text))
        and count_words(text[:10_000]) >= _MIN_OTHER_WORDS
    )


def _is_title(title: str, page: Page) -> bool:
    """Whether it is the page's."""
    folded, whole = _fold(title), _fold(page.title or "")
    return len(folded) > 3 and bool(whole) and (folded in whole or whole in folded)


@lru_cache(maxsize=256)
def _fold(text: str) -> str:
    return " ".join(re.findall(r"\w+", html.unescape(text[:1_000]).lower()))


# --- Rich text: trees of paragraphs, headings, lists

_KINDS = ("type", "nodeType", "_type", "tag", "tagName", "kind", "blockType")
_INNER = ("children", "content", "nodes", "blocks", "items", "spans", "body", "root", "document")
_TEXTS = ("text", "value", "html", "content")
_TAGS = (
    dict.fromkeys("doc document root richtext body article section div listitemchild".split(), "div")
    | dict.fromkeys("paragraph p block textblock unstyled normal".split(), "p")
    | {f"h{level}": f"h{level}" for level in range(1, 7)}
    | {f"heading{level}": f"h{level}" for level in range(1, 7)}
    | dict.fromkeys("heading header headerblock subheading title".split(), "h2")
    | dict.fromkeys("list ul bulletlist bulletedlist unorderedlist bulletedlistblock".split(), "ul")
    | dict.fromkeys("ol orderedlist numberedlist".split(), "ol")
    | dict.fromkeys("listitem li bulletedlistitem".split(), "li")
    | dict.fromkeys("quote blockquote pullquote".split(), "blockquote")
    | dict.fromkeys("code codeblock pre".split(), "pre")
    | dict.fromkeys("text span link hyperlink a strong em bold italic b i inlinecode entityhyperlink".split(), "")
    | {"table": "table", "tablerow": "tr", "tr": "tr", "tablecell": "td", "td": "td", "tableheader": "th", "th": "th"}
)


def _tag(node: Json) -> str | None:
    """The element for a node of rich text, "" for what stands in a line; None where it is none that is known."""
    for key in _KINDS:
        if isinstance(kind := node.get(key), str):
            return _TAGS.get(re.sub(r"[^a-z0-9]+", "", kind.lower()))
    return None


def _is_markup(node: Json) -> bool:
    if _tag(node) is None:
        return False
    return any(isinstance(node.get(key), str) for key in _TEXTS) or any(
        isinstance(inner := node.get(key), list)
        and any(isinstance(part, dict) and _tag(part) is not None for part in inner)
        for key in _INNER
    )


# --- Frames


def _frames(page: Page) -> _Writing:
    """Documents inside the page's own, and what stands in a frame that nobody closed: the rest of the page."""
    documents = [page.attributes[index]["srcdoc"] or "" for index in page.having("srcdoc")]
    documents += [frame.text_content for frame in page.find("iframe")]
    return max(map(_document, documents), key=lambda writing: writing.weight, default=_NOTHING)


# React sends parts of a page later, hidden, for a script to put in their place.
_STREAMED = re.compile(r"""<div hidden(?:="")?(?= id="S:)""")


def _document(source: str) -> _Writing:
    if len(source) < MIN_WORDS:
        return _NOTHING
    source = _STREAMED.sub("<div", source)
    inner = parse(source)
    shown = " ".join(
        text for text, is_hidden in zip(inner.leaf_text, inner.hidden[inner.leaves], strict=True) if not is_hidden
    )
    words = count_words(shown)
    return _Writing(float(words), words, source)


# --- From strings to HTML

_MARKUP = re.compile(
    r"</?(?:p|br|div|h[1-6]|[ou]l|li|blockquote|strong|em|b|i|a|span|img|figure|table)\b[^<>]*+>", re.I
)
_ESCAPED_MARKUP = re.compile(r"&lt;(?:p|br|div|h[1-6]|ul|ol|li|strong|em|a|span)\b", re.I)
_TAG = re.compile(r"<[^<>]*+>")
_LINE_ENDS = re.compile(r"[\r\n\u2028\u2029]+")


def _text(text: str, tag: str = "p") -> _Writing:
    """A string as HTML: as it is where it is HTML, else a paragraph a line."""
    if _ESCAPED_MARKUP.search(text) and not _MARKUP.search(text):
        text = html.unescape(text)
    if _MARKUP.search(text):
        words = count_words(_TAG.sub(" ", text))
        return _Writing(float(words), words, f"<div>{text}</div>") if words else _NOTHING
    words = count_words(text)
    lines = (html.escape(html.unescape(line.strip()), quote=False) for line in _LINE_ENDS.split(text) if line.strip())
    return _Writing(float(words), words, "".join(f"<{tag}>{line}</{tag}>" for line in lines)) if words else _NOTHING


def _without_copies(parts: list[_Writing]) -> list[_Writing]:
    """Each text once: data often has it as HTML and as plain text."""
    parts = [part for part in parts if part.words]
    if len(parts) < 2:  # not read again at every level that it stands alone on
        return parts
    seen: set[str] = set()
    kept = []
    for part in parts:
        if not part.html:
            kept.append(part)
            continue
        folded = " ".join(html.unescape(_TAG.sub(" ", part.html)).split())
        if folded and folded not in seen:
            seen.add(folded)
            kept.append(part)
    return kept


_HEAD_LINKS = frozenset("canonical shortlink author license alternate".split())


def _compose(page: Page, writing: _Writing) -> str:
    """The page around what was found: what it says about itself stays, for its metadata."""
    head = [f"<title>{html.escape(page.title, quote=False)}</title>"] if page.title else []
    for node in page.find("meta", "link", "base"):
        if node.tag != "link" or (node.get("rel") or "").lower() in _HEAD_LINKS:
            attributes = "".join(f' {name}="{html.escape(value or "")}"' for name, value in node.attributes.items())
            head.append(f"<{node.tag}{attributes}>")
    head += [
        f'<script type="application/ld+json">{script.text_content}</script>'
        for script in page.scripts("application/ld+json")
    ]
    language = page[0].get("lang") if len(page) else None
    opening = f'<html lang="{html.escape(language)}">' if language else "<html>"
    heading = f"<h1>{html.escape(html.unescape(writing.title), quote=False)}</h1>" if writing.title else ""
    body = "\n".join(writing.written())
    return f"<!DOCTYPE html>{opening}<head>{''.join(head)}</head><body><article>{heading}{body}</article></body></html>"
