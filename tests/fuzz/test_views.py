"""No view of any page raises, and what it gives obeys its laws.

RIDGELINE_FUZZ_EXAMPLES is the number of documents for each view (40); `python -m tests.fuzz` takes seconds.
"""

import os
from pathlib import Path

import pytest
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction
from ridgeline.output.formats import FORMATS

from .documents import Document, seeds
from .laws import check_format
from .running import Failure, check_document, fuzz
from .targets import FITTED, TARGETS, Choice, Target

EXAMPLES = int(os.environ.get("RIDGELINE_FUZZ_EXAMPLES", "40"))


@pytest.mark.parametrize("view", TARGETS)
def test_no_law_is_broken(view: str, tmp_path: Path) -> None:
    _fuzz(view, tmp_path)


def _fuzz(view: str, tmp_path: Path) -> None:
    outcome = fuzz(TARGETS[view], examples=EXAMPLES)
    assert outcome.failure is None, f"{outcome.failure.save(tmp_path, view)}\n{outcome.failure.describe()}"
    assert outcome.executions >= EXAMPLES


def test_every_format_is_a_view() -> None:
    assert set(FORMATS) <= set(TARGETS)


def test_there_are_seeds() -> None:
    assert len(seeds()) > 300


@pytest.mark.parametrize("name", [*FITTED, "summit", "everything", "mountain", "feature", "ice-heuristic"])
def test_extractors_are_run(name: str) -> None:
    assert {"extractor": name} in TARGETS["extractors"].replayed


def _fails_on_a_table(document: Document, choice: Choice) -> None:
    assert not ridgeline.parse(document.html).select("table")


def test_a_failure_is_found_and_made_small(tmp_path: Path) -> None:
    target = Target(_fails_on_a_table, st.just({}), ({},))
    failure = fuzz(target, examples=300).failure
    assert failure is not None
    assert failure.document.html in ("<table>", b"<table>")
    assert failure.save(tmp_path, "table").read_bytes() == b"<table>"
    assert "AssertionError" in next(tmp_path.glob("*.txt")).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("format", "written"),
    [
        ("markdown", "<script>hit()</script>"),
        ("markdown", "[a](javascript:hit())\n\n<b onclick=x>"),
        ("html", "<p onclick=hit()>a</p>"),
        ("html", "<a href='javascript:hit()'>a</a>"),
        ("json", '{"a": NaN}'),
        ("json", "[]"),
        ("tei", "<TEI><p></TEI>"),
        ("csv", "a,b\r\n1\r\n"),
        ("csv", "a\r\n1\r\n2\r\n"),
        ("cleaneval", "text"),
        ("text", "a\0"),
        ("text", "a\ud800"),
    ],
)
def test_laws_can_be_broken(monkeypatch: pytest.MonkeyPatch, format: str, written: str) -> None:
    monkeypatch.setattr(Extraction, "write", lambda *_, **__: written)
    extraction = ridgeline.extract("<p>a", extractor="everything")
    with pytest.raises((AssertionError, ValueError, SyntaxError)):
        check_format(extraction, format, {})


def test_slow_documents_are_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.running.MAX_SECONDS", -1.0)
    failure = check_document(Target(lambda *_: None, st.just({}), ()), Document(""), {})
    assert isinstance(failure, Failure)
    assert "TooSlowError" in failure.describe()
