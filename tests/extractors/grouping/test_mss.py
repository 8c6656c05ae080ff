"""Maximum subsequence segmentation: tokens, the best run, and the model that ships."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.errors import ModelError
from ridgeline.extractors.grouping.mss import BUCKETS, MSS, maximum_subsequence, tokens
from ridgeline.storage import models

from ...pages import page

STORY = "The ferry left at nine and carried the mail to the island, as it does on every morning of the week."


@given(st.lists(st.integers(-5, 5), max_size=12))
def test_the_best_run_by_trying_all(values: list[int]) -> None:
    start, end = maximum_subsequence(np.array(values, dtype=np.float64))
    best = max((sum(values[i:j]) for i in range(len(values)) for j in range(i, len(values) + 1)), default=0)
    assert sum(values[start:end]) == best


def test_tokens() -> None:
    found = tokens(page("<p>Two words <b>21</b></p><div hidden>none</div><p>新闻</p><img>"))
    # <p> two words | <b> 0 | (hidden) | <p> 新 闻 | (image)
    assert found.leaf.tolist() == [0, 0, 0, 1, 1, 3, 3, 3]
    assert found.tags[:2] == ("p", "b")
    assert found.hash[0] == found.hash[5]
    assert len(set(found.trigram.tolist())) == 8
    assert tokens(page("<b>21</b>")).hash[1] == tokens(page("<i>5</i>")).hash[1]


@pytest.mark.parametrize(
    "saved",
    [
        models.SavedModel("mss", {"prior": 0.0}),
        models.SavedModel("mss", {"prior": 0.0, "tags": {}}, {"trigrams": np.zeros(3)}),
    ],
    ids=["no tags", "too few buckets"],
)
def test_incomplete_models(saved: models.SavedModel, tmp_path: Path) -> None:
    models.save(saved, tmp_path / "model.json")
    with pytest.raises(ModelError, match="train it again"):
        MSS.load(tmp_path / "model.json")


def test_the_shipped_model_finds_a_story() -> None:
    links = "".join(f"<a href=/{word}>{word}</a> " for word in "Home News Sport Weather Travel".split())
    found = ridgeline.load("mss").extract(page(f"<nav>{links}</nav><p>{STORY}</p><p>{STORY}</p><nav>{links}</nav>"))
    assert STORY in found.text
    assert models.load_shipped("mss").arrays["trigrams"].shape == (BUCKETS,)
