"""Table 1 and the tree's error, on pages made for it; and the commands that show them."""

import json
import lzma
import math
from dataclasses import asdict
from pathlib import Path

import pytest

from ridgeline import models
from ridgeline.errors import OptionError
from ridgeline.lab.metrics import CleanEvalScore, Range, summarise_cleaneval
from ridgeline.lab.study.ice import (
    BEST_ON,
    PAPER_ITEMS,
    SYSTEMS,
    TABLE_1,
    Evolution,
    Origin,
    Outcome,
    System,
    check,
    draw,
    measure,
    pages_without_query,
    shares_of_best,
    steps,
    tree_errors,
)

from ...cli.test_cli import Shell, shell
from .pages import records

__all__ = ["shell"]  # a fixture

BY_TITLE = {system.title: system for system in SYSTEMS}
SHORT = Evolution(population=4, generations=1)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("RIDGELINE_DATA", str(folder))
    rows = "\n".join(json.dumps({key: value for key, value in asdict(row).items() if value}) for row in records(6))
    (folder / "made.jsonl.xz").write_bytes(lzma.compress(rows.encode()))
    (folder / "plain.jsonl.xz").write_bytes(lzma.compress(b'{"id": "1", "html": "<p>One", "text": "One"}'))
    return folder


def test_the_paper_s_table_is_consistent() -> None:
    """The combined average is the mean of the other two, but for the rounding; and there are 5866 blocks."""
    for row in TABLE_1.values():
        mean = (row.text_alignment.average + row.text_only.average) / 2
        assert row.combined.average == pytest.approx(mean, abs=0.0011)
    assert sum(PAPER_ITEMS.values()) == 5866
    assert sum(BEST_ON.values()) == pytest.approx(0.99)
    assert {system.paper for system in SYSTEMS} == {*TABLE_1, None}


def test_summaries() -> None:
    scores = [CleanEvalScore(1.0, 0.5, 0.1), CleanEvalScore(0.5, 0.3, 0.3)]
    summary = summarise_cleaneval(scores)
    assert summary.text_only == Range(0.5, 1.0, 0.75)
    assert summary.text_alignment.average == pytest.approx(0.3)
    assert (summary.combined.minimum, summary.combined.maximum) == pytest.approx((0.4, 0.65))
    with pytest.raises(OptionError):
        summarise_cleaneval([])


def test_what_learns_is_scored_on_pages_it_has_not_seen() -> None:
    pages = records(6)
    tree = measure(BY_TITLE["ice-tree"], pages, folds=3)
    assert len(tree.learnt) == 3
    assert set(tree.documents) == {page.id for page in pages}
    seen = measure(BY_TITLE["ice-tree (seen)"], pages)
    assert len(seen.learnt) == 1
    baseline = measure(BY_TITLE["ice-baseline"], pages)
    assert baseline.learnt == []
    assert baseline.summary.combined.average < tree.summary.combined.average <= seen.summary.combined.average
    assert 0 < baseline.word_f1 < tree.word_f1


def test_steps_are_counted() -> None:
    pages = records(4)
    for title in ("ice-lm", "ice-elaborate", "ice-ga (lengths)"):
        taken: list[None] = []
        outcome = measure(BY_TITLE[title], pages, folds=2, evolution=SHORT, on_step=lambda: taken.append(None))  # noqa: B023
        assert len(taken) == steps(BY_TITLE[title], pages, 2, SHORT)
        assert len(outcome.learnt) == 2
        json.dumps(outcome.as_dict())


def outcome(title: str, origin: Origin, *combined: float) -> Outcome:
    documents = {str(number): {"combined": value} for number, value in enumerate(combined)}
    empty = summarise_cleaneval([CleanEvalScore(0, 0, 0)])
    return Outcome(System(title, title, origin, "ice_bl"), empty, 0.0, documents)


def test_who_is_best_on_how_many_documents() -> None:
    rows = [
        outcome("one", Origin.FIXED, 0.1, 0.5, 0.3, 0.0),
        outcome("two", Origin.UNSEEN, 0.2, 0.5, 0.2, 0.1),
        outcome("cheat", Origin.SEEN, 1.0, 1.0, 1.0, 1.0),
    ]
    assert shares_of_best(rows) == pytest.approx({"one": 0.375, "two": 0.625})
    assert shares_of_best([]) == {}


def test_the_errors_of_the_tree() -> None:
    errors = tree_errors(records(6), folds=3)
    assert errors.items == {"h": 6, "l": 12, "p": 12, "n": 30}
    assert errors.seen == 0
    assert 0 <= errors.by_sites <= 1
    assert not math.isnan(errors.by_blocks)


def test_pages_without_a_query() -> None:
    made = records(2)
    bare = type(made[0])("bare", "<p>One two three</p>", "x", marked="<p>x")
    assert pages_without_query([*made, bare]) == 1


def test_pages_that_will_not_do() -> None:
    made = records(3)
    with pytest.raises(OptionError, match="CleanEval"):
        check([type(made[0])("bare", "<p>One", "One")], 2)
    with pytest.raises(OptionError, match="folds"):
        check(made, 4)


def test_it_is_drawn(tmp_path: Path) -> None:
    pages = records(3)
    draw([measure(BY_TITLE[title], pages) for title in ("ice-baseline", "ice-heuristic")], tmp_path / "all.svg")
    assert "ice-heuristic" in (tmp_path / "all.svg").read_text(encoding="utf-8")


# --- Commands


def test_study(shell: Shell, data: Path) -> None:
    ran = shell(
        *"study ice --data made --folds 2 --population 4 --generations 1 --tree --words plain -p 1".split(),
        *"--json scores.json --picture table.svg".split(),
    )
    assert (ran.code, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["paper:", "ice_hr", "16.7", "94.0", "58.7", "0.0", "99.8", "78.3", "8.3", "96.3", "68.5", "36%"] in rows
    assert [row[0] for row in rows if row[:1] == ["ice-baseline"]] == [
        "ice-baseline"
    ] * 2  # Table 1, and word F1 on plain
    assert "22.57%" in ran.out
    assert "parent_tag = h1" in ran.out or "parent_tag = li" in ran.out
    assert [row["system"]["title"] for row in json.loads(Path("scores.json").read_text())] == list(BY_TITLE)
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
        ("study ice --data made --skip everything", 2, "no extractor of ICE"),
        ("study ice --data made --limit 0", 2, "--limit"),
        ("study ice --data made --population 1", 2, "population"),
        ("study ice --data made --picture table.txt", 2, "picture"),
        ("study ice --data made --json missing/scores.json", 1, "no folder"),
        ("train ice-tree --data plain -o tree.json", 2, "CleanEval"),
        ("train ice-tree --data made -o tree.txt", 2, ".json"),
        ("train ice-ga --data made -o missing/ga.json", 1, "no folder"),
        ("train ice-ga --data made -o ga.json --generations -1", 2, "generations"),
        ("train ice-lm --data made -o lm.json --discount 2", 2, "discount"),
        ("train ice-lm --data made -o lm.json --direction up", 2, "direction"),
    ],
)
def test_what_will_not_do_is_one_line(arguments: str, code: int, said: str, shell: Shell, data: Path) -> None:
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


def test_a_note_reaches_the_reader(shell: Shell) -> None:
    ran = shell("extract", "-", "-e", "ice-lm", "-f", "cleaneval", stdin=b"<p>One two three")
    assert ran.out == "<p>One two three\n"
    assert ran.err == (
        "ridgeline: standard input: it has no title, headings or keywords to make a query of, "
        "so everything is kept, as by ice-baseline\n"
    )
