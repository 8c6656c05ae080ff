"""From HTML to an Extraction: what `ridgeline.extract` takes."""

import inspect
from pathlib import Path
from typing import Any

import pytest

import ridgeline
from ridgeline import Trainable
from ridgeline.errors import OptionError
from ridgeline.extractors.everything import Everything

from .pages import page


@pytest.mark.parametrize(("value", "kind"), [(None, "NoneType"), (42, "int"), (["<p>"], "list")])
def test_a_page_is_text_or_bytes(value: Any, kind: str) -> None:
    with pytest.raises(TypeError, match=rf"^a page is given as str or bytes, not as {kind}$"):
        ridgeline.extract(value)
    with pytest.raises(TypeError, match=kind):
        ridgeline.parse(value)


def test_the_help_names_every_option() -> None:
    text = inspect.getdoc(ridgeline.extract) or ""
    missing = [name for name in inspect.signature(ridgeline.extract).parameters if f"{name}:" not in text]
    assert missing == []


def test_extract_takes_a_loaded_extractor() -> None:
    assert ridgeline.extract("<p>text", extractor=Everything()).text == "text"


def test_options_go_to_the_extractor() -> None:
    html = "<h1>Title</h1><div>" + "<p>One <b>two</b> three.</p>" * 3 + "</div>"
    one = ridgeline.extract(html, extractor="rnn", blocks=1)
    assert one.keep.tolist() == ridgeline.load("rnn", blocks=1).extract(one.page).keep.tolist()
    assert len(ridgeline.extract(html, extractor="rnn", blocks=3).keep) > len(one.keep)
    # A list cannot be a key of the cache.
    assert ridgeline.extract(html, extractor="rnn", features=["text"], blocks=1).keep.tolist() == one.keep.tolist()
    with pytest.raises(OptionError, match="everything has no option 'favor'; it takes none"):
        ridgeline.extract(html, extractor="everything", favor="recall")


def test_values_of_options_are_checked_before_the_page_is_read() -> None:
    with pytest.raises(OptionError, match=r"^peak_factor is a finite number, not 'abc'$"):
        ridgeline.extract("<p>text", extractor="mountain", peak_factor="abc")
    wrong: Any = "yes"
    with pytest.raises(OptionError, match=r"^comments is True, False or None, not 'yes'$"):
        ridgeline.extract("<p>text", comments=wrong)


def test_a_model_is_read_again_each_time(tmp_path: Path) -> None:
    for words in ("harbour", "lighthouse"):
        pages = [page(f"<p>{words} office<p>{number} ferries") for number in range(6)]
        learning = ridgeline.load("content-extractor")
        assert isinstance(learning, Trainable)
        learning.fit(pages).save(tmp_path / "m.json")
        new = f"<p>{words} office<p>a new story"
        assert ridgeline.extract(new, extractor="content-extractor", model=tmp_path / "m.json").text == "a new story"


def test_an_extractor_that_is_loaded_already_takes_no_options() -> None:
    with pytest.raises(OptionError, match="everything is loaded already: give favor to `load`"):
        ridgeline.extract("<p>text", extractor=Everything(), favor="recall")
