"""Hostile pages: never an exception, never slow, the article survives."""

import json
import time
from xml.etree import ElementTree

import pytest

import ridgeline
from ridgeline.output import FORMATS

from ..hostile import HostilePage, reproductions
from ..hostile import pages as hostile_pages

SMALL_BYTES = 200_000
MAX_CPU_SECONDS = 5.0


def small_pages() -> list[tuple[HostilePage, bytes]]:
    """Those that are small, with their bytes; bombs over that size are slow to make."""
    made = [(page, page.data) for page in hostile_pages() if "gib" not in page.name]
    return [(page, data) for page, data in made if len(data) <= SMALL_BYTES]


def test_hostile_pages() -> None:
    pages = small_pages()
    assert len(pages) == 226
    slow, lost, invented = [], [], []
    for page, data in pages:
        start = time.process_time()
        answer = ridgeline.extract(data, extractor="everything")
        for view in (answer.text, answer.markdown, answer.html, answer.json, answer.cleaneval):
            view.encode()
        if time.process_time() - start > MAX_CPU_SECONDS:
            slow.append(page.stem)
        words = " ".join(answer.text.split())
        if page.visible == "article" and not all(" ".join(marker.split()) in words for marker in page.markers):
            lost.append(page.stem)
        if page.stem.startswith(("nothtml", "compressed", "degenerate__random")) and page.visible == "none" and words:
            invented.append(page.stem)
    assert (slow, lost, invented) == ([], [], [])


SHORT = {page.stem: page for page in reproductions(scale=0.02)}


@pytest.mark.parametrize("name", SHORT)
def test_pages_that_once_did_harm(name: str) -> None:
    """Shorter than they were, for every view; `benchmarks/hostile.py` measures what they take at their length."""
    answer = ridgeline.extract(SHORT[name].data)
    written = {format: answer.write(format) for format in FORMATS}
    for text in written.values():
        text.encode()
    assert json.loads(written["json"])["text"] == answer.text
    assert ElementTree.fromstring(written["tei"]).tag.endswith("TEI")
    assert answer.metadata.as_dict().keys() == ridgeline.extract("").metadata.as_dict().keys()
    assert isinstance(answer.posts, tuple)
