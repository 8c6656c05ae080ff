"""The commands of the Mountain Model."""

import json
import lzma
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.errors import how_to_install
from ridgeline.storage import models

from ..extractors.mountain.site import SITES, TOPICS, gold_of, records, site_page
from ..web_server import Server, running


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def site() -> None:
    Path("pages").mkdir()
    Path("gold").mkdir()
    for word, count in TOPICS:
        Path(f"pages/{word}.html").write_text(site_page(word, count))
        Path(f"gold/{word}.txt").write_text(gold_of(word, count))
    Path("pages/parcel.htm").write_text(site_page("parcel", 5))  # it has no gold text
    Path("pages/notes.md").write_text("no page")


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """All the sets that the commands ask for by name."""
    sets = {
        "wcxb-dev": SITES[:3],
        "news-dev": SITES[3:6],
        "chinese": SITES[6:],
        **{name: records(f"{name}.test", 2) for name in ("fundus", "misinfo", "postlight")},
        "magic-html": [
            replace(row, type=kind) for row, kind in zip(records("m.test", 2), ("article", "forum"), strict=True)
        ],
        "cleaneval-dev": records("c.test", 2),
        "multisite-dev": records("s.test"),
        "cleanportaleval": records("t.test"),
    }
    for name, rows in sets.items():
        names = ("id", "html", "text", "site", "type")
        lines = [json.dumps({field: getattr(row, field) for field in names if getattr(row, field)}) for row in rows]
        (folder / f"{name}.jsonl.xz").write_bytes(lzma.compress("\n".join(lines).encode()))
    monkeypatch.setenv("RIDGELINE_DATA", str(folder))


@pytest.mark.usefixtures("site")
def test_a_site_is_trained_and_used(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "mountain-site", "--pages", "pages", "--gold", "gold", "--output", "site.json"]) == 0
    assert "1 of 5 pages have no text" in capfd.readouterr().err
    assert main(["extract", "pages/parcel.htm", "-e", "mountain-site", "--model", "site.json"]) == 0
    assert capfd.readouterr().out.split() == gold_of("parcel", 5).split()


@pytest.mark.usefixtures("site")
def test_a_style_tree_is_built_and_used(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "style-tree", "--pages", "pages", "--output", "tree.json"]) == 0
    assert main(["train", "style-tree", "--pages", "pages", "--gold", "gold", "--output", "tree.json"]) == 1
    err = capfd.readouterr().err
    assert "wrote tree.json and tree.bin, which belong together" in err
    assert "tree.json: exists already; --force overwrites it" in err
    Path("tree.json").unlink()
    assert main(["train", "style-tree", "--pages", "pages", "--output", "tree.json"]) == 1
    assert "tree.bin: exists already" in capfd.readouterr().err
    assert main(["train", "style-tree", "--pages", "pages", "--gold", "gold", "-o", "tree.json", "--force"]) == 0
    assert "built from 5 pages" in capfd.readouterr().err
    assert main(["extract", "pages/parcel.htm", "-e", "style-tree", "--model", "tree.json"]) == 0
    out = capfd.readouterr().out
    assert "parcel of day 1" in out
    assert "Section 3" not in out


@pytest.mark.usefixtures("data")
def test_the_universal_classifier_is_trained(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "mountain", "--data", "wcxb-dev", "news-dev", "chinese", "-o", "m.json", "-p", "1"]) == 0
    assert "1.0000 of those on unseen sites classified correctly" in capfd.readouterr().out
    assert models.load(Path("m.json"), "mountain").manifest["cross_validation"]["folds"] == 4
    Path("a.html").write_text(SITES[0].html)
    assert main(["extract", "a.html", "-e", "mountain", "--model", "m.json"]) == 0
    assert capfd.readouterr().out.split() == SITES[0].text.split()


@pytest.mark.usefixtures("data")
def test_only_articles_are_trained_on(capfd: pytest.CaptureFixture[str]) -> None:
    sets = ["--data", "magic-html", "wcxb-dev", "news-dev", "chinese"]
    for options, pages in (([], 1), (["--all-pages"], 2)):
        assert main(["train", "mountain", *sets, *options, "-o", "m.json", "-p", "1", "--force"]) == 0
        assert models.load(Path("m.json"), "mountain").manifest["trained_on"]["magic-html"] == pages
    capfd.readouterr()


@pytest.mark.usefixtures("data")
def test_the_study_runs(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    assert main(["study", "mountain", "--output", "new/figures", "--limit", "6", "--processes", "1"]) == 0
    out = capfd.readouterr().out
    assert "Figure 3: pages with FM > 0.9 of 12" in out
    assert "best: " in out
    assert "| news-dev" in out
    assert "| magic-html, other pages" in out
    assert "labelled ridges" in out
    assert "visible text that is clutter" in out
    assert "s.test (multisite-dev)" in out
    made = {path.name for path in Path("new/figures").iterdir()}
    assert made == {
        *(f"figure-{number}.svg" for number in range(3, 8)),
        *("figure-3.json", "figure-4.json", "universal.json", "sites.json"),
    }


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("part", ["parameters", "universal", "sites"])
def test_a_part_ends_with_its_budget(part: str, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    line = ["study", "mountain", "--part", part, "--budget", "0.000001", "--processes", "1", "--output", "figures"]
    assert main(line) == 0
    err = capfd.readouterr().err
    assert "pages: about" in err
    assert "the budget is over" in err


@pytest.mark.parametrize("name", ["m.svg", "m.png", "m.html"])
def test_a_mountain_is_drawn(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    Path("a.html").write_text(site_page("ferry", 4))
    assert main(["mountain", "a.html", "--output", name]) == 0
    assert "2 ridges" in capfd.readouterr().err
    assert Path(name).stat().st_size > 1000
    assert main(["mountain", "a.html", "--output", name]) == 1
    assert main(["mountain", "a.html", "--output", name, "--force"]) == 0


def test_a_mountain_of_a_url(capfd: pytest.CaptureFixture[str]) -> None:
    with running(Server()) as server:
        url = server.serve("/a", site_page("ferry", 4).encode())
        assert main(["mountain", url, "--output", "m.html"]) == 1
        assert "--allow-private" in capfd.readouterr().err
        assert main(["mountain", url, "--output", "m.html", "--allow-private", "--max-bytes", "100"]) == 1
        assert "larger than 100 bytes" in capfd.readouterr().err
        assert not Path("m.html").exists()
        assert main(["mountain", url, "--output", "m.html", "--allow-private"]) == 0
    assert "ferry of day 1" in Path("m.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "module", "extra"),
    [
        ("train mountain -o m.json --data none.jsonl", "sklearn", "train"),
        ("train mountain -o m.json --data none.jsonl", "rapidfuzz", "train"),
        ("train mountain-site --pages none --gold none -o m.json", "sklearn", "train"),
        ("study mountain", "sklearn", "train"),
        ("study mountain --output figures", "matplotlib", "plot"),
        ("mountain none.html -o m.svg", "matplotlib", "plot"),
    ],
)
def test_a_missing_extra_is_reported_before_the_work(
    arguments: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setenv("RIDGELINE_DATA", "none")  # reading any data would be another error
    assert main(arguments.split()) == 1
    assert how_to_install(extra) in capfd.readouterr().err
    assert list(Path().iterdir()) == []


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("module", "arguments"),
    [
        ("sklearn", "train style-tree --pages pages --gold gold -o tree.json"),
        ("matplotlib", "mountain pages/ferry.html -o m.html"),
    ],
)
def test_extras_that_are_not_needed_may_be_missing(
    module: str, arguments: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert main(arguments.split()) == 0


@pytest.mark.usefixtures("site")
def test_an_empty_output_folder_name_is_an_error(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "mountain", "--output", ""]) == 2
    assert "cannot be empty" in capfd.readouterr().err


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("mountain pages/ferry.html -o m.gif", 2, ".html"),
        ("mountain pages/ferry.html -o no/m.svg", 1, "no folder"),
        ("mountain none.html -o m.svg", 1, "no such file"),
        ("mountain pages/ferry.html -o m.svg --model none.json", 1, "no model"),
        ("mountain pages/ferry.html -o m.svg --charset rot13", 2, "rot13"),
        ("mountain pages/ferry.html -o m.svg --max-bytes 10", 1, "--max-bytes"),
        ("extract pages/ferry.html -e mountain-site", 1, "ridgeline train mountain-site"),
        ("extract pages/ferry.html -e everything --model a.json", 2, "does not take a model"),
        ("eval mountain-site --data x", 1, "ridgeline train mountain-site"),
        ("train mountain-site --pages none --gold gold -o m.json", 2, "--pages"),
        ("train mountain-site --pages gold --gold gold -o m.json", 2, "no pages"),
        ("train mountain-site --pages pages --gold none -o m.json", 2, "--gold"),
        ("train mountain-site --pages pages --gold pages -o m.json", 2, "page.txt"),
        ("train mountain-site --pages pages --gold gold -o m.npz", 2, ".json"),
        ("train mountain-site --pages pages --gold gold -o no/m.json", 1, "no folder"),
        ("train mountain -o m.json --limit 0", 2, "--limit"),
        ("train mountain -o m.json --processes 0", 2, "--processes"),
        ("train mountain -o m.json --data none.jsonl", 1, "none.jsonl"),
        ("study mountain --limit 1", 2, "--limit"),
        ("study mountain --processes 0", 2, "--processes"),
        ("study mountain --output pages/ferry.html", 1, "a file, not a folder"),
        ("study mountain --output pages/ferry.html/figures", 1, "cannot be made a folder"),
        ("study mountain --part nothing", 2, "sites"),
    ],
)
def test_errors_are_one_line(arguments: str, code: int, said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == code
    err = capfd.readouterr().err
    assert err.startswith("ridgeline: error: ")
    assert err.count("\n") == 1
    assert said in err
