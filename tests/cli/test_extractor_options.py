"""Every option of every extractor: the command line and Python take the same, and give the same extractor."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ridgeline
from ridgeline.cli.extraction_options import extractor_options
from ridgeline.errors import OptionError
from ridgeline.extractors.templates.preparation import LearningOptions
from ridgeline.registry import OBJECTS, REGISTRY, options_of
from ridgeline.sites.templates import TemplateStore

from .test_cli import Shell, shell

__all__ = ["shell"]  # a fixture

# For each option another value than its default, as it is written on a command line.
WRITTEN: dict[str, list[str]] = {
    "alpha": ["0.25"],
    "at_least": ["text=2", "links=0"],
    "at_most": ["text=2000"],
    "author_boxes": ["true"],
    "beta": ["-1"],
    "blocks": ["2"],
    "captions": ["false"],
    "cell_threshold": ["100"],
    "clusters": ["3"],
    "comments": ["true"],
    "comparison": ["index"],
    "depth": ["4"],
    "direction": ["query"],
    "discount": ["0.5"],
    "distance": ["features"],
    "drift": ["0.3"],
    "fallback": ["everything"],
    "favor": ["recall"],
    "features": ["images", "videos=video,iframe"],
    "gamma": ["40"],
    "large_enough": ["0.25"],
    "lines": ["source"],
    "link_words": ["true"],
    "max_distance": ["0.5"],
    "min_pages": ["3"],
    "neighbours": ["reverse"],
    "peak_factor": ["2"],
    "projection_overlap_ratio": ["0.5"],
    "references": ["false"],
    "refining": ["auto"],
    "remember": ["all"],
    "render": ["false"],
    "scripts": ["true"],
    "seed": ["7"],
    "small": ["0.5"],
    "smallest": ["0.1"],
    "smoothing_window": ["7"],
    "span_window": ["9"],
    "store": ["templates.sqlite"],
    "tags": ["div", "p"],
    "then": ["summit"],
    "threshold": ["0.125"],
    "timeout_seconds": ["1.5"],
    "title": ["false"],
    "title_reach": ["100"],
    "too_large": ["0.8"],
    "whole_blocks": ["true"],
}
OF_FILES = {"model", "head"}  # which other tests give
ROWS = [(name, option) for name in REGISTRY for option in options_of(name)]


def state(value: Any) -> Any:
    """Return what an extractor was made of, to be compared."""
    if isinstance(value, str | int | float | bool | type(None)):
        return value
    if isinstance(value, dict):
        return {key: state(own) for key, own in value.items() if not callable(own)}
    if isinstance(value, list | tuple):
        return [state(own) for own in value]
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, TemplateStore):
        return str(value.path)
    if hasattr(value, "__dataclass_fields__"):
        return {own.name: state(getattr(value, own.name)) for own in fields(value)}
    return {key: state(own) for key, own in vars(value).items()} if hasattr(value, "__dict__") else repr(value)


def offline(name: str) -> dict[str, Any]:
    """Extractors of rendered pages are loaded without a browser."""
    return {"render": False} if REGISTRY[name].needs == "render" else {}


@pytest.mark.parametrize(("name", "option"), [row for row in ROWS if row[1] not in OBJECTS | OF_FILES | {"site"}])
def test_the_command_line_gives_what_python_gives(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written = WRITTEN[option]
    values = [_python(text) for text in written]
    if option == "render":
        made = ridgeline.load(name, render=False)
        with pytest.raises(OptionError, match="render is True or False"):
            ridgeline.load(name, **extractor_options(others=["render=no"]))
        assert state(made) == state(ridgeline.load(name, **extractor_options(others=["render=false"])))
        return
    from_line = ridgeline.load(
        name, **extractor_options(others=[f"{option}={text}" for text in written]), **offline(name)
    )
    from_python = ridgeline.load(name, **{option: values[0] if len(values) == 1 else values}, **offline(name))
    assert state(from_line) == state(from_python)
    assert state(from_line) != state(ridgeline.load(name, **offline(name))), "the option changes nothing"


def _python(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@pytest.mark.parametrize(("name", "option"), [row for row in ROWS if row[1] in OBJECTS])
def test_objects_are_for_python_alone(name: str, option: str) -> None:
    with pytest.raises(OptionError, match=f"^{option} (is|are) .* for Python alone"):
        ridgeline.load(name, **extractor_options(others=[f"{option}=x"]))


@pytest.mark.parametrize("name", REGISTRY)
def test_the_options_are_listed(name: str, shell: Shell) -> None:
    ran = shell("extractors", name)
    assert (ran.code, ran.err) == (0, "")
    listed = dict(line.split("=", 1) for line in ran.out.splitlines())
    assert listed.keys() == options_of(name).keys() - OBJECTS
    assert json.loads(shell("extractors", name, "--json").out).keys() == listed.keys()


RUNS_AT_ONCE = [row for row in ROWS if REGISTRY[row[0]].needs != "render" and REGISTRY[row[0]].fitted_by is None]


@pytest.mark.parametrize(("name", "option"), [row for row in RUNS_AT_ONCE if row[1] in WRITTEN])
def test_extract_takes_the_option(name: str, option: str, shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<title>A</title><div><p>One sentence, and another one, is here.</p></div>")
    given = [word for text in WRITTEN[option] for word in ("--option", f"{option}={text}")]
    ran = shell("extract", "page.html", "-e", name, *given)
    assert ran.code == 0
    assert "error" not in ran.err


# --- Training and learning take the options that decide what is learnt


def site(folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "texts").mkdir()
    for number in range(6):
        text = (
            f"<p>The story number {number} is about ship {number * 7}, its captain, and the storm. It came late.</p>"
            * 3
        )
        menu = "<ul><li><a href=/>Home of the site</a></li><li>All rights are reserved here</li></ul>"
        (folder / "site" / f"{number}.html").write_text(f"<body>{menu}<div>{text}</div>{menu}")
        gold = ridgeline.parse(text).leaf_text
        (folder / "texts" / f"{number}.txt").write_text("\n\n".join(gold))


@pytest.mark.parametrize(
    ("name", "option", "written"),
    [
        *(
            ("content-extractor", option, WRITTEN[option])
            for option in options_of("content-extractor")
            if option != "model"
        ),
        *(
            ("mountain-site", option, WRITTEN[option])
            for option in options_of("mountain-site")
            if option not in OBJECTS | OF_FILES
        ),
        ("style-tree", "threshold", ["0.125"]),
    ],
)
def test_training_takes_the_option(name: str, option: str, written: list[str], shell: Shell, tmp_path: Path) -> None:
    site(tmp_path)
    given = [word for text in written for word in ("--option", f"{option}={text}")]
    gold = [] if name == "content-extractor" else ["--gold", "texts"]
    ran = shell("train", name, "--pages", "site", *gold, *given, "-o", "model.json")
    assert ran.code == 0, ran.err
    trained: Any = ridgeline.load(name, model="model.json")
    made = getattr(trained, option) if hasattr(trained, option) else getattr(trained.settings, option)
    assert state(made) == (_python(written[0]) if len(written) == 1 else written)
    ran = shell("extract", "site/1.html", "-e", name, "--model", "model.json")
    assert ran.code == 0
    assert "error" not in ran.err


def test_what_was_learnt_cannot_be_changed_later(shell: Shell, tmp_path: Path) -> None:
    site(tmp_path)
    assert shell("train", "content-extractor", "--pages", "site", "-o", "model.json").code == 0
    ran = shell(*"extract site/1.html -e content-extractor --model model.json --option comparison=index".split())
    assert (ran.code, ran.err) == (0, "")
    assert "story number 1" in ran.out
    ran = shell(*"extract site/1.html -e content-extractor --model model.json --option min_pages=3".split())
    assert (ran.code, ran.out) == (2, "")
    assert "min_pages is decided when a model is learnt" in ran.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("train mountain-site --pages site --gold texts -o m.json --option hue=1", "mountain-site has no option 'hue'"),
        ("train mountain-site --pages site --gold texts -o m.json --option classifier=x", "what training finds"),
        ("train mountain -o m.json --option span_window=x", "span_window is a whole number"),
        ("train ice-lm -o m.json --option threshold=1", "threshold is what training finds"),
        ("train ice-tree -o m.json --option scripts=1", "scripts is True or False, not 1"),
        ("train content-extractor --pages site -o m.json --option min_pages=1", "min_pages is 2 or more"),
        ("template learn example.org site/1.html --option hue=1", "template learn has no option 'hue'"),
        ("template learn example.org site/1.html --option copies=2", "copies is True or False, not 2"),
        ("eval mountain everything --data none --option alpha=1", "--option belongs to a single extractor"),
        ("mountain site/1.html -o m.html --option alpha=x", "alpha is a finite number"),
    ],
)
def test_a_wrong_option_is_one_line(line: str, message: str, shell: Shell, tmp_path: Path) -> None:
    site(tmp_path)
    ran = shell(*line.split())
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


@pytest.mark.parametrize("option", [own.name for own in fields(LearningOptions)])
def test_learning_a_template_takes_the_option(option: str, shell: Shell, tmp_path: Path) -> None:
    site(tmp_path)
    written = {**WRITTEN, "support": ["0.5"], "copies": ["true"]}[option]
    given = [word for text in written for word in ("--option", f"{option}={text}")]
    pages = [f"site/{number}.html" for number in range(6)]
    ran = shell("template", "learn", "example.org", *pages, "--store", "t.sqlite", *given)
    assert (ran.code, ran.err) == (0, "")
    (template,) = TemplateStore(tmp_path / "t.sqlite").get("example.org")
    if option in ("tags", "link_words"):
        assert state(getattr(template, option)) == (written if option == "tags" else True)
    ran = shell(
        *"template apply example.org site/1.html --store t.sqlite --option drift=0 --option then=everything".split()
    )
    assert (ran.code, ran.err) == (0, "")


def test_scores_of_an_extractor_with_options(shell: Shell, tmp_path: Path) -> None:
    row = {
        "id": "1",
        "html": "<p>One two three.</p>" + "<p>Four five six seven.</p>" * 2,
        "text": "Four five six seven.",
    }
    (tmp_path / "own.jsonl").write_text(json.dumps(row))
    ran = shell(*"eval rnn --data own.jsonl --option blocks=1 -p 1".split())
    assert ran.code == 0
    assert "1.000" in ran.out


def test_a_mountain_with_other_constants(shell: Shell, tmp_path: Path) -> None:
    site(tmp_path)
    assert shell(*"mountain site/1.html -o plain.html".split()).code == 0
    assert shell(*"mountain site/1.html -o high.html --option peak_factor=30".split()).code == 0
    plain, high = (
        float(re.findall(r"peak threshold ([\d.]+);", (tmp_path / name).read_text())[0])
        for name in ("plain.html", "high.html")
    )
    assert high == pytest.approx(10 * plain, rel=0.01)
