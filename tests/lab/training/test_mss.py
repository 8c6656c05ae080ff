"""Training mss from gold texts."""

from pathlib import Path

import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.grouping.mss import MSS
from ridgeline.lab.training import fit
from ridgeline.lab.training.mss import fit_mss

from ...pages import page

MENU = "<nav>" + "".join(f"<a href=/{word}>{word}</a> " for word in "Home News Sport Weather Travel".split()) + "</nav>"
STORY = "The ferry {} left at nine and carried the mail to the island, as it does on every morning of the week."


def story(name: str) -> tuple[ridgeline.Page, str]:
    first, second = STORY.format(name), STORY.format("back")
    return page(f"{MENU}<p>{first}</p><p>{second}</p>{MENU}"), f"{first}\n\n{second}"


def trained() -> MSS:
    pages, gold = zip(*(story(name) for name in "Anna Berta Clara Dora Emma".split()), strict=True)
    fitted = fit("mss", pages, gold)
    assert isinstance(fitted, MSS)
    return fitted


def test_a_trained_model_finds_the_story_and_can_be_saved(tmp_path: Path) -> None:
    fitted = trained()
    unseen, text = story("Flora")
    answer = fitted.extract(unseen)
    assert answer.text == text
    assert answer.scores is not None
    assert answer.scores[answer.keep].min() > 0.5
    fitted.save(tmp_path / "model.json")
    assert MSS.load(tmp_path / "model.json").extract(unseen).text == text


def test_leaves_in_the_middle_of_the_run_are_kept() -> None:
    """A doubtful leaf between good ones, and an image; not a good leaf far away."""
    text = STORY.format("Flora")
    found = trained().extract(
        page(f"<p>{text}</p><p><a href=/x>Sport</a></p><img src=x><p>{text}</p>{MENU * 20}<p>The mail</p>")
    )
    assert found.text == f"{text}\n\nSport\n\n{text}"
    assert len(found.keep) == 4


def test_pages_without_both_classes() -> None:
    with pytest.raises(OptionError, match="both"):
        fit_mss([page("<p>only content")], ["only content"])
    with pytest.raises(OptionError, match="both"):
        fit_mss([page("<p>no content")], ["something else entirely"])
