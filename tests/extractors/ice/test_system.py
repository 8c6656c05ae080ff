"""The text of scripts, which strippers of tags kept: all six systems can count it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.ice.system import with_scripts
from ridgeline.lab.training import fit
from ridgeline.registry import REGISTRY

from .pages import article

SYSTEMS = [name for name in REGISTRY if name.startswith("ice-")]
CODE = "if the page is old then show a frame with every link that it had before"
SOURCE = (
    "<html><head><title>Old frames</title></head><body><h1>Frames of old</h1>"
    f"<p>One sentence about the frames, and the links that they had, is here.</p><script>\n{CODE}\n\nx\n</script>"
    "<p hidden>Hidden words.</p><p>Another sentence about it, and one more, ends the page for all of us.</p>"
)


@pytest.mark.parametrize("name", SYSTEMS)
def test_code_is_marked_up_but_never_kept(name: str) -> None:
    page = ridgeline.parse(SOURCE)
    without, counted = (ridgeline.load(name, scripts=scripts).extract(page) for scripts in (False, True))
    assert counted.page is page
    assert CODE not in without.cleaneval
    assert CODE not in counted.text
    assert (counted.scores is None) == (without.scores is None)
    if counted.scores is not None:
        assert len(counted.scores) == len(page.leaves)


@pytest.mark.parametrize(
    ("name", "segment"),
    [("ice-baseline", f"<p>{CODE} x"), ("ice-heuristic", f"<p>{CODE}\n"), ("ice-ga", f"<p>{CODE} x")],
)
def test_code_has_the_lines_of_the_source(name: str, segment: str) -> None:
    page = ridgeline.parse(SOURCE)
    counted = ridgeline.load(name, scripts=True).extract(page)
    assert segment in counted.cleaneval
    np.testing.assert_array_equal(counted.keep, ridgeline.load(name).extract(page).keep)


def test_the_nodes_stay() -> None:
    page = ridgeline.parse(SOURCE)
    shown = with_scripts(page)
    assert len(shown) == len(page)
    assert len(shown.leaves) == len(page.leaves) + 1
    assert set(page.leaves.tolist()) < set(shown.leaves.tolist())
    assert shown.title == page.title


@pytest.mark.parametrize("name", ["ice-elaborate", "ice-lm", "ice-tree"])
def test_models_remember_what_they_were_trained_with(name: str, tmp_path: Path) -> None:
    bodies, gold = zip(*map(article, range(3)), strict=True)
    trained: Any = fit(name, [ridgeline.parse(body) for body in bodies], gold, scripts=True)
    trained.save(tmp_path / "model.json")
    again: Any = ridgeline.load(name, model=tmp_path / "model.json")
    assert again.scripts
    assert not ridgeline.load(name, model=tmp_path / "model.json", scripts=False).scripts  # type: ignore[attr-defined]


def test_a_wrong_value() -> None:
    with pytest.raises(OptionError, match=r"^scripts is True or False, not 'yes'$"):
        ridgeline.load("ice-baseline", scripts="yes")
