"""Finds the section and the categories of a page: where its site files it. Tags, which say what it is about, are apart.

Sections and categories are stated in meta elements and JSON-LD, or are the links with rel=category; the trail of
breadcrumbs counts where there is nothing else.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from .evidence import Evidence
from .jsonld import Json, linked_strings, strings
from .normalisation import clean, without_markup
from .surroundings import shown_text
from .titles import is_home_page, same_words

_MAX_LENGTH = 100
_MAX_STATED_LENGTH = 1_000  # of a string with several categories
_MAX_CATEGORIES = 20
_MAX_STATED = 60
_SECTION_META = (
    *("article:section", "og:article:section", "og:section", "parsely-section", "articlesection", "section"),
    "prism.section",
)
_CATEGORY_META = ("article:category", "category", "categories", "product:category", "content_category")
_STEP = re.compile(r"\s*[>›»|;]\s*")  # Shoes > Running shoes
_STEP_SIGNS = frozenset(">›»|;")
_NO_CATEGORIES = frozenset("home uncategorized uncategorised allgemein all none null undefined".split())


def find_section(evidence: Evidence) -> str | None:
    """Return the section of the site that the page is in."""
    stated = chain(
        evidence.sources.each_meta(*_SECTION_META),
        linked_strings(evidence.linked, "articleSection"),
        _breadcrumbs(evidence),
    )
    return next(_names(stated), None)


def find_categories(evidence: Evidence) -> tuple[str, ...]:
    """Return the categories that the page is filed under; the trail of breadcrumbs where it names none."""
    stated = chain(
        linked_strings(evidence.linked, "articleSection", "category", "recipeCategory"),
        evidence.sources.each_meta(*_SECTION_META, *_CATEGORY_META),
        _category_links(evidence),
    )
    return _unique(stated) or _unique(_breadcrumbs(evidence))


def _category_links(evidence: Evidence) -> Iterator[str]:
    """Yield the texts of the page's own links with rel=category."""
    for index in evidence.sources.anchors("category")[:_MAX_STATED]:
        if not evidence.surroundings.is_other_content(index):
            yield shown_text(evidence.page, index, _MAX_LENGTH)


def _breadcrumbs(evidence: Evidence) -> Iterator[str]:
    """Yield the names between the home page and this one, from the first trail in JSON-LD."""
    for trail in evidence.linked.breadcrumbs[:1]:
        items = _items(trail)
        for position, item in enumerate(items):
            name = next(strings(item.get("name")), None) or next(_inner_names(item), None)
            is_page = position == len(items) - 1 and _is_page(evidence, item, name)
            if name and not is_page and not any(map(is_home_page, _urls(item))):
                yield name


def _items(trail: Json) -> list[Json]:
    """Return the items of a trail in their order."""
    listed = trail.get("itemListElement")
    items = [item for item in listed[:_MAX_CATEGORIES] if isinstance(item, dict)] if isinstance(listed, list) else []
    return sorted(items, key=_position)


def _position(item: Json) -> float:
    try:
        return float(str(item.get("position"))[:_MAX_LENGTH])
    except ValueError:
        return 0.0


def _inner_names(item: Json) -> Iterator[str]:
    inner = item.get("item")
    return strings(inner.get("name")) if isinstance(inner, dict) else iter(())


def _urls(item: Json) -> Iterator[str]:
    """Yield the addresses that an item leads to."""
    inner: Any = item.get("item")
    values = (inner.get("@id"), inner.get("url")) if isinstance(inner, dict) else (inner, item.get("url"))
    return (value for value in values if isinstance(value, str))


def _is_page(evidence: Evidence, item: Json, name: str | None) -> bool:
    """Return whether the last item of a trail is the page itself: it has its title, its address, or none."""
    urls = list(_urls(item))
    return not urls or same_words(name or "", evidence.title.text or "") or any(map(evidence.linked.is_own, urls))


def _steps(text: str) -> list[str]:
    return [text] if _STEP_SIGNS.isdisjoint(text) else _STEP.split(text)


def _names(stated: Iterable[str]) -> Iterator[str]:
    """Yield the names of categories in what a page states."""
    for text in islice(stated, _MAX_STATED):
        for step in _steps(without_markup(text[:_MAX_STATED_LENGTH])):
            name = clean(step, _MAX_LENGTH).strip(" #/")
            if name and name.casefold() not in _NO_CATEGORIES and "://" not in name:
                yield name


def _unique(stated: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for name in _names(stated):
        found.setdefault(name.casefold(), name)
        if len(found) == _MAX_CATEGORIES:
            break
    return tuple(found.values())
