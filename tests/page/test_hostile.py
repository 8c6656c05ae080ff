"""Hostile pages: never an exception, never slow, the article survives.

The pages come from a generator that stands beside the data sets (`RIDGELINE_HOSTILE`, or `../shared/hostile` beside the
checkout); where it is absent these tests are skipped. Small hostile pages of our own are in the other tests.
"""

import importlib.util
import os
import time
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import ridgeline

CHECKOUT = Path(__file__).parents[2]
GENERATOR = Path(os.environ.get("RIDGELINE_HOSTILE", CHECKOUT.parent / "shared" / "hostile")) / "make_bad_inputs.py"
SMALL_BYTES = 200_000
MAX_CPU_SECONDS = 5.0

pytestmark = pytest.mark.skipif(not GENERATOR.exists(), reason="the generator of hostile pages is not there")


class Hostile(NamedTuple):
    name: str
    data: bytes
    visible: str
    markers: list[str]


def generator() -> ModuleType:
    specification = importlib.util.spec_from_file_location("make_bad_inputs", GENERATOR)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def small_pages() -> list[Hostile]:
    module = generator()
    for part in (
        *(module.degenerate, module.encodings, module.truncated, module.deep, module.huge, module.unicode_),
        *(module.regexes, module.structure, module.xss, module.metadata, module.not_html),
    ):
        part()
    found = []
    for category, name, data, visible, markers, *_ in module.FILES:
        if "gib" in name:  # bombs over the size, and slow to make
            continue
        content = data() if callable(data) else data
        content = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        if len(content) <= SMALL_BYTES:
            found.append(Hostile(f"{category}__{name}", content, visible, markers))
    return found


@pytest.fixture(scope="module")
def pages() -> list[Hostile]:
    return small_pages()


def test_all_are_there(pages: list[Hostile]) -> None:
    assert len(pages) == 226


def test_hostile_pages(pages: list[Hostile]) -> None:
    slow, lost, invented = [], [], []
    for page in pages:
        start = time.process_time()
        answer = ridgeline.extract(page.data, extractor="everything")
        for view in (answer.text, answer.markdown, answer.html, answer.json, answer.cleaneval):
            view.encode()
        if time.process_time() - start > MAX_CPU_SECONDS:
            slow.append(page.name)
        words = " ".join(answer.text.split())
        if page.visible == "article" and not all(" ".join(marker.split()) in words for marker in page.markers):
            lost.append(page.name)
        if page.name.startswith(("nothtml", "compressed", "degenerate__random")) and page.visible == "none" and words:
            invented.append(page.name)
    assert (slow, lost, invented) == ([], [], [])
