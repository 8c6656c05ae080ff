"""Summit's training from beginning to end, and its command."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ridgeline.cli import main
from ridgeline.extractors.summit.model import Model
from ridgeline.extractors.summit.network import Parameters
from ridgeline.lab.datasets import Record
from ridgeline.lab.metrics import Score
from ridgeline.lab.training.summit.examples import Example
from ridgeline.lab.training.summit.labels import LabelledPage
from ridgeline.lab.training.summit.trainer import Settings, train_network
from ridgeline.lab.training.summit.training import (
    CURVE,
    ScoredPage,
    Training,
    calibrate,
    count_steps,
    score_page,
    train,
)
from ridgeline.storage import models

from ....extractors.summit.pages import RECORDS, UNSEEN

SETS = {"made": RECORDS[:16], "more": [replace(row, type="forum") for row in RECORDS[16:]]}
_IS_FIRST = [int(row.group.removeprefix("site").removesuffix(".test")) < 7 for row in RECORDS]
APART = {  # two sets that share no site
    "wcxb-dev": [row for row, is_first in zip(RECORDS, _IS_FIRST, strict=True) if is_first],
    "more": [row for row, is_first in zip(RECORDS, _IS_FIRST, strict=True) if not is_first],
}
SETTINGS = Settings(
    networks=2, teachers=0, epochs=3, batch=4, rate=1e-2, averaging=0.9
)  # of the widths that the core runs


@pytest.fixture(scope="module")
def training() -> Training:
    return train(SETS, seed=2, folds=2, settings=SETTINGS, processes=1)


def test_pages_are_scored_by_networks_trained_on_other_sites(training: Training) -> None:
    assert {name: len(pages) for name, pages in training.by_set.items()} == {"made": 16, "more": 12}
    assert training.figures.keys() == {"made", "more"}
    assert training.figures["made"]["pages"] == 16
    assert training.figures["made"]["word_f1"] > 0.8
    assert training.type_accuracy is not None
    assert 0 <= training.type_accuracy <= 1
    recalls = [recall for _, _, recall in training.curve]
    assert recalls == sorted(recalls)
    assert training.curve[0][1] >= training.curve[-1][1]  # precision


def test_more_doubt_asks_more_networks(training: Training) -> None:
    networks = [count for _, count, _ in training.doubts]
    assert networks == sorted(networks)
    assert 1 <= networks[0] <= networks[-1] <= SETTINGS.networks


def test_what_one_network_alone_loses() -> None:
    clear = ScoredPage(None, 0.95, "article", 0.9, (), alone=((0.905, 0.7), (0.8, 0.6)))
    empty = ScoredPage(None, None, "article", 1.0, (), alone=((None, 1.0), (None, 0.0)))
    training = Training(Model.__new__(Model), {"made": [clear, empty]}, SETTINGS, 1)
    by_doubt = {doubt: figures for doubt, *figures in training.doubts}
    assert by_doubt[0.8] == pytest.approx([1.5, (0.2 + 0.3) / 4])
    assert by_doubt[0.9] == pytest.approx([1.75, 0.2 / 4])
    assert by_doubt[0.91] == [2, 0]


def test_no_network_was_trained_on_the_sites_it_is_scored_on(monkeypatch: pytest.MonkeyPatch) -> None:
    trained_on: list[frozenset[str]] = []
    scored: list[tuple[int, frozenset[str]]] = []
    folds: list[Model] = []

    def training_network(examples: list[Example], added: list[Example], *rest: Any, **options: Any) -> Parameters:
        trained_on.append(frozenset().union(*(example.sites for example in [*examples, *added])))
        return train_network(examples, added, *rest, **options)

    def scoring(model: Model, labelled: LabelledPage, record: Record) -> ScoredPage:
        if not folds or folds[-1] is not model:
            folds.append(model)
        scored.append((len(folds) - 1, labelled.sites))
        return score_page(model, labelled, record)

    monkeypatch.setattr("ridgeline.lab.training.summit.training.train_network", training_network)
    monkeypatch.setattr("ridgeline.lab.training.summit.training.score_page", scoring)
    train(SETS, folds=3, settings=replace(SETTINGS, epochs=1), processes=1)
    assert len(folds) == 3
    assert len(trained_on) == 4 * SETTINGS.networks
    assert len(scored) == len(RECORDS)
    for fold, sites in scored:
        assert all(not sites & trained_on[fold * SETTINGS.networks + member] for member in range(SETTINGS.networks))
    assert trained_on[-1] == {row.group for row in RECORDS}


def test_whole_sets_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    sites = {name: frozenset(row.group for row in rows) for name, rows in APART.items()}
    trained_on: list[frozenset[str]] = []

    def training_network(examples: list[Example], added: list[Example], *rest: Any, **options: Any) -> Parameters:
        trained_on.append(frozenset().union(*(example.sites for example in [*examples, *added])))
        return train_network(examples, added, *rest, **options)

    monkeypatch.setattr("ridgeline.lab.training.summit.training.train_network", training_network)
    training = train(APART, folds=None, settings=replace(SETTINGS, networks=1, epochs=1), processes=1)
    assert trained_on == [sites["more"], sites["wcxb-dev"], sites["wcxb-dev"] | sites["more"]]
    assert {name: len(pages) for name, pages in training.by_set.items()} == {"wcxb-dev": 14, "more": 14}


def test_a_student_learns_from_teachers_of_two_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    learnt: list[tuple[frozenset[str], set[float]]] = []

    def training_network(examples: list[Example], added: list[Example], *rest: Any, **options: Any) -> Parameters:
        labels = {round(float(label), 3) for example in examples for label in example.labels}
        learnt.append((frozenset().union(*(example.sites for example in [*examples, *added])), labels))
        return train_network(examples, added, *rest, **options)

    monkeypatch.setattr("ridgeline.lab.training.summit.training.train_network", training_network)
    settings = replace(SETTINGS, networks=1, teachers=1, epochs=1)
    training = train(APART, folds=2, settings=settings, processes=1)
    assert len(training.model.networks) == 1
    assert len(learnt) == 3 * 3  # a teacher of each kind and a student, for two folds and for all pages
    first = {row.group for row in APART["wcxb-dev"]}
    assert [sites <= first for sites, _ in learnt] == [False] * 3 + [True] * 3 + [False] * 3
    gold, soft = learnt[0][1], learnt[-1][1]
    assert gold <= {0.0, 1.0}
    assert len(soft) > len(gold)
    with_gold = [label for label in soft if label > 0.5]
    assert with_gold  # half of the target of a labelled line is its label


def test_the_number_of_processes_changes_nothing(training: Training) -> None:
    counted: list[int] = []
    again = train(SETS, seed=2, folds=2, settings=SETTINGS, processes=2, advance=counted.append)
    ours, theirs = training.model, again.model
    assert len(ours.networks) == len(theirs.networks) == SETTINGS.networks
    for one, other in zip(ours.networks, theirs.networks, strict=True):
        assert one.keys() == other.keys()
        assert all(np.array_equal(one[name], other[name]) for name in one)
    assert ours.lexicon.words == theirs.lexicon.words
    assert ours.calibration == theirs.calibration
    assert training.scored == again.scored
    assert sum(counted) == pytest.approx(count_steps(SETS, SETTINGS, 2), rel=0.25)


def test_a_training_goes_on_where_it_was_interrupted(
    training: Training, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def go() -> Training:
        return train(SETS, seed=2, folds=2, settings=SETTINGS, processes=1, checkpoints=tmp_path / "networks")

    trained: list[int] = []

    def interrupted(*given: Any, seed: int, **options: Any) -> Parameters:
        if len(trained) == 4:
            raise KeyboardInterrupt
        trained.append(seed)
        return train_network(*given, seed=seed, **options)

    monkeypatch.setattr("ridgeline.lab.training.summit.training.train_network", interrupted)
    with pytest.raises(KeyboardInterrupt):
        go()
    first = trained.copy()
    trained.clear()
    again = go()
    assert len(first) + len(trained) == 3 * SETTINGS.networks
    assert not set(first) & set(trained)
    for one, other in zip(training.model.networks, again.model.networks, strict=True):
        assert all(np.array_equal(one[name], other[name]) for name in one)
    assert training.scored == again.scored
    trained.clear()
    third = train(
        SETS, seed=3, folds=2, settings=replace(SETTINGS, networks=1), processes=1, checkpoints=tmp_path / "networks"
    )
    assert len(trained) == 3  # of another seed: none is taken over
    assert third.seed == 3


def test_pages_are_counted_by_type_and_by_what_they_were_taken_for() -> None:
    pages = [ScoredPage("forum", 0.9, taken, 1.0, (), ()) for taken in ("forum", "forum", "article")]
    training = Training(Model.__new__(Model), {"made": pages}, SETTINGS, 1)
    assert training.confusion["forum"]["forum"] == 2
    assert training.confusion["forum"]["article"] == 1
    assert sum(training.confusion["article"].values()) == 0


def test_sets_with_partial_gold_texts_have_a_row_but_calibrate_nothing() -> None:
    page = ScoredPage("recipe", 0.9, "article", 0.2, (Score(0.1, 0.9, 0.2),) * len(CURVE), ())
    training = Training(Model.__new__(Model), {"recipes": [page]}, SETTINGS, 1)
    assert training.scored == []
    assert training.figures["recipes"]["recall"] == pytest.approx(0.9)


def test_another_seed_gives_another_network(training: Training) -> None:
    other = train(SETS, seed=3, folds=2, settings=replace(SETTINGS, epochs=1), processes=1)
    assert not np.array_equal(other.model.networks[0]["last"], training.model.networks[0]["last"])


def test_the_manifest_records_the_training(training: Training, tmp_path: Path) -> None:
    models.save(training.to_saved(SETS), tmp_path / "m.json")
    model = models.load(tmp_path / "m.json", "summit")
    assert model.manifest["trained_on"] == {"made": 16, "more": 12}
    assert model.manifest["seed"] == 2
    assert model.manifest["settings"]["epochs"] == 3
    assert model.manifest["cross_validation"]["more"]["pages"] == 12
    changed = {"made": SETS["made"], "more": [replace(SETS["more"][0], text="other"), *SETS["more"][1:]]}
    assert training.to_saved(changed).manifest["fingerprint"] != model.manifest["fingerprint"]
    stored = Model.from_saved(model)
    for known, read in zip(training.model.networks, stored.networks, strict=True):
        for name, value in known.items():
            assert read[name] == pytest.approx(value, rel=1e-3, abs=1e-4)  # half precision


# --- Calibration


def scored(expected: float | None, f1: float) -> ScoredPage:
    return ScoredPage(None, expected, "article", f1, (), ())


@pytest.mark.parametrize("count", [1, 2, 19, 200])
def test_calibration_rises(count: int) -> None:
    rng = np.random.default_rng(count)
    pages = [scored(expected, float(rng.random())) for expected in rng.random(count)]
    expected, true = calibrate(pages)
    assert (np.diff(expected) >= 0).all()
    assert (np.diff(true) >= 0).all()
    assert (expected[0], expected[-1], true[0]) == (0, 1, 0)
    assert all(0 <= value <= 1 for value in true)


def test_calibration_follows_the_true_f1() -> None:
    pages = [scored(expected, expected**2) for expected in np.linspace(0.05, 0.95, 400).tolist()]
    model = Model.__new__(Model)
    model.calibration = calibrate(pages)
    for expected in (0.3, 0.5, 0.8):
        assert model.calibrated(expected) == pytest.approx(expected**2, abs=0.03)


def test_calibration_ignores_pages_of_which_nothing_was_kept() -> None:
    pages = [scored(0.2, 0.1), scored(0.8, 0.7)]
    assert calibrate([*pages, scored(None, 1.0)]) == calibrate(pages)
    assert calibrate([scored(None, 0.0)]) == [[0, 1], [0, 1]]


def test_neighbours_that_fall_are_pooled() -> None:
    assert calibrate([scored(0.2, 0.9), scored(0.4, 0.1), scored(0.8, 0.7)])[1] == pytest.approx(
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


def test_the_command_trains_a_model(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    line = "train summit --data made.jsonl --epochs 2 --seed 5 -p 1 -o m.json --calibration c.png --curve c.svg"
    assert main(line.split()) == 0
    out, err = capfd.readouterr()
    assert "wrote the model to m.json" in err
    assert "made.jsonl" in out
    assert "precision" in out
    assert Path("c.png").read_bytes().startswith(b"\x89PNG")
    assert "recall" in Path("c.svg").read_text()
    assert main(["extract", "page.html", "--model", "m.json", "--favor", "recall"]) == 0
    assert set(UNSEEN.text.split()) <= set(capfd.readouterr().out.split())
    # The same seed, the same model.
    assert main("train summit --data made.jsonl --epochs 2 --seed 5 -p 1 -o again.json".split()) == 0
    assert Path("again.bin").read_bytes() == Path("m.bin").read_bytes()


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
    assert not list(folder.glob("*.bin"))


def test_training_needs_no_extra(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sklearn", "rapidfuzz", "matplotlib"):
        monkeypatch.setitem(sys.modules, module, None)  # cannot be imported
    assert main("train summit --data made.jsonl --epochs 1 -p 1 -o m.json".split()) == 0


def test_pages_whose_texts_are_not_on_them_are_not_trained_on(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    rows = (Record(str(number), "<p>words</p>", "", url=f"https://s{number}.test") for number in range(6))
    Path("empty.jsonl").write_text(
        "\n".join(json.dumps({"id": row.id, "html": row.html, "text": row.text, "url": row.url}) for row in rows)
    )
    assert main("train summit --data empty.jsonl --epochs 1 -p 1 -o m.json".split()) == 1
    err = capfd.readouterr().err
    assert "nothing to learn from" in err
    assert err.count("\n") == 1
