"""Extraction, and the public surface."""

import numpy as np
import pytest

import ridgeline
from ridgeline import Extraction
from ridgeline.output import FORMATS, max_leaves
from ridgeline.output.outline import Outline

from ..pages import AWKWARD, page


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


def test_formats_and_outline_are_made_once() -> None:
    answer = ridgeline.extract(AWKWARD["article"], extractor="everything")
    for name in FORMATS:
        assert getattr(answer, name) is getattr(answer, name)
        assert getattr(answer, name) == answer.write(name)
    assert isinstance(answer.outline, Outline)
    assert answer.outline is answer.outline


def test_a_page_that_was_parsed_has_no_carrier() -> None:
    answer = ridgeline.extract("<p>text", extractor="everything")
    assert answer.carrier is None
    assert answer.original_page is answer.page


def test_what_limits_cut_is_said() -> None:
    """An article after more lines than the networks are shown, and more leaves than an outline has."""
    menu = "".join(f"<li><a href=/{number}>Entry {number}</a>" for number in range(21_000))
    assert ridgeline.extract(f"<ul>{menu}</ul><article><h1>Harbour</h1><p>It was quiet that morning.").cuts == {"lines"}
    long = ridgeline.extract("<table>" + ("<tr>" + "<td>a" * 1_000) * 60, extractor="everything")
    assert long.cuts == {"outline"}
    assert long.text.split() == ["a"] * 60_000
    assert len(long.markdown.replace("|", " ").replace("-", " ").split()) == max_leaves(long.page) < 60_000
    assert ridgeline.extract("<p>a").cuts == frozenset()
