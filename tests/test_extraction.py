"""The answer, the registry, and the public surface."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline import REGISTRY, Extraction, Trainable, extraction
from ridgeline.errors import MissingExtraError, ModelError, OptionError, UnknownExtractorError
from ridgeline.extraction import Entry
from ridgeline.extractors.everything import Everything

from .pages import AWKWARD, article, page


def test_public_surface() -> None:
    assert sorted(ridgeline.__all__) == sorted(set(ridgeline.__all__))
    for name in ridgeline.__all__:
        assert getattr(ridgeline, name) is not None


def test_keep_is_sorted_unique_and_checked() -> None:
    made = page("<p>a</p><p>b</p><p>c</p>")
    answer = Extraction(made, np.array([2, 0, 2]), "test")
    assert answer.keep.tolist() == [0, 2]
    assert answer.keep.dtype == np.int32
    assert bool(answer)
    assert not Extraction(made, np.array([], dtype=np.int32), "test")
    for wrong in ([3], [-1]):
        with pytest.raises(ValueError, match="does not have"):
            Extraction(made, np.array(wrong), "test")


def test_everything_keeps_what_is_visible() -> None:
    answer = ridgeline.extract(AWKWARD["article"], extractor="everything")
    assert answer.text.startswith("Home\n\nThe ferry\n\nThe morning ferry")
    assert answer.extractor == "everything"
    assert ridgeline.extract(AWKWARD["only hidden text"], extractor="everything").text == ""


def test_extract_takes_an_extractor_too() -> None:
    assert ridgeline.extract("<p>text", extractor=Everything()).text == "text"


def test_options_go_to_the_extractor() -> None:
    html = "<h1>Title</h1><div>" + "<p>One <b>two</b> three.</p>" * 3 + "</div>"
    one = ridgeline.extract(html, extractor="rnn", blocks=1)
    assert one.keep.tolist() == ridgeline.load("rnn", blocks=1).extract(one.page).keep.tolist()
    assert len(ridgeline.extract(html, extractor="rnn", blocks=3).keep) > len(one.keep)
    # A list cannot be a key of what was made before.
    assert ridgeline.extract(html, extractor="rnn", features=["text"], blocks=1).keep.tolist() == one.keep.tolist()
    with pytest.raises(OptionError, match="everything does not take these options"):
        ridgeline.extract(html, extractor="everything", favor="recall")


def test_a_model_is_read_anew(tmp_path: Path) -> None:
    for words in ("harbour", "lighthouse"):
        pages = [page(f"<p>{words} office<p>{number} ferries") for number in range(6)]
        learning = ridgeline.load("content-extractor")
        assert isinstance(learning, Trainable)
        learning.fit(pages).save(tmp_path / "m.json")
        new = f"<p>{words} office<p>a new story"
        assert ridgeline.extract(new, extractor="content-extractor", model=tmp_path / "m.json").text == "a new story"


def test_options_of_an_extractor_that_is_made_already() -> None:
    with pytest.raises(OptionError, match="everything is made already: give favor to `load`"):
        ridgeline.extract("<p>text", extractor=Everything(), favor="recall")


def test_unknown_names_are_an_error_with_a_hint() -> None:
    with pytest.raises(UnknownExtractorError, match="did you mean 'everything'"):
        ridgeline.load("everthing")
    with pytest.raises(UnknownExtractorError, match="there are: summit, everything"):
        ridgeline.load("zzz")


def test_wrong_options_are_an_error() -> None:
    with pytest.raises(OptionError, match="everything does not take these options"):
        ridgeline.load("everything", threshold=1)


@pytest.mark.parametrize("name", [name for name, entry in REGISTRY.items() if entry.needs_model])
def test_what_learns_first_is_fitted_after_it_is_loaded(name: str, tmp_path: Path) -> None:
    unfitted = ridgeline.load(name)
    with pytest.raises(ModelError, match="fit"):
        unfitted.extract(article(0))
    with pytest.raises(ModelError, match="there is no model"):
        ridgeline.load(name, model=tmp_path / "none.json")
    assert isinstance(unfitted, Trainable)
    pages = [article(number) for number in range(6)]
    unfitted.fit(pages, ["\n".join(page.leaf_text[3:-1]) for page in pages]).save(tmp_path / "m.json")
    again = ridgeline.load(name, model=tmp_path / "m.json")
    np.testing.assert_array_equal(again.extract(article(9)).keep, unfitted.extract(article(9)).keep)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extraction.REGISTRY, "far", Entry("not_there:Far", "needs more", needs="render"))
    with pytest.raises(MissingExtraError, match=r'pip install "ridgeline\[render\]"'):
        ridgeline.load("far")


def test_the_default_is_registered() -> None:
    assert ridgeline.DEFAULT_EXTRACTOR in REGISTRY
