"""The registry: extractors loaded by name."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline import REGISTRY, Trainable, registry
from ridgeline.errors import MissingExtraError, ModelError, OptionError, UnknownExtractorError
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
    with pytest.raises(MissingExtraError, match=r'pip install "ridgeline\[render\]"'):
        ridgeline.load("far")


def test_the_default_is_registered() -> None:
    assert ridgeline.DEFAULT_EXTRACTOR in REGISTRY
