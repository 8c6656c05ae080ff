"""`ridgeline train grouping`, `ridgeline study grouping`, `ridgeline render`, as a person meets them."""

import json
from pathlib import Path

import pytest

from ridgeline import models
from ridgeline.render import LayoutStore, layout_of, load

from ...browsers import need_browser
from ...cli.test_cli import Shell, put, shell
from ...layouts import laid_out

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
def data(tmp_path: Path) -> Path:
    """A data set whose layouts are kept in a folder: no browser is needed."""
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
    (tmp_path / "weights").mkdir()
    ran = shell("train", "grouping", "--data", "own.jsonl", "--output", "weights", "--layouts", "layouts")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "learnt from 8 pages: weights/grouping.json, weights/mss.json\n"
    model = models.load(tmp_path / "weights" / "grouping.json", "grouping")
    assert model.manifest["trained_on"] == ["own.jsonl"]
    assert {part["kind"] for part in model.manifest["learnt"]} == {
        "logistic regression",
        "linear support vector machine",
    }
    models.load(tmp_path / "weights" / "mss.json", "mss")


def test_study(shell: Shell, data: Path, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
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


def test_study_without_the_sweep(shell: Shell, data: Path) -> None:
    ran = shell("study", "grouping", "-d", "own.jsonl", "--layouts", "layouts", "--folds", "2", "--no-sweep")
    assert ran.code == 0
    assert "projection overlap" not in ran.out


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("train grouping -d own.jsonl -o nowhere", 1, "no such folder"),
        ("train grouping -d missing.jsonl -o .", 1, "missing.jsonl"),
        ("train grouping -d own.jsonl -o . --limit 0", 2, "--limit"),
        ("study grouping -d own.jsonl -o nowhere", 1, "no such folder"),
        ("study grouping -d own.jsonl --limit 0", 2, "--limit"),
        ("study grouping -d own.jsonl --styled .", 2, "choose one"),
        ("study grouping --styled .", 1, "no .html files"),
        ("study grouping -d own.jsonl --layouts layouts --folds 50", 2, "50 folds"),
        ("render missing.html", 1, "no such file"),
        ("render own.jsonl -o nowhere/shot.png", 1, "no folder nowhere"),
        ("render own.jsonl --boxes clg", 2, "--output"),
        ("render own.jsonl --boxes nothing -o shot.png", 2, "no extractor"),
        ("render own.jsonl --width 0", 2, "positive"),
        ("render http://127.0.0.1:1/ --timeout 5", 1, "127.0.0.1"),
    ],
)
def test_what_cannot_be_done_is_one_line(line: str, code: int, said: str, shell: Shell, data: Path) -> None:
    if line.startswith("render http"):
        need_browser()
    ran = shell(*line.split())
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err


def test_render(shell: Shell, tmp_path: Path) -> None:
    need_browser()
    put("page.html", "Hello " * 50)
    ran = shell("render", "page.html", "-o", "plain.png", "--layout", "page.npz")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "1280 × 1024 pixels, 7 nodes, 1 of 1 leaves shown\n"
    assert load(tmp_path / "page.npz").shown.any()
    assert shell("render", "page.html", "-o", "boxes.png", "--boxes", "everything").code == 0
    plain, boxes = ((tmp_path / name).read_bytes() for name in ("plain.png", "boxes.png"))
    assert plain.startswith(b"\x89PNG")
    assert boxes.startswith(b"\x89PNG")
    assert plain != boxes
    assert shell("render", "-", stdin=b"<p>text").out.startswith("1280 × 1024 pixels")
