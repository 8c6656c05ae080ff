"""Reads the things that a page is about from JSON-LD, microdata, RDFa, Open Graph, and a price from its words.

Of several things of one kind, as in a list of products, none is the page's own unless it has its address or its name.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from math import isfinite
from typing import Any

from ..page import Page
from ..text.prices import read_amount, shown_price
from .evidence import Evidence
from .items import MICRODATA, RDFA, Syntax, Typed, find_items, read_graph, read_items
from .jsonld import Json, strings
from .normalisation import absolute_url, clean, without_markup
from .things import KINDS, Kind, Product, Thing, Video

_MAX_NAME, _MAX_STEP, _MAX_ITEMS = 300, 2_000, 200
_MAX_DEPTH = 3  # of sections of steps
_MAX_DIGITS = 7  # of a number of seconds
_DURATION = re.compile(r"P(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})(?:\.\d+)?S)?)?", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,'’\s]{0,15}\d|\d")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?")
_SIGNS = frozenset({"product:price:amount", "og:price:amount", "og:video", "og:video:url", "og:video:secure_url"})
_ENDS = tuple(end for kind in KINDS.values() for end in kind.ends)
_INSIDE = "video"  # the key at which articles and recipes have one
_CURRENCY = re.compile(r"[A-Z]{3}")


def read_text(value: Any) -> str | None:
    """Return the first string in a value, as one line."""
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return f"{value:.0f}" if value == int(value) else str(value)
    return next((text for each in strings(value) if (text := clean(without_markup(each), _MAX_NAME))), None)


def read_number(value: Any) -> float | None:
    """Return the first number in a value: 148, "148.00", "1.299,00 €"."""
    for part in value[:_MAX_ITEMS] if isinstance(value, list) else [value]:
        if isinstance(part, int | float) and not isinstance(part, bool) and isfinite(part):
            return float(part)
        for text in strings(part):
            if found := _NUMBER.search(text[:_MAX_NAME]):
                return read_amount(found[0])
    return None


def _count(value: Any) -> int | None:
    number = read_number(value)
    return None if number is None else int(number)


def _last_part(value: Any) -> str | None:
    """Return the name that ends a URL of schema.org: InStock."""
    text = read_text(value)
    return text.rstrip("/").rpartition("/")[2] or None if text else None


def _code(value: Any) -> str | None:
    text = (read_text(value) or "").upper()
    return text if _CURRENCY.fullmatch(text) else None


def _moment(value: Any) -> str | None:
    found = _DATE.match(read_text(value) or "")
    return found[0] if found else None


def _seconds(value: Any) -> int | None:
    found = _DURATION.fullmatch((read_text(value) or "").strip())
    if found is None or not any(found.groups()):
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def _length(value: Any) -> int | None:
    """Return the seconds of a video: PT10M42S, or a number of them, as Open Graph has it."""
    text = read_text(value) or ""
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else _seconds(value)


def _minutes(value: Any) -> int | None:
    seconds = _seconds(value)
    return None if seconds is None else seconds // 60


def _lines(value: Any) -> tuple[str, ...]:
    """Return the strings of a list, or the lines of a text."""
    found = (line for text in strings(value) for line in text[: _MAX_STEP * _MAX_ITEMS].splitlines())
    cleaned = (clean(without_markup(line), _MAX_STEP) for line in found)
    return tuple(line for _, line in zip(range(_MAX_ITEMS), filter(None, cleaned), strict=False))


def _steps(value: Any) -> tuple[str, ...]:
    return tuple(step for _, step in zip(range(_MAX_ITEMS), _each_step(value, _MAX_DEPTH), strict=False))


def _each_step(value: Any, depth: int) -> Iterator[str]:
    """Yield the texts of HowToSteps, also of those in HowToSections."""
    for part in value[:_MAX_ITEMS] if isinstance(value, list) else [value]:
        if isinstance(part, dict) and "itemListElement" in part and depth > 0:
            yield from _each_step(part["itemListElement"], depth - 1)
        else:
            yield from _lines(part.get("text") or part.get("name") if isinstance(part, dict) else part)


def _address(value: Any) -> str | None:
    if isinstance(value, dict):
        parts = (read_text(value.get(key)) for key in _ADDRESS)
        return ", ".join(filter(None, parts)) or None
    return read_text(value)


_ADDRESS = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")


READERS: dict[str, Callable[[Any], Any]] = {  # by the name in a row: a value of schema.org → that of a field, or None
    "text": read_text,
    "number": read_number,
    "count": _count,
    "code": _code,
    "last_part": _last_part,
    "moment": _moment,
    "minutes": _minutes,
    "seconds": _length,
    "lines": _lines,
    "steps": _steps,
    "address": _address,
}


def find_things(evidence: Evidence) -> dict[str, Any]:
    """Return the things that the page is about, by kind."""
    items = _marked(evidence)
    if not any(items.values()) and not _may_have_things(evidence):
        return {}
    found = {name: _find(kind, evidence, items) for name, kind in KINDS.items()}
    return {name: thing for name, thing in found.items() if thing is not None}


def _marked(evidence: Evidence) -> dict[Syntax, Typed]:
    """Return the items in the page's elements that may be things."""
    items = {MICRODATA: evidence.sources.microdata, RDFA: evidence.sources.rdfa}
    return {syntax: find_items(evidence.page, nodes, syntax, _ENDS) for syntax, nodes in items.items() if nodes}


def _may_have_things(evidence: Evidence) -> bool:
    """Return whether there is any sign of one beside items: most pages have none, and should not pay for it."""
    linked = evidence.linked
    return (
        any(name.endswith(_ENDS) for names, _ in linked.typed for name in names)
        or not evidence.sources.meta.keys().isdisjoint(_SIGNS)
        or any(_INSIDE in node for node in linked.about_page)
    )


def with_shown_price(product: Product | None, name: str | None, text: str) -> Product | None:
    """Return the product of a page that shows one, with the first price in its text where its data has none."""
    if product is not None and product.price is not None:
        return product
    price = next((price for line in text.splitlines() if (price := shown_price(line))), None)
    if price is None:
        return product
    return replace(product or Product(name), price=price.amount, currency=price.currency)


def stated_price(page: Page, text: str) -> float | None:
    """Return the price of the product that a page shows: that of its data, or the first in its text."""
    evidence = Evidence(page)
    stated = _find(KINDS["product"], evidence, _marked(evidence))
    product = with_shown_price(stated if isinstance(stated, Product) else None, None, text)
    return None if product is None else product.price


def _find(kind: Kind, evidence: Evidence, items: Mapping[Syntax, Typed]) -> Thing | None:
    """Return the thing of a kind, each field from the first of the sources that has it."""
    marked = (read_items(evidence.page, syntax, typed, kind.ends) for syntax, typed in items.items())
    sources = [_linked(kind, evidence), *marked]
    nodes = [node for each in sources if (node := _own(each, evidence)) is not None]
    if kind.graph and (nodes or not evidence.sources.meta.keys().isdisjoint(_SIGNS)):
        nodes.append(read_graph(evidence.sources, kind.graph))
    return _read(kind, nodes, evidence.base) if nodes else None


def _linked(kind: Kind, evidence: Evidence) -> list[Json]:
    found = [node for names, node in evidence.linked.typed if any(name.endswith(kind.ends) for name in names)]
    if not found and kind.type is Video:
        found = [part for part in _at(evidence.linked.about_page, [_INSIDE]) if isinstance(part, dict)]
    return found


def _own(nodes: list[Json], evidence: Evidence) -> Json | None:
    """Return the node that is about this page: the only one, or the one that has its address or its name."""
    if len(nodes) <= 1:
        return nodes[0] if nodes else None
    title = (evidence.title.text or "").casefold()
    own = [node for node in nodes if any(map(evidence.linked.is_own, strings(node.get("url"))))]
    named = (node for node in nodes if title and (read_text(node.get("name")) or "").casefold() == title)
    return own[0] if own else next(named, None)


def _read(kind: Kind, nodes: list[Json], base: str | None) -> Thing | None:
    """Return the thing that nodes describe; None where they say too little."""
    found = {own.name: _value(own.metadata, nodes, base) for own in fields(kind.type)}
    if not any(found[name] for name in kind.needs):
        return None
    thing: Thing = kind.type(**{name: value for name, value in found.items() if value is not None})
    return thing


def _value(row: Mapping[str, Any], nodes: list[Json], base: str | None) -> Any:
    for node in nodes:
        for path in row["paths"]:
            for value in _at(node, path.split(".")):
                read = READERS[row["read"]](value)
                if "is_url" in row and read is not None:
                    read = absolute_url(read, base)
                if read not in (None, ()):
                    return read
    return None


def _at(value: Any, keys: list[str]) -> Iterator[Any]:
    """Yield what stands at a path, in all items of lists on the way but the last."""
    if not keys:
        yield value
        return
    for part in value[:_MAX_ITEMS] if isinstance(value, list) else [value]:
        if isinstance(part, dict) and keys[0] in part:
            yield from _at(part[keys[0]], keys[1:])
