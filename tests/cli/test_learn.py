"""`ridgeline rules learn`, and --sites of `ridgeline extract` and `ridgeline bulk`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.library import Correction, Library, PageSource
from ridgeline.sites.rules import Rules

from .. import courier

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs commands in a folder, with a data folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ridgeline.storage.files.user_data_folder", lambda: tmp_path / "data")
    Path("page.html").write_text(courier.source(7), encoding="utf-8")
    library = Library(tmp_path / "data" / "library.sqlite")
    for number in range(2):
        page = library.add_page(
            PageSource(courier.source(number).encode(), courier.url(number)), name=f"Story {number}"
        )
        keep = (1, 2, 3, 4, 5, 6)
        library.set_correction(page, Correction("me", f"2026-01-0{number + 1}", keep, (), (), "summit", 0.7))

    def call(*arguments: str) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = main(arguments)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_a_rule_from_the_library(run: Run, tmp_path: Path) -> None:
    code, out, err = run("rules", "learn", courier.SITE)
    assert code == 0
    assert "Story 0" in out
    assert 'select = ["div.story"]' in out
    assert (
        err == f"ridgeline: {courier.SITE}: rule learnt from 2 pages, written to {tmp_path / 'data' / 'rules.toml'}\n"
    )
    assert run("extract", "page.html", "--url", courier.url(7), "--sites")[1].strip() == courier.content(7)


@pytest.mark.parametrize("kind", ["summit", "template"])
def test_other_kinds(kind: str, run: Run, tmp_path: Path) -> None:
    assert run("rules", "learn", courier.SITE, "--kind", kind, "--force")[0] == 0
    assert (tmp_path / "data" / "sites" / courier.SITE / f"{kind}.json").is_file()


def test_the_folder_is_given_behind_an_equals_sign(run: Run, tmp_path: Path) -> None:
    run("rules", "learn", courier.SITE, "--kind", "summit")
    page = ("page.html", "--url", courier.url(7))
    plain = run("extract", *page)[1]
    learnt = run("extract", f"--sites={tmp_path / 'data'}", *page)[1]
    assert learnt.strip() == courier.content(7)
    assert plain != learnt
    assert run("extract", "--sites", *page)[1] == learnt
    assert run("extract", f"--sites={tmp_path / 'nowhere'}", *page)[1] == plain


def test_one_page_is_not_enough(run: Run, tmp_path: Path) -> None:
    Path("pages.jsonl").write_text(
        json.dumps({"id": "one", "url": courier.url(1), "html": courier.source(1), "text": courier.content(1)})
    )
    command = ("rules", "learn", courier.SITE, "--data", "pages.jsonl")
    code, out, err = run(*command)
    assert (code, err) == (
        1,
        f"ridgeline: {courier.SITE}: not kept: this needs one more corrected page (or --force)\n",
    )
    assert "no other page" in out
    assert not (tmp_path / "data" / "rules.toml").exists()
    assert run(*command, "--force", "--output", "rules.toml")[0] == 0
    assert [rule.site for rule in Rules.load("rules.toml")] == [courier.SITE]


def test_only_pages_of_the_site_are_read(run: Run) -> None:
    Path("pages.jsonl").write_text(
        "\n".join(
            json.dumps({"id": str(n), "url": url, "html": courier.source(n), "text": courier.content(n)})
            for n, url in enumerate((courier.url(0), "https://elsewhere.example/", courier.url(2)))
        )
    )
    code, out, _ = run("rules", "learn", courier.SITE, "--data", "pages.jsonl", "--json", "--check")
    assert code == 0
    found = json.loads(out)
    assert [page["id"] for page in found["pages"]] == ["0", "2"]
    assert found["after"] == 1
    assert found["needs"] is None
    assert run("rules", "learn", "none.example", "--data", "pages.jsonl")[2] == (
        "ridgeline: error: pages.jsonl: has no page of none.example with a gold text\n"
    )


def test_nothing_to_learn_from(run: Run) -> None:
    code, _, err = run("rules", "learn", "none.example")
    assert code == 1
    assert "no corrected page of none.example" in err


def test_an_unknown_kind_is_a_wrong_command_line(run: Run) -> None:
    code, _, err = run("rules", "learn", "none.example", "--kind", "network")
    assert code == 2
    assert "what can be learnt about a site is rule, template" in err


def test_check_keeps_nothing(run: Run, tmp_path: Path) -> None:
    assert run("rules", "learn", courier.SITE, "--check")[0] == 0
    assert not (tmp_path / "data" / "rules.toml").exists()


def test_a_model_is_not_overwritten(run: Run) -> None:
    Path("head.json").write_text("mine")
    code, _, err = run("rules", "learn", courier.SITE, "-k", "summit", "-o", "head.json")
    assert code != 0
    assert "head.json" in err
    assert Path("head.json").read_text() == "mine"


def test_in_bulk_a_changed_file_is_another_run(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    Path("in.jsonl").write_text(json.dumps({"id": "a", "url": courier.url(7), "html": courier.source(7)}) + "\n")
    command = ("bulk", "in.jsonl", "--output", "out", "-f", "jsonl", "--fields", "id,text", "-p", "0", "--sites")
    run("rules", "learn", courier.SITE, "--kind", "summit")
    assert run(*command)[0] == 0
    (part,) = Path("out").glob("part-*.jsonl")
    assert json.loads(part.read_text())["text"].strip() == courier.content(7)
    assert run(*command)[0] == 0  # the same again: nothing is left to do
    run("rules", "learn", courier.SITE)
    code, _, err = run(*command)
    assert code == 1
    assert "holds a run with other settings (sites was " in err
    assert run(*command[:-1])[2].count("sites was") == 1
