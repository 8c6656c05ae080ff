"""What holds for every view of every page."""

import csv
import io
import json
import math
import re
from dataclasses import fields, is_dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ridgeline import Extraction, Page
from ridgeline.output.formats import FORMATS

from ..output.reading import READER, Read
from ..output.test_html import SAFE_ATTRIBUTES, SAFE_TAGS, dangers

# What the page for reading has around the content.
_READER_TAGS = frozenset("html head meta title style body main article header footer time span".split())
_READER_ATTRIBUTES = frozenset("charset name content http-equiv datetime aria-hidden".split())
_FRONT_MATTER = re.compile(r"---\n(?:[a-z_]+: .*\n)*---\n\n")
_SEGMENT = re.compile(r"<[hpl]>")


def check_text(text: object) -> None:
    """Check that a text, or every text within data, can be written to a file."""
    if isinstance(text, str):
        text.encode()
    elif isinstance(text, dict):
        for key, value in text.items():
            check_text(key)
            check_text(value)
    elif isinstance(text, list | tuple | set | frozenset):
        for value in text:
            check_text(value)
    elif is_dataclass(text) and not isinstance(text, Page):  # whose source is what was given
        for field in fields(text):
            check_text(getattr(text, field.name))


def check_extraction(extraction: Extraction) -> None:
    """Check that what is kept is an ascending part of the leaves, with finite scores."""
    kept = extraction.keep.tolist()
    leaves = len(extraction.page.leaves)
    assert kept == sorted(set(kept))
    assert not kept or 0 <= kept[0] <= kept[-1] < leaves
    if extraction.scores is not None:
        assert extraction.scores.shape == (leaves,)
        assert np.isfinite(extraction.scores).all()
    assert extraction.confidence is None or math.isfinite(extraction.confidence)
    check_text(extraction.remarks)


def check_format(extraction: Extraction, format: str, options: dict[str, Any]) -> None:
    """Check that a format is written, and that its readers can read it."""
    written = extraction.write(format, **options)
    check_text(written)
    if not written and not FORMATS[format].writes_empty:
        return
    _READERS[format](written, options)


def _check_markdown(written: str, options: dict[str, Any]) -> None:
    if options.get("front_matter"):
        matter = _FRONT_MATTER.match(written)
        assert matter, "the front matter is not closed"
        for line in matter.group().splitlines()[1:-2]:
            json.loads(line.partition(": ")[2])
    # Also with the front matter, which some renderers take for text.
    check_rendered(written)


def check_rendered(markdown: str) -> None:
    """Check that Markdown shows nothing dangerous where HTML is on."""
    assert [danger for danger in dangers(READER.render(markdown)) if danger != "s"] == []  # `~~` is <s> there


def _check_html(written: str, options: dict[str, Any]) -> None:
    if not options.get("whole_page"):
        assert dangers(written) == []
        return
    read = Read(written)
    assert not set(read.tags) - SAFE_TAGS - _READER_TAGS
    assert not {name for _, name, _ in read.attributes} - SAFE_ATTRIBUTES - _READER_ATTRIBUTES
    assert read.tags.count("style") == read.tags.count("body") == 1


def _check_json(written: str, options: dict[str, Any]) -> None:
    made = json.loads(written, parse_constant=_no_constant)
    assert isinstance(made, dict)
    check_text(made)
    assert all(isinstance(made[format], str) for format in options.get("formats", ()))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _check_xml(written: str, options: dict[str, Any]) -> None:
    ElementTree.fromstring(written)


def _check_csv(written: str, options: dict[str, Any]) -> None:
    rows = list(csv.reader(io.StringIO(written, newline="")))
    assert len(rows) == 2
    assert len(rows[0]) == len(rows[1])


def _check_cleaneval(written: str, options: dict[str, Any]) -> None:
    assert all(_SEGMENT.match(line) for line in written.splitlines() if line.strip())


def _check_plain(written: str, options: dict[str, Any]) -> None:
    assert "\0" not in written


_READERS = {
    "text": _check_plain,
    "markdown": _check_markdown,
    "html": _check_html,
    "json": _check_json,
    "tei": _check_xml,
    "csv": _check_csv,
    "cleaneval": _check_cleaneval,
}
assert set(_READERS) == set(FORMATS), "a format without a law"
