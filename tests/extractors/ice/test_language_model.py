"""Language models calculated by hand, and the blocks they keep."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.ice.language_model import NO_QUERY, LanguageModel, divergences

from ...pages import page
from .pages import SENTENCES

WORDS = st.lists(st.sampled_from(["ferry", "mail", "coat", "home"]), max_size=6)


def model(words: list[str], collection: dict[str, float], discount: float) -> dict[str, float]:
    """Return the model of a text by the formula of absolute discounting."""
    return {
        word: max(words.count(word) - discount, 0) / len(words) + discount * len(set(words)) / len(words) * share
        for word, share in collection.items()
    }


def by_hand(
    query: list[str], blocks: list[list[str]], discount: float, direction: str, beside: list[str] | None = None
) -> list[float]:
    every = [*(query if beside is None else beside), *(word for block in blocks for word in block)]
    collection = {word: every.count(word) / len(every) for word in every}
    answer = []
    for block in blocks:
        if not block:
            answer.append(math.inf)
            continue
        first, second = model(query, collection, discount), model(block, collection, discount)
        if direction == "block":
            first, second = second, first
        answer.append(sum(first[word] * math.log(first[word] / second[word]) for word in collection))
    return answer


@given(WORDS.filter(bool), st.lists(WORDS, min_size=1, max_size=4), st.sampled_from([0.1, 0.7]))
@pytest.mark.parametrize("direction", ["query", "block"])
def test_divergences(direction: str, query: list[str], blocks: list[list[str]], discount: float) -> None:
    found = divergences(query, blocks, discount, direction)
    assert found.tolist() == pytest.approx(by_hand(query, blocks, discount, direction), abs=1e-9)
    assert (found > -1e-9).all()


@pytest.mark.parametrize("direction", ["query", "block"])
def test_headings_count_once_in_the_collection(direction: str) -> None:
    title, heading, text = ["ferry"], ["ferry", "mail"], ["the", "mail", "goes"]
    expected = by_hand([*title, *heading], [heading, text], 0.7, direction, beside=title)
    found = divergences([*title, *heading], [heading, text], direction=direction, beside_blocks=title)
    assert found.tolist() == pytest.approx(expected)
    made = page("<h1>Ferry mail</h1><p>The mail goes.</p>", head="<title>Ferry</title>")
    scores = LanguageModel(1.0, direction=direction).extract(made).scores
    assert scores is not None
    assert scores.tolist() == pytest.approx(np.exp(-np.abs(expected)).tolist())


def test_similar_words_have_a_small_divergence() -> None:
    near, far = divergences(["ferry", "mail"], [["ferry", "mail", "mail"], ["coat", "home"]])
    assert near < far


def test_blocks_like_the_title_are_kept() -> None:
    made = page("<h1>The ferry</h1><p>The ferry goes.</p><p>Buy shoes now</p>", head="<title>The ferry</title>")
    threshold = float(
        np.mean(divergences("the ferry the ferry".split(), [["the", "ferry", "goes"], ["buy", "shoes", "now"]]))
    )
    assert LanguageModel(threshold).extract(made).cleaneval == "<h>The ferry\n\n<p>The ferry goes."
    assert LanguageModel(99.0).extract(made).cleaneval.count("<p>") == 2
    assert not LanguageModel(0.0).extract(made)


@pytest.mark.parametrize(
    ("head", "body", "has_query"),
    [
        ("<title>Ferry</title>", "", True),
        ('<meta name="Keywords" content="ferry, mail">', "", True),
        ('<meta name="description" content="ferry">', "", False),
        ("", "<h3>Ferry</h3>", True),
        ("<title> - </title>", "<h1><img src=x></h1>", False),
    ],
)
def test_without_a_query_every_block_is_kept_with_a_remark(head: str, body: str, has_query: bool) -> None:
    made = page(f"{body}<p>{SENTENCES[0]}</p><div>Menu</div>", head=head)
    answer = LanguageModel(0.0).extract(made)
    assert answer.remarks == (() if has_query else (NO_QUERY,))
    if not has_query:
        baseline = ridgeline.load("ice-baseline").extract(made)
        assert answer.cleaneval == baseline.cleaneval
        assert answer.keep.tolist() == baseline.keep.tolist()


def test_chinese_words_are_characters() -> None:
    made = page("<h1>灯塔</h1><p>灯塔亮了</p><p>购买鞋子</p>")
    scores = LanguageModel(1.0).extract(made).scores
    assert scores is not None
    assert scores[1] > scores[2]


def test_a_threshold_is_saved_and_loaded_with_its_options(tmp_path: Path) -> None:
    LanguageModel(2.5, discount=0.5, direction="query").save(tmp_path / "model.json")
    again = LanguageModel.load(tmp_path / "model.json")
    assert (again.threshold, again.discount, again.direction) == (2.5, 0.5, "query")


@pytest.mark.parametrize("options", [{"discount": 0.0}, {"discount": 1.0}, {"direction": "both"}])
def test_wrong_options_are_errors(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        LanguageModel(1.0, **options)  # type: ignore[arg-type]
