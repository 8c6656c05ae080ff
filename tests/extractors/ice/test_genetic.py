"""`ice-ga`: expressions as trees, serialised pages, matching that always ends."""

import time
from pathlib import Path

import pytest
import regex

import ridgeline
from ridgeline.errors import ModelError
from ridgeline.extractors.ice.expression_match import match, serialise
from ridgeline.extractors.ice.expressions import LENGTH_LITERALS, LITERALS, Expression, from_json, to_json
from ridgeline.extractors.ice.genetic import TIMED_OUT, Genetic

from ...pages import AWKWARD, page, texts
from .candidates import ALL_TEXT, HANGS, PARAGRAPHS, literal


def test_expressions() -> None:
    tree = Expression(
        "non-capturing", (literal("<p>"), Expression("capturing", (Expression("or", (literal(r"\w+"), literal("."))),)))
    )
    assert str(tree) == r"(?:<p>((?:\w+|.)))"
    assert (tree.size, tree.depth, tree.captures) == (6, 4, True)
    assert from_json(to_json(tree)) == tree
    assert to_json(tree) == {"non-capturing": ["<p>", {"capturing": [{"or": [r"\w+", "."]}]}]}


@pytest.mark.parametrize("text", LITERALS + LENGTH_LITERALS)
def test_every_literal_is_valid(text: str) -> None:
    regex.compile(text)


@pytest.mark.parametrize("wrong", [None, 3, [], {}, {"capturing": []}, {"maybe": ["."]}, "(", {"or": ["."], "x": []}])
def test_wrong_json_is_an_error(wrong: object) -> None:
    with pytest.raises(ModelError):
        from_json(wrong)


def test_serialised_pages() -> None:
    made = page(
        '<div class="x">1 &lt; 2<br>two <b>words</b></div><script>var x</script><img src=a><svg><text>no</text></svg>'
    )
    serialised = serialise(made)
    assert serialised.html == (
        "<html><head><body><div>1 &lt; 2<br>two <b>words</b></div><script><img><svg></body></html>"
    )
    assert [serialised.html[start:end] for start, end in zip(serialised.starts, serialised.ends, strict=True)] == [
        *("1 &lt; 2", "two ", "words", "", ""),
    ]


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_every_leaf_has_a_span(html: str) -> None:
    made = ridgeline.parse(html)
    serialised = serialise(made)
    assert len(serialised.starts) == len(made.leaves)
    shown = [serialised.html[start:end].split() for start, end in zip(serialised.starts, serialised.ends, strict=True)]
    plain = [text.replace("\x07", "").replace("\x1b", "").replace("\ud83d", "").split() for text in made.leaf_text]
    assert shown == plain


def test_captured_text_is_kept() -> None:
    made = page("<div>Menu</div><p>One <b>two</b> three</p><p>Four</p>")
    extraction = Genetic(PARAGRAPHS).extract(made)
    assert [texts(made)[leaf] for leaf in extraction.keep] == ["One", "Four"]
    assert extraction.cleaneval == "<p>One\n\n<p>Four"
    assert Genetic(ALL_TEXT).extract(made).cleaneval == ridgeline.load("ice-baseline").extract(made).cleaneval


def test_matching_always_ends() -> None:
    html = "word " * 20_000
    started = time.process_time()
    result = match(HANGS, html, 0.2)
    assert not result.is_complete
    assert time.process_time() - started < 5
    extraction = Genetic(HANGS, timeout_seconds=0.2).extract(page(f"<p>{html}</p>"))
    assert extraction.remarks == (TIMED_OUT,)


def test_an_expression_is_saved_and_loaded(tmp_path: Path) -> None:
    Genetic(PARAGRAPHS).save(tmp_path / "model.json")
    assert Genetic.load(tmp_path / "model.json").expression == PARAGRAPHS
