"""`ridgeline train grouping` and `ridgeline study grouping`."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ridgeline.errors import how_to_install
from ridgeline.render import LAYOUTS_VARIABLE, LayoutStore, layout_of
from ridgeline.storage import models

from ..layouts import laid_out
from .test_cli import Shell, shell

__all__ = ["shell"]  # a fixture

WORDS = "harbour lamp winter ferry letter island morning school captain village stone weather".split()


def body(number: int) -> str:
    text = " ".join(WORDS[(number + place) % len(WORDS)] for place in range(40))
    links = "".join(f'<a href=/{n} data-box="0 {n * 30} 90 {n * 30 + 20}">Link {n}</a>' for n in range(9))
    return (
        f'<nav data-box="0 0 100 300">{links}</nav><main data-box="150 0 850 {700 + number}">'
        f'<p data-box="150 0 850 300">{text}</p><p data-box="150 300 850 {700 + number}">{text[::-1]}</p></main>'
        f'<footer data-box="0 900 1000 950"><a href=/ data-box="0 900 90 950">Imprint</a></footer>'
    )


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data set whose layouts are in a folder: no browser is needed."""
    monkeypatch.delenv(LAYOUTS_VARIABLE, raising=False)
    rows = []
    store = LayoutStore(tmp_path / "layouts")
    for number in range(8):
        page = laid_out(body(number))
        store.put(page, layout_of(page))
        gold = "\n\n".join(text for text in page.leaf_text if len(text) > 20)
        row = {"id": str(number), "html": page.source, "text": gold, "site": f"site{number}.example"}
        rows.append(row | {"type": "article" if number % 2 else "forum"})
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def test_train(shell: Shell, data: Path, tmp_path: Path) -> None:
    """The folder of the models is made."""
    ran = shell("train", "grouping", "--data", "own.jsonl", "--output", "new/weights", "--layouts", "layouts")
    assert (ran.code, ran.err) == (0, "")
    mss = "new/weights/mss.json and new/weights/mss.bin, which belong together"
    assert ran.out == f"trained on 8 pages: new/weights/grouping.json, {mss}\n"
    saved = models.load(tmp_path / "new" / "weights" / "grouping.json", "grouping")
    assert saved.manifest["trained_on"] == ["own.jsonl"]
    assert saved.manifest["pages"] == 8
    assert {part["kind"] for part in saved.manifest["learnt"]} == {
        "logistic regression",
        "linear support vector machine",
    }
    assert models.load(tmp_path / "new" / "weights" / "mss.json", "mss").manifest["trained_on"] == ["own.jsonl"]


def test_study(shell: Shell, data: Path, tmp_path: Path) -> None:
    ran = shell("study", "grouping", "-d", "own.jsonl", "--layouts", "layouts", "--folds", "4", "-o", "figures")
    assert ran.code == 0
    lines = [line.split() for line in ran.out.splitlines()]
    clg = next(line for line in lines if line[:1] == ["clg"])
    assert float(clg[3]) > 0.9
    assert "means over 8 pages" in ran.out
    assert "clg, projection overlap ratio" in ran.out
    names = {path.name for path in (tmp_path / "figures").iterdir()}
    assert names == {"figure-11.svg", "figure-13.svg", "figure-14.svg", "figure-15.svg", "study.json"}
    report = json.loads((tmp_path / "figures" / "study.json").read_text())
    assert report["methods"]["clg"]["area"]["f1"] == pytest.approx(float(clg[3]), abs=1e-4)
    assert set(report["methods"]["mss"]["area_f1_by_type"]) == {"article", "forum"}


def test_the_study_ends_with_its_budget(shell: Shell, data: Path) -> None:
    line = "study grouping -d own.jsonl --layouts layouts --folds 2 --no-sweep --budget"
    ran = shell(*line.split(), "0.000001")
    assert (ran.code, ran.out) == (2, "")  # one page cannot be divided into two folds
    assert "8 pages: about" in ran.err
    assert "rendering: the budget is over" in ran.err
    ran = shell(*line.split(), "1000")
    assert "means over 8 pages" in ran.out
    assert "the budget is over" not in ran.err


def test_study_without_the_sweep(shell: Shell, data: Path) -> None:
    ran = shell("study", "grouping", "-d", "own.jsonl", "--layouts", "layouts", "--folds", "2", "--no-sweep")
    assert ran.code == 0
    assert "projection overlap" not in ran.out


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("train grouping -d own.jsonl -o own.jsonl --layouts layouts", 1, "own.jsonl: a file, not a folder"),
        ("train grouping -d own.jsonl -o own.jsonl/in --layouts layouts", 1, "own.jsonl/in: cannot be made a folder"),
        ("train grouping -d missing.jsonl -o .", 1, "missing.jsonl"),
        ("train grouping -d own.jsonl -o . --limit 0", 2, "--limit"),
        ("study grouping -d own.jsonl -o own.jsonl --layouts layouts", 1, "own.jsonl: a file, not a folder"),
        ("study grouping -d own.jsonl --limit 0", 2, "--limit"),
        ("study grouping -d own.jsonl --styled .", 2, "choose one"),
        ("study grouping --styled .", 1, "no .html files"),
        ("study grouping -d own.jsonl --layouts layouts --folds 50", 2, "50 folds"),
    ],
)
def test_an_error_is_one_line(line: str, code: int, message: str, shell: Shell, data: Path) -> None:
    ran = shell(*line.split())
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.count("\n") == 1
    assert message in ran.err


@pytest.mark.parametrize(
    ("line", "missing", "extra"),
    [
        ("train grouping -d own.jsonl -o out --layouts layouts", "sklearn", "train"),
        ("train grouping -d own.jsonl -o out --layouts layouts", "rapidfuzz", "train"),
        ("train grouping -d own.jsonl -o out", "playwright", "render"),
        ("study grouping -d own.jsonl --layouts layouts", "sklearn", "train"),
        ("study grouping -d own.jsonl --layouts layouts -o out", "matplotlib", "plot"),
        ("study grouping --styled .", "playwright", "render"),
    ],
)
def test_a_missing_extra_is_reported_first(
    line: str, missing: str, extra: str, shell: Shell, data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def find(name: str, *rest: Any) -> Any:
        return None if name == missing else find_spec(name, *rest)

    monkeypatch.setattr("ridgeline.cli.extras.find_spec", find)
    ran = shell(*line.split())
    assert (ran.code, ran.out) == (1, "")
    assert how_to_install(extra) in ran.err
    assert not (tmp_path / "out").exists()


def test_cached_layouts_need_no_playwright(
    shell: Shell, data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        "ridgeline.cli.extras.find_spec", lambda name: None if name == "playwright" else find_spec(name)
    )
    monkeypatch.setenv(LAYOUTS_VARIABLE, str(tmp_path / "layouts"))
    assert shell("train", "grouping", "-d", "own.jsonl", "-o", "out").code == 0
