"""A part of the catalogue of attacks; `python -m tests.fuzz.catalogue` tries all of it, in all forms."""

from collections.abc import Iterator

import pytest

from ..browsers import need_browser
from .catalogue import alive, attack, kinds, pages, written
from .payloads import HIT
from .rendering import Harness, run_harness

EVERY = 12
XHTML = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>x</title></head><body>{}</body></html>"


@pytest.fixture(scope="module")
def harness() -> Iterator[Harness]:
    need_browser()
    with run_harness() as running:
        yield running


def test_there_are_many_kinds() -> None:
    assert len(kinds()) > 219
    assert len(set(kinds().values())) == len(kinds())


def test_nothing_of_them_is_left(harness: Harness) -> None:
    chosen = dict(list(kinds().items())[::EVERY])
    count, happened = attack(harness, chosen, ["summit"])
    assert happened == []
    assert count > 5 * len(chosen)


def test_most_of_them_do_something_as_they_are(harness: Harness) -> None:
    chosen = dict(list(kinds().items())[:: 3 * EVERY])
    assert len(alive(harness, chosen)) > len(chosen) / 2


def test_they_stand_inside_of_what_is_kept() -> None:
    markup = "<p>A paragraph that says something about the ferry, and about the pier as well.</p>"
    as_markup, quoted = ("\n".join(written(page, "summit")) for page in pages(markup))
    assert "A paragraph that says" in as_markup
    assert "&lt;p&gt;A paragraph that says" in quoted


def test_xhtml_is_watched_too(harness: Harness) -> None:
    pages = [
        XHTML.format(body) for body in ("<p>text</p>", f"<script>{HIT}</script>", f"<img src='x' onerror='{HIT}'/>")
    ]
    found = harness.open(pages, is_xhtml=True)
    assert found.keys() == {1, 2, -1}  # the handler of an image has another `name` than its frame
    assert "a script ran" in found[1] & found[-1]
