"""`ridgeline template`, and the options of extractors on the command line."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.cli.extraction_options import extractor_options
from ridgeline.errors import OptionError
from ridgeline.registry import DEFAULT_EXTRACTOR
from ridgeline.sites.templates import TemplateStore

from ..pages import article
from ..web_server import Server, running

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIDGELINE_TEMPLATES", str(tmp_path / "templates.sqlite"))

    def call(*arguments: str) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = main(arguments)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    for number in range(12):
        (tmp_path / f"{number}.html").write_text(article(number).source, encoding="utf-8")
    return [f"{number}.html" for number in range(12)]


def test_learning_applying_and_deleting_a_template(run: Run, pages: list[str]) -> None:
    code, out, err = run("template", "learn", "https://www.example.org/", *pages[:10])
    assert (code, err) == (0, "")
    assert re.fullmatch(r"example\.org  version 1 of \S+: 10 pages, 2 content paths, 1 blocks, 0 .*\n", out)
    code, out, err = run("template", "apply", "example.org", pages[11])
    assert (code, err) == (0, "")
    assert out.startswith("Story 11")
    assert "Home" not in out
    assert "Copyright" not in out
    assert run("template", "list")[1].count("example.org") == 1
    assert json.loads(run("template", "list", "--json")[1])[0]["pages"] == 10
    assert "HTML.BODY.DIV.P  Copyright of the harbour office" in run("template", "show", "example.org")[1]
    shown = run("template", "show", "example.org", "--json")[1]
    assert run("template", "export")[1] == run("template", "export", "example.org")[1] == shown
    assert run("template", "export", "--output", "all.json") == (0, "", "")
    code, out, err = run("template", "export", "--output", "all.json")
    assert (code, out, err) == (1, "", "ridgeline: error: all.json: exists already; --force overwrites it\n")
    assert run("template", "export", "--output", "all.json", "--force") == (0, "", "")
    assert run("template", "delete", "example.org")[0] == 0
    assert run("template", "list") == (
        0,
        "",
        "ridgeline: no templates yet: `ridgeline template learn SITE PAGES…` learns some\n",
    )
    assert run("template", "import", "all.json")[2] == "ridgeline: 1 template imported\n"
    assert run("template", "export")[1] == shown


def test_the_extractor_uses_the_store(run: Run, pages: list[str], tmp_path: Path) -> None:
    other = str(tmp_path / "other.sqlite")
    run("template", "learn", "example.org", *pages, "--store", other, "--link-words")
    line = ("extract", pages[0], "-e", "fast-template", "--url", "https://example.org/0")
    code, out, err = run(*line)
    assert (code, out) == (1, "")
    assert "no template of example.org" in err
    assert err.count("\n") == 1
    assert run(*line, "--option", f"store={other}")[1].startswith("Story 0")
    assert (
        run("extract", pages[0], "-e", "fast-template", "--option", f"store={other}", "--option", "site=example.org")[0]
        == 0
    )


def test_drift_is_reported_and_counted(run: Run, pages: list[str]) -> None:
    run("template", "learn", "example.org", *pages)
    Path("new.html").write_text("<main><section><h2>All new</h2></section></main>", encoding="utf-8")
    code, out, err = run("template", "apply", "example.org", "new.html")
    assert (code, out) == (0, "All new\n")
    assert "new.html: the page does not fit the template of example.org: 0% of its blocks" in err
    assert TemplateStore().get("example.org")[0].drifted == 1
    assert "1 pages drifted" in run("template", "list")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "example.org"], "no template of example.org"),
        (["apply", "example.org", "0.html"], "`ridgeline template learn example.org PAGES…`"),
        (["delete", "example.org"], "no template"),
        (["export", "example.org"], "no template"),
        (["learn", "example.org", "0.html", "0.html"], "at least two different pages"),
        (["learn", "", "0.html", "1.html"], "names no site"),
        (["learn", "not a host", "0.html", "1.html"], "'not a host' names no site"),
        (["learn", "https://not a host/", "0.html", "1.html"], "names no site"),
        (["import", "0.html"], "not JSON"),
        (["import", "absent.json"], "no such file"),
        (["list", "--store", "0.html"], "template store"),
        (["list", "--store", "."], "template store"),
    ],
)
def test_errors_are_one_line(run: Run, pages: list[str], arguments: list[str], message: str) -> None:
    code, out, err = run("template", *arguments)
    assert (code, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def test_pages_that_cannot_be_read_are_left_out(run: Run, pages: list[str]) -> None:
    code, out, err = run("template", "learn", "example.org", *pages, "absent.html")
    assert code == 1
    assert "absent.html: there is no such file" in err
    assert "12 pages" in out


def test_without_a_readable_page_nothing_is_learnt(run: Run) -> None:
    assert run("template", "learn", "x.org", "nofile.html") == (
        1,
        "",
        "ridgeline: error: nofile.html: there is no such file\n",
    )
    code, out, err = run("template", "learn", "x.org", "nofile.html", "neither.html")
    assert (code, out, err.count("\n")) == (1, "", 2)
    assert not TemplateStore().path.exists()


def test_pages_of_this_machine_need_allow_private(run: Run) -> None:
    with running(Server()) as server:
        urls = [server.serve(f"/{number}", article(number).source.encode()) for number in range(6)]
        code, out, err = run("template", "learn", "example.org", *urls)
        assert (code, out) == (1, "")
        assert err.count("--allow-private") == len(urls)
        code, out, err = run("template", "learn", "example.org", *urls, "--allow-private")
        assert (code, err) == (0, "")
        assert "6 pages" in out
        code, out, err = run("template", "apply", "example.org", urls[0])
        assert (code, out) == (1, "")
        assert "--allow-private" in err
        code, out, err = run("template", "apply", "example.org", urls[0], "--allow-private")
        assert (code, err) == (0, "")
        assert out.startswith("Story 0")


def test_large_pages_need_max_bytes(run: Run, pages: list[str]) -> None:
    code, out, err = run("template", "learn", "example.org", *pages[:3], "--max-bytes", "100")
    assert (code, out) == (1, "")
    assert err.count("larger than 100 bytes; --max-bytes allows more") == 3
    run("template", "learn", "example.org", *pages)
    assert "--max-bytes" in run("template", "apply", "example.org", pages[0], "--max-bytes", "100")[2]


@pytest.mark.parametrize("option", ["--min-pages", "--least-pages"])  # the second is its former name
def test_min_pages(run: Run, pages: list[str], option: str) -> None:
    assert ", 1 blocks, " in run("template", "learn", "example.org", *pages, option, "12")[1]
    assert ", 0 blocks, " in run("template", "learn", "example.org", *pages, option, "13")[1]
    code, out, err = run("template", "learn", "example.org", *pages, option, "1")
    assert (code, out) == (2, "")
    assert "min_pages is 2 or more" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--feature", "txt"],
        ["--blocks", "0"],
        ["--option", "clusters"],
        ["--option", "clusters=x"],
        ["--option", "=3"],
        ["--option", "rules=abc"],
        ["--option", "features=[1]"],
        ["--option", "no_such=1"],
        ["--option", "tags=P"],
    ],
)
def test_wrong_options_of_extractors(run: Run, pages: list[str], arguments: list[str]) -> None:
    code, out, err = run("extract", pages[0], "-e", "kfeature", *arguments)
    assert (code, out) in ((2, ""), (1, ""))
    assert re.fullmatch(r"ridgeline: error: [^\n]+\n", err)


def test_options_reach_the_extractor(run: Run, pages: list[str]) -> None:
    line = (
        "extract",
        pages[0],
        "-e",
        "kfeature",
        "--feature",
        "text",
        "--feature",
        "images",
        "--blocks",
        "3",
        "-f",
        "json",
    )
    code, out, err = run(*line)
    assert (code, err) == (0, "")
    explanation = json.loads(out)["explanation"]
    assert explanation["desired"] == ["text", "images"]
    assert sum(block["kept"] for block in explanation["blocks"]) == 3
    assert run("extract", pages[0], "-e", "rnn", "--option", "tags=p", "--option", "tags=ul", "--blocks", "1")[0] == 0
    code, _, err = run("extract", pages[0], "--blocks", "1")
    assert code == 2
    assert f"{DEFAULT_EXTRACTOR} has no option 'blocks'" in err


def test_values_of_options() -> None:
    assert extractor_options() == {}
    assert extractor_options(["text"], 3, ["a-b=1", "c=x", "d=true", "e=[1, 2]", "f=1", "f=y", "g="]) == {
        "a_b": 1,
        "c": "x",
        "d": True,
        "e": [1, 2],
        "f": [1, "y"],
        "g": "",
        "features": ["text"],
        "blocks": 3,
    }
    with pytest.raises(OptionError, match="NAME=VALUE"):
        extractor_options(others=["a b=1"])


def test_training_content_extractor_needs_no_extra(
    run: Run, pages: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("rapidfuzz", "matplotlib", "sklearn"):
        monkeypatch.setitem(sys.modules, module, None)
    site = tmp_path / "site"
    site.mkdir()
    for name in pages[:10]:
        (tmp_path / name).rename(site / name)
    code, out, err = run("train", "content-extractor", "--pages", "site", "--output", "shared.json")
    assert (code, out) == (0, "")
    assert "from 10 pages" in err
    code, out, err = run("extract", pages[11], "-e", "content-extractor", "--model", "shared.json")
    assert (code, err) == (0, "")
    assert out.startswith("Story 11")
    assert "Copyright" not in out
