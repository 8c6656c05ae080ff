"""The thresholds of `ice-elaborate` and `ice-lm`, chosen by the CleanEval score."""

from pathlib import Path

import pytest

from ridgeline.errors import OptionError
from ridgeline.extractors.ice.elaborate import Elaborate
from ridgeline.extractors.ice.language_model import LanguageModel
from ridgeline.lab.metrics import cleaneval_score
from ridgeline.lab.training.ice.thresholds import ELABORATE_CANDIDATES, fit_elaborate, fit_language_model

from .pages import pages_with_gold


def test_elaborate_is_trained_saved_and_loaded(tmp_path: Path) -> None:
    pages, gold = pages_with_gold(3)
    trained = fit_elaborate(pages, gold)
    assert 0 <= trained.threshold < 1
    trained.save(tmp_path / "model.json")
    assert Elaborate.load(tmp_path / "model.json").threshold == trained.threshold
    assert trained.extract(pages[0]).cleaneval == gold[0].replace("<l>* ", "<l>")


def test_no_candidate_has_a_better_mean_score() -> None:
    pages, gold = pages_with_gold(3)

    def total(threshold: float) -> float:
        extractor = Elaborate(threshold)
        texts = [extractor.extract(page).cleaneval for page in pages]
        return sum(cleaneval_score(text, wanted).combined for text, wanted in zip(texts, gold, strict=True))

    best = max(map(total, ELABORATE_CANDIDATES))
    assert fit_elaborate(pages, gold).threshold == next(each for each in ELABORATE_CANDIDATES if total(each) == best)


def test_a_language_model_is_trained_saved_and_loaded(tmp_path: Path) -> None:
    trained = fit_language_model(*pages_with_gold(3), discount=0.5, direction="query")
    trained.save(tmp_path / "model.json")
    again = LanguageModel.load(tmp_path / "model.json")
    assert (again.threshold, again.discount, again.direction) == (trained.threshold, 0.5, "query")


def test_every_page_needs_a_gold_text() -> None:
    pages, gold = pages_with_gold(2)
    for wrong in ([], gold[:1]):
        with pytest.raises(OptionError, match="gold text"):
            fit_elaborate(pages, wrong)
    with pytest.raises(OptionError, match="gold text"):
        fit_language_model([], [])
