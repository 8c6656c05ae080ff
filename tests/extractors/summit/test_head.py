"""Heads on summit's networks: signs of lines, and their weights."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.summit import Summit
from ridgeline.extractors.summit.head import Head, signs_of

from ...pages import AWKWARD, article, page
from .readings import lines_of

HEAD = Head({"div.story": -9.0, "div.foot": 9.0}, pages=2, site="example.org")


def test_the_signs_of_a_line() -> None:
    lines = lines_of(page('<div id=post-12 class="b a7"><ul><li><h2>Ferry 9</h2></li></ul></div>'))
    (signs,) = signs_of(lines)
    assert signs == (
        *("h2", "li", "ul", "div#post-0.a0.b", "body"),
        *("h2 < li", "h2 < li < ul < div#post-0.a0.b"),
        '"ferry 0"',
    )


def test_a_head_overrides_the_networks() -> None:
    own = article(3)
    before, after = Summit().extract(own), Summit(head=HEAD).extract(own)
    assert "Copyright" not in before.text
    assert after.text == "Copyright of the harbour office. All rights reserved."


def test_a_head_without_known_signs_changes_nothing() -> None:
    own = article(3)
    assert Summit(head=Head({"div.other": 9.0})).extract(own).text == Summit().extract(own).text


def test_an_adapted_extractor_is_another_one() -> None:
    plain = Summit(favor="precision")
    adapted = plain.adapted(HEAD)
    assert "Copyright" in adapted.extract(article(3)).text
    assert "Copyright" not in plain.extract(article(3)).text


def test_it_is_saved_as_readable_json(tmp_path: Path) -> None:
    path = tmp_path / "head.json"
    HEAD.save(path)
    text = path.read_text(encoding="utf-8")
    assert text.index("div.foot") < text.index("div.story")  # signs of content first
    assert Head.load(path).as_dict() == HEAD.as_dict()
    for head in (path, str(path)):
        assert "Copyright" in ridgeline.load("summit", head=head).extract(article(3)).text


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "head.json"
    HEAD.save(path)
    html = article(3).source
    assert "Copyright" in ridgeline.extract(html, head=str(path)).text
    Head({}).save(path)
    assert "Copyright" not in ridgeline.extract(html, head=str(path)).text


@pytest.mark.parametrize(
    "change",
    [{"weights": None}, {"weights": {"p": "x"}}, {"weights": {"p": float("inf")}}, {"base": None}, {"pages": "many"}],
)
def test_a_damaged_file(change: dict[str, Any], tmp_path: Path) -> None:
    import json

    path = tmp_path / "head.json"
    path.write_text(json.dumps({"extractor": "summit-head", "format": 2} | HEAD.as_dict() | change))
    with pytest.raises(ModelError, match="incomplete or damaged: learn the site again"):
        Head.load(path)


def test_what_is_no_head() -> None:
    with pytest.raises(OptionError, match="head is a file that"):
        Summit(head=3)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="there is no model"):
        Summit(head="nowhere.json")


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(html: str) -> None:
    own = page(html)
    answer = Summit(head=Head({"p": 3.0, "div": -3.0}, base=0.5, bias=0.1)).extract(own)
    assert answer.scores is None or np.isfinite(answer.scores).all()
