"""Reasons, comparisons and the mountain of a stored page."""

import pytest
from starlette.testclient import TestClient

from ridgeline.service.pages.work.comparison import PRESETS

from ..serving import problem
from .stories import ask, store


@pytest.fixture(scope="module")
def page(studio: TestClient) -> str:
    return store(studio, 40)


def test_summit_says_why(studio: TestClient, page: str) -> None:
    keep = ask(studio, f"/v1/pages/{page}/extraction")["keep"]
    kept = ask(studio, f"/v1/pages/{page}/why", leaf=keep[2])
    dropped = ask(studio, f"/v1/pages/{page}/why", leaf=0)
    assert (kept["kept"], dropped["kept"], dropped["text"]) == (True, False, "Home")
    assert kept["probability"] > 0.5 > dropped["probability"]
    assert sum(reason["effect"] for reason in kept["reasons"]) > 0 > sum(r["effect"] for r in dropped["reasons"])
    ranks = [(reason["name"] in ("word", "heading"), -abs(reason["effect"])) for reason in kept["reasons"]]
    assert ranks == sorted(ranks)  # what the structure says leads
    assert all(" " in reason["words"] for reason in kept["reasons"])


@pytest.mark.parametrize(
    ("extractor", "names"),
    [
        ("mountain", {"L", "P", "S", "V", "A", "score", "smoothed", "primary_threshold", "ridge"}),
        ("kfeature", {"path", "desired", "count_text"}),
        ("ice-heuristic", {"method"}),
        ("ice-tree", {"score"}),
    ],
)
def test_papers_have_their_own_reasons(studio: TestClient, page: str, extractor: str, names: set[str]) -> None:
    why = ask(studio, f"/v1/pages/{page}/why", leaf=3, extractor=extractor)
    assert names <= {reason["name"] for reason in why["reasons"]}
    assert why["probability"] is None


def test_a_leaf_that_is_not_there(studio: TestClient, page: str) -> None:
    assert problem(studio.get(f"/v1/pages/{page}/why?leaf=5000")) == "422 invalid-option"
    assert problem(studio.get(f"/v1/pages/{page}/why?leaf=-1")) == "422 invalid-request"


def test_extractors_are_compared(studio: TestClient, page: str) -> None:
    found = ask(studio, f"/v1/pages/{page}/compare", extractors="summit,everything,mountain-site,fast-template")
    summit, everything, site, template = found["answers"]
    assert summit["only"] == []
    assert set(everything["only"]) == set(everything["keep"]) - set(summit["keep"])
    assert everything["words"] > summit["words"] > 0
    assert 0 < everything["only_words"] <= everything["words"] - summit["words"]  # a © is counted, and is no word
    assert "ridgeline train mountain-site" in site["unavailable"]
    assert "no template of example.org" in template["unavailable"]
    [pair] = found["agreement"]
    assert (pair["first"], pair["second"]) == ("summit", "everything")
    assert 0.5 < pair["word_f1"] < 1
    assert found["presets"] == {name: list(extractors) for name, extractors in PRESETS.items()}


def test_a_preset_can_be_named(studio: TestClient, page: str) -> None:
    found = ask(studio, f"/v1/pages/{page}/compare", extractors="default and papers")
    assert [answer["extractor"] for answer in found["answers"]] == list(PRESETS["default and papers"])
    assert len(found["agreement"]) == 6


@pytest.mark.parametrize("names", ["", "summit,nothing", ",".join(f"e{n}" for n in range(20))])
def test_wrong_extractors(studio: TestClient, page: str, names: str) -> None:
    assert studio.get(f"/v1/pages/{page}/compare", params={"extractors": names}).status_code == 422


def test_the_mountain(studio: TestClient, page: str) -> None:
    found = ask(studio, f"/v1/pages/{page}/mountain")
    extraction = ask(studio, f"/v1/pages/{page}/extraction", extractor="mountain")
    positions = [cell["position"] for cell in found["cells"]]
    assert positions == sorted(set(positions))
    assert positions[-1] < found["length"]
    primary = [
        leaf
        for ridge in found["ridges"]
        if ridge["primary"]
        for cell in found["cells"]
        if ridge["first"] <= cell["position"] <= ridge["last"]
        for leaf in cell["leaves"]
    ]
    assert sorted(primary) == extraction["keep"]
    assert found["peak_threshold"] == pytest.approx(3 * found["primary_threshold"], abs=1e-3)
