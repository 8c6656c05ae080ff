"""The registry: extractors loaded by name."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline import REGISTRY, Trainable, parameters, registry
from ridgeline.errors import MissingExtraError, ModelError, OptionError, UnknownExtractorError, how_to_install
from ridgeline.lab.training import fit
from ridgeline.registry import Entry

from .pages import article


def test_unknown_names_are_an_error_with_a_hint() -> None:
    with pytest.raises(UnknownExtractorError, match="did you mean 'everything'"):
        ridgeline.load("everthing")
    with pytest.raises(UnknownExtractorError, match="there are: summit, everything"):
        ridgeline.load("zzz")


def test_wrong_options_are_an_error() -> None:
    with pytest.raises(OptionError, match="everything has no option 'threshold'; it takes none"):
        ridgeline.load("everything", threshold=1)


@pytest.mark.parametrize(
    ("name", "option", "value", "expected"),
    [
        ("mountain", "peak_factor", "abc", "a finite number"),
        ("mountain", "alpha", [1, 2], "a finite number"),
        ("mountain", "beta", float("nan"), "a finite number"),
        ("mountain", "alpha", 10**400, "a finite number"),
        ("mountain", "gamma", 0, "a positive number, or None"),
        ("mountain", "span_window", 2.5, "a whole number from 0"),
        ("mountain", "smoothing_window", 4, "an odd whole number from 1"),
        ("mountain", "cell_threshold", True, "a whole number from 1"),
        ("ice-lm", "threshold", "foo", "a finite number"),
        ("ice-lm", "discount", 1, "a number between 0 and 1"),
        ("ice-lm", "direction", ["block"], "query or block"),
        ("ice-elaborate", "threshold", float("inf"), "a finite number"),
        ("ice-heuristic", "lines", [], "shown or source"),
        ("kfeature", "clusters", True, "a whole number above zero"),
        ("kfeature", "seed", -1, "a whole number from 0"),
        ("content-extractor", "min_pages", "2", "2 or more, a whole number"),
        ("fast-template", "drift", "x", "a share from 0 to 1"),
        ("fast-template", "then", "sumit", "the name of an extractor"),
        ("fast-template", "fallback", "sumit", "the name of an extractor"),
        ("fast-template", "store", 5, "the path of a file"),
        ("style-tree", "threshold", "x", "a number from 0 to 1"),
        ("summit", "favor", ["recall"], "one of precision, balanced, recall"),
    ],
)
def test_values_of_options_are_checked_when_the_extractor_is_made(
    name: str, option: str, value: Any, expected: str
) -> None:
    with pytest.raises(OptionError) as caught:
        ridgeline.load(name, **{option: value})
    assert str(caught.value).startswith(f"{option} is {expected}")
    assert str(caught.value).endswith(f", not {value!r:.40}")


@pytest.mark.parametrize("name", ["feature", "content-extractor"])
def test_tags_are_one_name_or_several(name: str) -> None:
    assert ridgeline.load(name, tags="div")
    for wrong in (5, [1], ["DIV"], [""]):
        with pytest.raises(OptionError, match="tag name"):
            ridgeline.load(name, tags=wrong)


@pytest.mark.parametrize(
    ("name", "option"),
    [("mountain", "classifier"), ("ice-tree", "tree"), ("fast-template", "templates"), ("feature", "rules")],
)
def test_objects_cannot_be_given_as_text(name: str, option: str) -> None:
    with pytest.raises(OptionError, match=f"^{option} (is|are) .* for Python alone"):
        ridgeline.load(name, **{option: "abc"})


def test_numbers_of_numpy_are_numbers() -> None:
    parameters.check_number("threshold", np.float32(0.5))
    parameters.check_number("blocks", np.int64(3), whole=True)
    with pytest.raises(OptionError, match=r"^threshold is a finite number, not nan$"):
        parameters.check_number("threshold", float("nan"))


@pytest.mark.parametrize("name", [name for name, entry in REGISTRY.items() if entry.needs_model])
def test_an_extractor_that_needs_a_model_is_fitted_after_it_is_loaded(name: str, tmp_path: Path) -> None:
    unfitted = ridgeline.load(name)
    with pytest.raises(ModelError, match="fit"):
        unfitted.extract(article(0))
    with pytest.raises(ModelError, match="there is no model"):
        ridgeline.load(name, model=tmp_path / "none.json")
    pages = [article(number) for number in range(6)]
    fitted: Any  # `save` is no part of the Extractor protocol
    if isinstance(unfitted, Trainable):
        fitted = unfitted.fit(pages)
    else:
        fitted = fit(name, pages, ["\n".join(page.leaf_text[3:-1]) for page in pages])
    fitted.save(tmp_path / "m.json")
    again = ridgeline.load(name, model=tmp_path / "m.json")
    np.testing.assert_array_equal(again.extract(article(9)).keep, fitted.extract(article(9)).keep)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.REGISTRY, "far", Entry("not_there:Far", "needs more", needs="render"))
    with pytest.raises(MissingExtraError, match=re.escape(how_to_install("render"))):
        ridgeline.load("far")


def test_the_default_is_registered() -> None:
    assert ridgeline.DEFAULT_EXTRACTOR in REGISTRY
