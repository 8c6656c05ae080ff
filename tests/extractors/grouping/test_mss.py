"""Maximum subsequence segmentation."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import models
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.grouping import mss
from ridgeline.extractors.grouping.mss import MSS, maximum_subsequence, tokens

from ...pages import page

MENU = "<nav>" + "".join(f"<a href=/{word}>{word}</a> " for word in "Home News Sport Weather Travel".split()) + "</nav>"
STORY = "The ferry {} left at nine and carried the mail to the island, as it does on every morning of the week."


def story(name: str) -> tuple[ridgeline.Page, str]:
    first, second = STORY.format(name), STORY.format("back")
    return page(f"{MENU}<p>{first}</p><p>{second}</p>{MENU}"), f"{first}\n\n{second}"


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


def test_it_learns_and_remembers(tmp_path: Path) -> None:
    pages, gold = zip(*(story(name) for name in "Anna Berta Clara Dora Emma".split()), strict=True)
    fitted = MSS().fit(pages, gold)
    unseen, text = story("Flora")
    answer = fitted.extract(unseen)
    assert answer.text == text
    assert answer.scores is not None
    assert answer.scores[answer.keep].min() > 0.5
    fitted.save(tmp_path / "model.json")
    assert MSS.load(tmp_path / "model.json").extract(unseen).text == text


def test_what_stands_in_the_middle_is_kept() -> None:
    """A doubtful leaf between good ones, and an image; not a good one far away."""
    pages, gold = zip(*(story(name) for name in "Anna Berta Clara Dora Emma".split()), strict=True)
    fitted = MSS().fit(pages, gold)
    text = STORY.format("Flora")
    found = fitted.extract(
        page(f"<p>{text}</p><p><a href=/x>Sport</a></p><img src=x><p>{text}</p>{MENU * 20}<p>The mail</p>")
    )
    assert found.text == f"{text}\n\nSport\n\n{text}"
    assert len(found.keep) == 4


def test_what_cannot_be_learnt_from(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="gold texts"):
        MSS().fit([page("x")])
    with pytest.raises(OptionError, match="both"):
        MSS().fit([page("<p>only content")], ["only content"])
    models.save(models.SavedModel("mss", {"prior": 0.0}), tmp_path / "model.json")
    with pytest.raises(ModelError, match="train it again"):
        MSS.load(tmp_path / "model.json")
    models.save(
        models.SavedModel("mss", {"prior": 0.0, "tags": {}}, {"trigrams": np.zeros(3)}), tmp_path / "model.json"
    )
    with pytest.raises(ModelError, match="train it again"):
        MSS.load(tmp_path / "model.json")


def test_what_ships_finds_a_story() -> None:
    unseen, text = story("Flora")
    found = ridgeline.load("mss").extract(unseen)
    assert text.split("\n\n")[0] in found.text
    assert models.load_shipped("mss").arrays["trigrams"].shape == (mss.BUCKETS,)
