"""`ridgeline train ice-…` and `ridgeline study ice`."""

import json
import lzma
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from ridgeline.errors import how_to_install
from ridgeline.lab.study.ice_systems import SYSTEMS
from ridgeline.storage import models

from ..lab.training.ice.pages import records
from .test_cli import Shell, shell

__all__ = ["shell"]  # a fixture


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("RIDGELINE_DATA", str(folder))
    rows = "\n".join(json.dumps({key: value for key, value in asdict(row).items() if value}) for row in records(6))
    (folder / "made.jsonl.xz").write_bytes(lzma.compress(rows.encode()))
    (folder / "plain.jsonl.xz").write_bytes(lzma.compress(b'{"id": "1", "html": "<p>One", "text": "One"}'))
    return folder


def test_study(shell: Shell, data: Path) -> None:
    ran = shell(
        *"study ice --data made --folds 2 --population 4 --generations 1 --tree --words plain -p 1".split(),
        *"--json scores.json --picture table.svg".split(),
    )
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "13 systems on 6 pages: about" in ran.err
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["paper:", "ice_hr", "16.7", "94.0", "58.7", "0.0", "99.8", "78.3", "8.3", "96.3", "68.5", "36%"] in rows
    # Table 1, the same with the text of scripts, and word F1 on plain
    assert [row[1] == "(scripts)" for row in rows if row[:1] == ["ice-baseline"]] == [False, True, False]
    assert "22.57%" in ran.out
    assert "parent_tag = h1" in ran.out or "parent_tag = li" in ran.out
    assert [row["system"]["title"] for row in json.loads(Path("scores.json").read_text())] == [
        system.title for system in SYSTEMS
    ]
    assert Path("table.svg").exists()


def test_study_of_a_part(shell: Shell, data: Path) -> None:
    ran = shell(*"study ice --data made --folds 2 --skip ice-ga,ice-lm --skip ice-tree --limit 4".split())
    assert ran.code == 0
    assert "ice-heuristic" in ran.out
    assert "paper: ice_dt" not in ran.out
    assert "22.57" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("study ice --data plain", 2, "CleanEval"),
        ("study ice --data nowhere", 1, "nowhere"),
        ("study ice --data made --folds 99", 2, "folds"),
        ("study ice --data made --skip everything", 2, "not an ICE extractor"),
        ("study ice --data made --limit 0", 2, "--limit"),
        ("study ice --data made --words nowhere", 1, "nowhere"),
        ("study ice --data made --population 1", 2, "population"),
        ("study ice --data made --picture table.txt", 2, "picture"),
        ("study ice --data made --json missing/scores.json", 1, "no folder"),
        ("train ice-tree --data plain -o tree.json", 2, "CleanEval"),
        ("train ice-tree --data made -o tree.txt", 2, ".json"),
        ("train ice-ga --data made -o missing/ga.json", 1, "no folder"),
        ("train ice-ga --data made -o ga.json --generations -1", 2, "generations"),
        ("train ice-lm --data made -o lm.json --option discount=2", 2, "discount"),
        ("train ice-lm --data made -o lm.json --option direction=up", 2, "direction"),
    ],
)
def test_wrong_arguments_are_one_line(arguments: str, code: int, said: str, shell: Shell, data: Path) -> None:
    ran = shell(*arguments.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert said in ran.err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ice-tree", "(12.0/"),
        ("ice-elaborate", "threshold 0"),
        ("ice-lm", "threshold "),
        ("ice-ga --population 6 --generations 2 --lengths", "("),
    ],
)
def test_train(command: str, said: str, shell: Shell, data: Path) -> None:
    name = command.split()[0]
    ran = shell("train", *command.split(), "--data", "made", "--output", "model.json")
    assert ran.code == 0
    assert said in ran.out
    assert models.load(Path("model.json"), name).manifest["trained_on"]["pages"] == 6
    generations = [line for line in ran.err.splitlines() if line.startswith("ridgeline: generation ")]
    assert len(generations) == (3 if name == "ice-ga" else 0)


def test_a_remark_is_printed(shell: Shell) -> None:
    ran = shell("extract", "-", "-e", "ice-lm", "-f", "cleaneval", stdin=b"<p>One two three")
    assert ran.out == "<p>One two three\n"
    assert ran.err == (
        "ridgeline: standard input: the page has no title, headings or keywords to build a query from, "
        "so every block is kept\n"
    )


@pytest.mark.parametrize(
    ("arguments", "module", "extra"),
    [
        ("study ice", "rapidfuzz", "eval"),
        ("study ice", "regex", "ice"),
        ("study ice --skip ice-ga --picture table.svg", "matplotlib", "plot"),
        ("train ice-elaborate -o model.json", "rapidfuzz", "eval"),
        ("train ice-lm -o model.json", "rapidfuzz", "eval"),
        ("train ice-ga -o model.json", "regex", "ice"),
    ],
)
def test_a_missing_extra_is_reported_before_the_work_starts(
    arguments: str, module: str, extra: str, shell: Shell, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr("ridgeline.lab.datasets.load", lambda name: pytest.fail("the pages were read"))
    ran = shell(*arguments.split(), "--data", "made")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert how_to_install(extra) in ran.err


@pytest.mark.parametrize(
    ("arguments", "module"),
    [("study ice --skip ice-ga --folds 2", "regex"), ("train ice-tree -o model.json", "rapidfuzz")],
)
def test_an_extra_that_is_not_needed_may_be_missing(
    arguments: str, module: str, shell: Shell, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert shell(*arguments.split(), "--data", "made").code == 0
