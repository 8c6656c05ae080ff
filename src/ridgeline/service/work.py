"""What worker processes do for a request to extract. Only plain values go in and out: they are sent by pickling.

This module is imported by worker processes, so it imports nothing of the framework.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import OptionError
from ..extraction import Extraction
from ..output import FORMATS, find_format, has_option
from ..page import DEFAULT_LIMITS, Limits, parse
from ..pipeline import choose_selection, extract_page
from ..registry import DEFAULT_EXTRACTOR, load_offered, load_once
from ..sites.collection import current_sites

_EXAMPLE = f"<title>A page</title><h1>A page</h1>{'<p>It has a few sentences, as pages do.' * 3}"


@dataclass(frozen=True, slots=True)
class Source:
    """A page as it came."""

    data: str | bytes
    url: str | None = None
    charset: str | None = None  # that the HTTP header named


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to extract, and what to return."""

    formats: tuple[str, ...] = ("markdown",)
    extractor: str = DEFAULT_EXTRACTOR
    options: Mapping[str, Any] = field(default_factory=dict)  # of the extractor
    keep: tuple[str, ...] = ()  # CSS selectors
    drop: tuple[str, ...] = ()
    output: Mapping[str, Any] = field(default_factory=dict)  # options of the formats
    sites_folder: Path | None = None  # what is known about sites, where it is to be applied
    any_extractor: bool = False  # also those that need a browser
    limits: Limits = DEFAULT_LIMITS


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a page; `body` is the content in a format, or a JSON document with all that is known."""

    status: str
    confidence: float | None
    body: bytes


@cache
def prepare() -> None:
    """Load what the first page would otherwise wait for: the networks, and the modules of the formats."""
    extract_as_json(Source(_EXAMPLE), Wanted(tuple(FORMATS)))


def extract_as_json(source: Source, wanted: Wanted) -> Answer:
    """Return the content of a page in all wanted formats, with what is known about it, as a JSON object."""
    start = time.perf_counter()
    extraction = extract_source(source, wanted)
    formats = write_all(extraction, wanted.formats, wanted.output)  # before `cuts`, which they may add to
    answer = describe(extraction) | {"formats": formats}
    answer["seconds"] = round(time.perf_counter() - start, 6)
    return _answer(extraction, json.dumps(answer, ensure_ascii=False))


def extract_as_text(source: Source, wanted: Wanted) -> Answer:
    """Return the content of a page in the first of the wanted formats."""
    extraction = extract_source(source, wanted)
    return _answer(extraction, write_all(extraction, wanted.formats[:1], wanted.output)[wanted.formats[0]])


def extract_source(source: Source, wanted: Wanted) -> Extraction:
    """Return the extraction of a page.

    Raises OptionError for an option that cannot be used.
    """
    load = load_once if wanted.any_extractor else load_offered
    extractor = load(wanted.extractor, **wanted.options)
    check_output(wanted.formats, wanted.output)
    sites = None if wanted.sites_folder is None else current_sites(wanted.sites_folder)
    selection = choose_selection(wanted.keep, wanted.drop, sites=sites)
    page = parse(source.data, url=source.url, charset=source.charset, limits=wanted.limits)
    return extract_page(page, extractor, selection, limits=wanted.limits, sites=sites)


def describe(extraction: Extraction) -> dict[str, Any]:
    """Return what is known about an extraction, without its content."""
    return {
        "status": extraction.status.value,
        "status_meaning": extraction.status.meaning,
        "extractor": extraction.extractor,
        "confidence": extraction.confidence,
        "page_type": extraction.page_type,
        "url": extraction.page.url,
        "metadata": extraction.metadata.as_dict(),
        "carrier": extraction.carrier,
        "cuts": sorted(extraction.cuts),
        "remarks": list(extraction.remarks),
    }


def check_output(formats: Sequence[str], options: Mapping[str, Any]) -> None:
    """Raise OptionError for an unknown format, or an option that has no meaning in any of the formats."""
    chosen = [find_format(name) for name in formats]
    for option in options:
        if not any(has_option(format, option) for format in chosen):
            raise OptionError(f"{option} has no meaning in {' or '.join(formats)}")


def write_all(extraction: Extraction, formats: Sequence[str], options: Mapping[str, Any]) -> dict[str, str]:
    """Return the content in all formats, each with the options that have a meaning in it."""
    return {
        name: extraction.write(
            name, **{option: value for option, value in options.items() if has_option(find_format(name), option)}
        )
        for name in formats
    }


def _answer(extraction: Extraction, text: str) -> Answer:
    # A page may hold halves of characters (surrogates), which UTF-8 cannot carry.
    return Answer(extraction.status.value, extraction.confidence, text.encode("utf-8", "replace"))
