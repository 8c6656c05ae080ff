"""`ridgeline lab golden`, as a person meets it."""

import io
import json
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from ridgeline.cli import main
from ridgeline.cli.lab import differences
from ridgeline.cli.lab.differences import difference_text
from ridgeline.extractors.style_tree import StyleTree

from ..browsers import need_browser
from ..lab.test_golden import SOURCE, put_page
from ..pages import page

ARTICLE = (
    "The ferry sails again today, and the harbour master, who is ninety, has promised to wave at it from the pier."
)


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Shell:
    """Runs `ridgeline lab golden` in this process, in a checkout of its own."""

    def __init__(self, captured: pytest.CaptureFixture[bytes], folder: Path) -> None:
        self._captured = captured
        self.folder = folder

    def __call__(self, *arguments: str) -> Ran:
        self._captured.readouterr()
        code = main(("lab", "golden", *arguments))
        out, err = self._captured.readouterr()
        return Ran(code, out.decode(), err.decode())

    def floors(self) -> dict[str, dict[str, dict[str, float]]]:
        content: dict[str, dict[str, dict[str, float]]] = json.loads((self.folder / "floors.json").read_text())
        return content


@pytest.fixture
def shell(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Shell:
    folder = tmp_path / "tests" / "golden"
    folder.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return Shell(capsysbinary, folder)


def put_pages(folder: Path) -> None:
    put_page(folder, "good", title="Ferry", language="en", page_type=None)
    put_page(folder, "bad", text="Something else altogether", language="en", status="blocked")


# --- list


def test_pages_are_listed_worst_first(shell: Shell) -> None:
    put_pages(shell.folder)
    ran = shell("list", "--extractor", "everything")
    assert ran.code == 0
    lines = [line.split() for line in ran.out.splitlines() if line.strip()]
    assert lines[0] == "2 golden pages, everything".split()
    assert [line[0] for line in lines[-3:]] == ["bad", "good", "mean"]
    assert lines[-3][1:] == "article → none 0.000 0.300 0.900 blocked → ok".split()
    assert lines[-2][1:3] == ["none", "0.909"]
    assert lines[-2][-1] == "ok"


def test_one_page_is_listed_in_the_singular(shell: Shell) -> None:
    put_page(shell.folder, "ferry")
    assert "1 golden page, everything" in shell("list", "-e", "everything").out


def test_a_model_is_used(shell: Shell) -> None:
    pages = [page(f"<p>Section {number % 2}<p>Story of day {number}") for number in range(6)]
    StyleTree().fit(pages).save(Path("tree.json"))
    put_page(shell.folder, "ferry")
    assert "1 golden page, style-tree" in shell("list", "-e", "style-tree", "--model", "tree.json").out
    assert shell("show", "ferry", "-e", "style-tree", "--model", "tree.json").code == 0
    ran = shell("list", "-e", "style-tree")
    assert (ran.code, "give it as --model" in ran.err) == (1, True)


def test_summit_is_what_is_listed(shell: Shell) -> None:
    put_pages(shell.folder)
    assert "2 golden pages, summit" in shell("list").out


def test_the_folder_can_be_named(shell: Shell, tmp_path: Path) -> None:
    put_page(tmp_path / "elsewhere", "there")
    assert "there" in shell("list", "--folder", str(tmp_path / "elsewhere")).out
    ran = shell("list", "--folder", "nowhere")
    assert (ran.code, ran.err) == (1, "ridgeline: error: nowhere: there is no such folder\n")


@pytest.mark.parametrize("arguments", [("list",), ("show", "a"), ("pin",), ("add", "a", "-"), ("gallery", "-o", ".")])
def test_outside_of_a_checkout_there_is_an_error(shell: Shell, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    shutil.rmtree(tmp_path / "tests")
    ran = shell(*arguments)
    assert ran.code == 1
    assert "go to a checkout of ridgeline, or give --folder" in ran.err
    assert ran.err.count("\n") == 1


def test_unknown_extractors_and_pages_are_errors(shell: Shell) -> None:
    put_pages(shell.folder)
    assert shell("list", "-e", "sumit").code == 2
    ran = shell("show", "nothing-such")
    assert (ran.code, "there is no golden page nothing-such" in ran.err) == (2, True)


# --- show


def test_a_difference_is_shown(shell: Shell) -> None:
    put_pages(shell.folder)
    ran = shell("show", "bad", "-e", "everything")
    assert ran.code == 0
    assert "bad: text F1 0.000" in ran.out
    assert "- Something else altogether\n" in ran.out
    assert "+ The ferry sails again today.\n" in ran.out
    assert "title\n- (nothing)\n+ Ferry\n" in ran.out
    assert "status\n- blocked\n+ ok\n" in ran.out
    assert "page_type\n- article\n+ (nothing)\n" in ran.out
    assert "\x1b" not in ran.out


def test_markdown_is_shown(shell: Shell) -> None:
    put_pages(shell.folder)
    ran = shell("show", "good", "--markdown", "-e", "everything")
    assert "  # Ferry\n" in ran.out
    assert "- The ferry sails again today.\n" in ran.out
    assert "+ The ferry sails [again](https://town.example/now) today.\n" in ran.out
    assert "metadata, status and type: as expected" in ran.out


def test_what_agrees_is_said_to() -> None:
    assert difference_text("one\n\ntwo", "one\ntwo") == "as expected\n"
    assert difference_text("", "") == "nothing expected, and nothing found\n"


def test_unchanged_lines_are_left_out() -> None:
    shown = difference_text("a\nb\nc\nd\ne\nf\ng", "a\nX\nc\nd\ne\nf\nY")
    assert shown.splitlines() == ["  a", "- b", "+ X", "  c", "…", "  f", "- g", "+ Y"]


def test_a_terminal_gets_colours_and_no_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(differences.sys, "stdout", Terminal())  # type: ignore[attr-defined]
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = difference_text("the old ferry sails", "the new ferry \x1b[2Jsails")
    assert "\x1b[31m-\x1b[0m \x1b[31mthe\x1b[0m" in shown
    assert "\x1b[31m\x1b[4mold\x1b[0m" in shown
    assert "\x1b[32m\x1b[4mnew\x1b[0m" in shown
    assert "\x1b[2J" not in shown


# --- add


def test_a_page_is_added(shell: Shell) -> None:
    Path("page.html").write_text(f"<title>Ferry</title><article><h1>Ferry</h1><p>{ARTICLE}</p></article>")
    ran = shell("add", "ferry", "page.html", "--url", "https://town.example/ferry")
    assert ran.code == 0
    for step in ("expected.txt", "ridgeline lab golden show ferry", "ridgeline lab golden pin ferry"):
        assert step in ran.out
    made = shell.folder / "ferry"
    assert {path.name for path in made.iterdir()} == {"source.html", "expected.txt", "expected.md", "expected.json"}
    assert (made / "source.html").read_bytes() == Path("page.html").read_bytes()
    assert ARTICLE in (made / "expected.txt").read_text()
    stated = json.loads((made / "expected.json").read_text())
    assert (stated["url"], stated["status"], stated["title"]) == ("https://town.example/ferry", "ok", "Ferry")
    assert "as expected" in shell("show", "ferry").out


def test_the_next_steps_name_the_folder(shell: Shell) -> None:
    Path("page.html").write_text(SOURCE)
    Path("my pages").mkdir()
    out = shell("add", "ferry", "page.html", "--folder", "my pages").out
    assert "ridgeline lab golden show ferry --folder 'my pages'\n" in out
    assert "ridgeline lab golden pin ferry --folder 'my pages'\n" in out
    Path("page.html").write_text(SOURCE)
    assert "--folder" not in shell("add", "ferry", "page.html").out


def test_a_page_from_standard_input_is_added(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SOURCE.encode())))
    assert shell("add", "ferry", "-").code == 0
    assert (shell.folder / "ferry" / "source.html").read_text() == SOURCE


def test_add_does_not_overwrite(shell: Shell) -> None:
    put_page(shell.folder, "ferry")
    Path("page.html").write_text("<p>another")
    ran = shell("add", "ferry", "page.html")
    assert (ran.code, "exists already" in ran.err) == (1, True)
    assert (shell.folder / "ferry" / "source.html").read_text() == SOURCE


def test_add_wants_an_ordinary_name(shell: Shell) -> None:
    Path("page.html").write_text("<p>words")
    ran = shell("add", "My Page", "page.html")
    assert (ran.code, "lower case, with hyphens" in ran.err) == (2, True)
    assert list(shell.folder.iterdir()) == []


def test_add_needs_a_page(shell: Shell) -> None:
    ran = shell("add", "ferry", "missing.html")
    assert (ran.code, "there is no such file" in ran.err) == (1, True)


# --- pin


def test_floors_are_pinned_and_rise(shell: Shell) -> None:
    put_page(shell.folder, "ferry", text="The ferry")
    ran = shell("pin")
    assert ran.code == 0
    assert "ferry: text 0." in ran.out
    assert "(new)" in ran.out
    before = shell.floors()["pages"]["ferry"]["text"]
    assert shell("pin").out == "no floor changed\n"
    (shell.folder / "ferry" / "expected.txt").write_text("The ferry sails again today.\n")
    ran = shell("pin", "ferry")
    assert f"(was {before:g})" in ran.out
    assert shell.floors()["pages"]["ferry"]["text"] > before


def test_floors_fall_only_on_request(shell: Shell) -> None:
    put_page(shell.folder, "ferry")
    shell("pin")
    before = shell.floors()
    (shell.folder / "ferry" / "expected.txt").write_text("Nothing of this is there\n")
    ran = shell("pin")
    assert shell.floors() == before
    assert ran.out == "no floor changed\n"
    assert "ferry: text 0.0000 is below its floor" in ran.err
    assert "--lower lowers the floor" in ran.err
    ran = shell("pin", "--lower")
    assert "ferry: text 0 (was" in ran.out
    assert ran.err == ""
    assert shell.floors()["pages"]["ferry"]["text"] == 0


def test_floors_of_pages_that_are_gone_are_dropped(shell: Shell) -> None:
    put_pages(shell.folder)
    shell("pin")
    shutil.rmtree(shell.folder / "bad")
    assert "bad: text dropped, markdown dropped" in shell("pin").out
    assert shell.floors()["pages"].keys() == {"good"}


def test_unknown_pages_are_not_pinned(shell: Shell) -> None:
    put_pages(shell.folder)
    ran = shell("pin", "good", "ugly")
    assert (ran.code, "there is no golden page ugly" in ran.err) == (2, True)
    assert not (shell.folder / "floors.json").exists()


# --- gallery


def test_a_gallery_is_written(shell: Shell, tmp_path: Path) -> None:
    need_browser()
    pytest.importorskip("PIL")
    put_page(shell.folder, "ferry")
    plan = {
        "cover": {"page": "ferry", "window_width": 800},
        "pages": [{"page": "ferry", "title": "A ferry", "note": "Short."}],
    }
    (shell.folder / "gallery.json").write_text(json.dumps(plan))
    ran = shell("gallery", "--output", "docs")
    assert ran.code == 0
    assert ran.out.startswith("docs/gallery.md: 2 pictures, ")
    assert (tmp_path / "docs" / "pictures" / "gallery" / "ferry.webp").is_file()
    assert (tmp_path / "docs" / "pictures" / "summit-at-work.webp").is_file()
    assert "## A ferry" in (tmp_path / "docs" / "gallery.md").read_text(encoding="utf-8")


def test_a_gallery_needs_a_plan(shell: Shell) -> None:
    put_pages(shell.folder)
    ran = shell("gallery", "--output", "docs")
    assert (ran.code, "gallery.json: there is no such file" in ran.err) == (1, True)
