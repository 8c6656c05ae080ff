"""Corrections of somebody who means harm: what they spoil is one site, and no more of it than they were asked about."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import TemplateError
from ridgeline.lab.metrics import word_score
from ridgeline.sites import KINDS, SiteFolder, Sites
from ridgeline.sites.learning import CorrectedPage, check, keep, learn

from ... import courier

STORY = range(1, 7)
LIES: dict[str, Callable[[int, random.Random], list[int]]] = {
    "nothing": lambda leaves, chance: [],
    "everything": lambda leaves, chance: list(range(leaves)),
    "all but the story": lambda leaves, chance: [leaf for leaf in range(leaves) if leaf not in STORY],
    "at random": lambda leaves, chance: sorted(chance.sample(range(leaves), leaves // 2)),
}
LEARNING = [kind for kind in KINDS if kind != "mountain-site"]  # which needs an extra, and seconds


def corrected(lie: str, number: int) -> CorrectedPage:
    """A page with a correction that is a lie."""
    own = courier.corrected(number)
    kept = LIES[lie](len(own.page.leaves), random.Random(number))
    return CorrectedPage(own.id, own.name, own.page, np.array(kept, dtype=np.int32))


def truth_of(sites: Sites | None, number: int) -> float:
    """How much of a story is found, and nothing else."""
    found = ridgeline.extract(courier.source(number), url=courier.url(number), sites=sites)
    return word_score(found.text, courier.content(number)).f1


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("kind", LEARNING)
def test_a_quarter_of_lies_does_not_spoil_a_site(kind: str, lie: str, tmp_path: Path) -> None:
    """What is learnt is not confirmed, or pages that nobody looked at are read as well as before."""
    pages = [*(corrected(lie, number) for number in range(2)), *(courier.corrected(number) for number in range(2, 8))]
    folder = SiteFolder(tmp_path)
    outcome = check(kind, pages, courier.SITE)
    if outcome.is_confirmed:
        keep(learn(kind, pages, courier.SITE), outcome, folder)
    sites = Sites.load(folder)
    for number in range(20, 24):
        assert truth_of(sites, number) >= truth_of(None, number)


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("kind", LEARNING)
def test_lies_alone_spoil_one_site_until_they_are_forgotten(kind: str, lie: str, tmp_path: Path) -> None:
    pages = [corrected(lie, number) for number in range(8)]
    folder = SiteFolder(tmp_path)
    try:
        keep(learn(kind, pages, courier.SITE), check(kind, pages, courier.SITE), folder)
    except TemplateError:  # nothing to learn
        return
    sites, html = Sites.load(folder), courier.source(20)
    for url in ("https://courier.test/", "https://example/", "https://notcourier.example/", None):
        assert ridgeline.extract(html, url=url, sites=sites).text == ridgeline.extract(html, url=url).text
    folder.forget(courier.SITE, kind)
    assert truth_of(Sites.load(folder), 20) == truth_of(None, 20)
