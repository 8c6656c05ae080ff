"""What every registered extractor promises, on pages that are awkward."""

import numpy as np
import pytest

import ridgeline
from ridgeline import REGISTRY, Extractor, Trainable
from ridgeline.lab.training import fit
from ridgeline.output import FORMATS

from .browsers import need_browser
from .pages import AWKWARD, CARRYING, article


@pytest.fixture(scope="module", params=sorted(REGISTRY))
def extractor(request: pytest.FixtureRequest) -> Extractor:
    """As it is loaded; one that has to learn a site first learns a small one."""
    if REGISTRY[request.param].needs == "render":
        need_browser()
    made = ridgeline.load(request.param)
    if REGISTRY[request.param].fitted_by is not None:
        pages = [article(number) for number in range(6)]
        if isinstance(made, Trainable):
            return made.fit(pages)
        return fit(request.param, pages, ["\n".join(page.leaf_text[3:-1]) for page in pages])
    return made


def test_it_is_an_extractor_of_its_name(extractor: Extractor) -> None:
    assert isinstance(extractor, Extractor)
    assert REGISTRY[extractor.name].summary


PAGES = AWKWARD | CARRYING


@pytest.mark.parametrize("html", PAGES.values(), ids=PAGES.keys())
def test_contract(extractor: Extractor, html: str) -> None:
    page = ridgeline.parse(html, url="https://example.org/page")
    answer = extractor.extract(page)
    assert answer.page is page  # never another one, whatever data it carries
    assert answer.extractor == extractor.name
    # only leaves of the page, in order
    assert answer.keep.tolist() == sorted(set(answer.keep.tolist()) & set(range(len(page.leaves))))
    if answer.scores is not None:
        assert answer.scores.shape == page.leaves.shape
        assert np.isfinite(answer.scores).all()
    # deterministic
    assert np.array_equal(extractor.extract(page).keep, answer.keep)
    # every format can be written
    for format in FORMATS:
        answer.write(format).encode()


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_bytes_and_text_give_the_same(extractor: Extractor, html: str) -> None:
    data = html.encode("utf-8", "replace")
    same = ridgeline.parse(data.decode())
    assert extractor.extract(ridgeline.parse(data, charset="utf-8")).text == extractor.extract(same).text
