"""Extraction, and the public surface."""

import numpy as np
import pytest

import ridgeline
from ridgeline import Extraction
from ridgeline.output import FORMATS
from ridgeline.output.outline import Outline

from .pages import AWKWARD, page


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
