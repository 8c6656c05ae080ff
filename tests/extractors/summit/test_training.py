"""Summit's training from beginning to end, and its command."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ridgeline import models
from ridgeline.cli import main
from ridgeline.extractors.summit import Knowledge
from ridgeline.extractors.summit.network import Parameters
from ridgeline.lab.datasets import Record
from ridgeline.lab.training.summit.learning import Settings, learn
from ridgeline.lab.training.summit.lessons import Labelled, Lesson
from ridgeline.lab.training.summit.training import Judged, Training, calibrate, judge, steps, train

from .pages import RECORDS, UNSEEN

SETS = {"made": RECORDS[:16], "more": [replace(row, type="forum") for row in RECORDS[16:]]}
SETTINGS = Settings(networks=2, width=12, page_width=6, word_width=4, epochs=3, batch=4, rate=1e-2, averaging=0.9)


@pytest.fixture(scope="module")
def training() -> Training:
    return train(SETS, seed=2, folds=2, settings=SETTINGS, processes=1)


def test_pages_of_sites_that_were_not_learnt_from_are_judged(training: Training) -> None:
    assert {name: len(pages) for name, pages in training.by_set.items()} == {"made": 16, "more": 12}
    assert training.figures.keys() == {"made", "made: article", "more", "more: forum"}
    assert training.figures["made"]["pages"] == 16
    assert training.figures["made"]["word_f1"] > 0.8
    assert training.type_accuracy is not None
    assert 0 <= training.type_accuracy <= 1
    recalls = [recall for _, _, recall in training.curve]
    assert recalls == sorted(recalls)
    assert training.curve[0][1] >= training.curve[-1][1]  # precision


def test_no_network_has_seen_the_sites_it_is_judged_by(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt_from: list[frozenset[str]] = []
    judged: list[tuple[int, frozenset[str]]] = []
    folds: list[Knowledge] = []

    def learning(lessons: list[Lesson], added: list[Lesson], *rest: Any, **options: Any) -> Parameters:
        learnt_from.append(frozenset().union(*(lesson.sites for lesson in [*lessons, *added])))
        return learn(lessons, added, *rest, **options)

    def judging(knowledge: Knowledge, labelled: Labelled, record: Record) -> Judged:
        if not folds or folds[-1] is not knowledge:
            folds.append(knowledge)
        judged.append((len(folds) - 1, labelled.sites))
        return judge(knowledge, labelled, record)

    monkeypatch.setattr("ridgeline.lab.training.summit.training.learn", learning)
    monkeypatch.setattr("ridgeline.lab.training.summit.training.judge", judging)
    train(SETS, folds=3, settings=replace(SETTINGS, epochs=1), processes=1)
    assert len(folds) == 3
    assert len(learnt_from) == 4 * SETTINGS.networks
    assert len(judged) == len(RECORDS)
    for fold, sites in judged:
        assert all(not sites & learnt_from[fold * SETTINGS.networks + member] for member in range(SETTINGS.networks))
    assert learnt_from[-1] == {row.group for row in RECORDS}


def test_the_number_of_processes_changes_nothing(training: Training) -> None:
    counted: list[int] = []
    again = train(SETS, seed=2, folds=2, settings=SETTINGS, processes=2, advance=counted.append)
    ours, theirs = training.knowledge, again.knowledge
    assert len(ours.networks) == len(theirs.networks) == SETTINGS.networks
    for one, other in zip(ours.networks, theirs.networks, strict=True):
        assert one.keys() == other.keys()
        assert all(np.array_equal(one[name], other[name]) for name in one)
    assert ours.lexicon.words.words == theirs.lexicon.words.words
    assert np.array_equal(ours.calibration, theirs.calibration)
    assert training.judged == again.judged
    assert sum(counted) == pytest.approx(steps(SETS, SETTINGS, 2), rel=0.25)


def test_another_seed_gives_another_network(training: Training) -> None:
    other = train(SETS, seed=3, folds=2, settings=replace(SETTINGS, epochs=1), processes=1)
    assert not np.array_equal(other.knowledge.networks[0]["last"], training.knowledge.networks[0]["last"])


def test_the_model_says_what_it_is_of(training: Training, tmp_path: Path) -> None:
    models.save(training.model(SETS), tmp_path / "m.json")
    model = models.load(tmp_path / "m.json", "summit")
    assert model.manifest["trained_on"] == {"made": 16, "more": 12}
    assert model.manifest["seed"] == 2
    assert model.manifest["settings"]["width"] == 12
    assert model.manifest["cross_validation"]["more"]["pages"] == 12
    changed = {"made": SETS["made"], "more": [replace(SETS["more"][0], text="other"), *SETS["more"][1:]]}
    assert training.model(changed).manifest["fingerprint"] != model.manifest["fingerprint"]
    stored = Knowledge.from_model(model)
    for known, read in zip(training.knowledge.networks, stored.networks, strict=True):
        for name, value in known.items():
            assert read[name] == pytest.approx(value, rel=1e-3, abs=1e-4)  # half precision


# --- Calibration


def judged(expected: float | None, f1: float) -> Judged:
    return Judged(None, expected, "article", f1, ())


@pytest.mark.parametrize("count", [1, 2, 19, 200])
def test_calibration_rises(count: int) -> None:
    rng = np.random.default_rng(count)
    pages = [judged(expected, float(rng.random())) for expected in rng.random(count)]
    expected, true = calibrate(pages)
    assert (np.diff(expected) >= 0).all()
    assert (np.diff(true) >= 0).all()
    assert (expected[0], expected[-1], true[0]) == (0, 1, 0)
    assert ((true >= 0) & (true <= 1)).all()


def test_calibration_follows_what_came_true() -> None:
    pages = [judged(expected, expected**2) for expected in np.linspace(0.05, 0.95, 400).tolist()]
    knowledge = Knowledge.__new__(Knowledge)
    knowledge.calibration = calibrate(pages)
    for expected in (0.3, 0.5, 0.8):
        assert knowledge.calibrated(expected) == pytest.approx(expected**2, abs=0.03)


def test_pages_of_which_nothing_was_kept_do_not_count() -> None:
    pages = [judged(0.2, 0.1), judged(0.8, 0.7)]
    assert calibrate([*pages, judged(None, 1.0)]).tolist() == calibrate(pages).tolist()
    assert calibrate([judged(None, 0.0)]).tolist() == [[0, 1], [0, 1]]


def test_neighbours_that_fall_are_put_together() -> None:
    assert calibrate([judged(0.2, 0.9), judged(0.4, 0.1), judged(0.8, 0.7)])[1] == pytest.approx(
        [0, 0.5, 0.5, 0.7, 0.7]
    )


# --- The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    rows = (json.dumps({"id": row.id, "html": row.html, "text": row.text, "url": row.url}) for row in RECORDS)
    Path("made.jsonl").write_text("\n".join(rows))
    Path("page.html").write_text(UNSEEN.html)
    return tmp_path


def test_the_command_trains_a_model_that_is_used(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    line = "train summit --data made.jsonl --epochs 2 --seed 5 -p 1 -o m.json --calibration c.png --curve c.svg"
    assert main(line.split()) == 0
    out, err = capfd.readouterr()
    assert "m.json holds what was learnt" in err
    assert "made.jsonl" in out
    assert "precision" in out
    assert Path("c.png").read_bytes().startswith(b"\x89PNG")
    assert "recall" in Path("c.svg").read_text()
    assert main(["extract", "page.html", "--model", "m.json", "--favor", "recall"]) == 0
    assert set(UNSEEN.text.split()) <= set(capfd.readouterr().out.split())
    # The same seed, the same model.
    assert main("train summit --data made.jsonl --epochs 2 --seed 5 -p 1 -o again.json".split()) == 0
    assert Path("again.npz").read_bytes() == Path("m.npz").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ("-o m.json --limit 0", 2, "--limit is positive, not 0"),
        ("-o m.json --epochs 0", 2, "--epochs is positive"),
        ("-o m.json --processes -1", 2, "--processes is positive"),
        ("-o m.npz", 2, "a model is a .json file"),
        ("-o none/m.json", 1, "no folder"),
        ("-o m.json --curve c.gif", 2, "c.gif"),
        ("-o m.json --calibration none/c.png", 1, "no folder"),
        ("-o m.json --data none.jsonl", 1, "no file none.jsonl"),
        ("-o m.json --limit 3", 2, "folds"),
        ("", 2, "--output"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], arguments: str, code: int, said: str
) -> None:
    given = arguments if "--data" in arguments else f"--data made.jsonl {arguments}"
    assert main(["train", "summit", *given.split()]) == code
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert not list(folder.glob("*.npz"))


def test_pages_whose_texts_are_not_on_them_teach_nothing(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    rows = (Record(str(number), "<p>words</p>", "", url=f"https://s{number}.test") for number in range(6))
    Path("empty.jsonl").write_text(
        "\n".join(json.dumps({"id": row.id, "html": row.html, "text": row.text, "url": row.url}) for row in rows)
    )
    assert main("train summit --data empty.jsonl --epochs 1 -p 1 -o m.json".split()) == 1
    err = capfd.readouterr().err
    assert "nothing to learn from" in err
    assert err.count("\n") == 1
