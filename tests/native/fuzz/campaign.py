"""Campaigns: targets fuzzed in turn for hours, and what is left of it in the repository.

A turn of a target adds a line to `turns.jsonl` in the folder of the campaign, and inputs to `corpus/TARGET` there. The
harvest minimises these inputs together with those in the repository, adds the figures up in `figures.json`, and writes
them as a table into docs/fuzzing.md.
"""

import json
import secrets
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import cycle
from pathlib import Path

from .building import FOLDER, TARGETS
from .running import CORPUS, Outcome, fuzz, minimise, unpack_corpus, write_inputs

FIGURES = FOLDER / "figures.json"
DOCUMENT = Path(__file__).parents[3] / "docs" / "fuzzing.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"
_TURNS = "turns.jsonl"
_DATE = (1980, 1, 1, 0, 0, 0)  # of all files in an archive: the same inputs are the same bytes


def campaign(targets: Sequence[str], hours: float, seconds: float, folder: Path) -> Iterator[tuple[str, Outcome]]:
    """Fuzz targets in turn, for some seconds each, until the hours have passed; what became of each turn."""
    end = time.monotonic() + hours * 3600
    for target in cycle(targets):
        left = end - time.monotonic()
        if left < 1:
            return
        seed = secrets.randbelow(2**31)  # campaigns side by side, or one after another, try other things
        outcome = fuzz(target, min(seconds, left), folder, folder / "corpus" / target, seed=seed)
        _record(target, outcome, folder)
        yield target, outcome


def _record(target: str, outcome: Outcome, folder: Path) -> None:
    turn = {
        "target": target,
        "hours": outcome.processor_seconds / 3600,
        "executions": outcome.executions,
        "edges": outcome.coverage,
        "findings": int(not outcome.is_clean),
    }
    with (folder / _TURNS).open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(turn) + "\n")
    if outcome.reproducer:
        kept = folder / "findings" / f"{target}-{outcome.reproducer.name}"
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(outcome.reproducer.read_bytes())


def harvest(folder: Path) -> str:
    """Minimise the inputs that a campaign found, add up its figures, and return the table of all so far."""
    for target in TARGETS:
        with tempfile.TemporaryDirectory() as scratch:
            minimised = minimise(target, _gathered(target, folder, Path(scratch)), folder)
        _pack(sorted(minimised.iterdir()), CORPUS / f"{target}.zip")
    turns = folder / _TURNS
    if turns.exists():
        lines = turns.read_text(encoding="utf-8").splitlines()
        FIGURES.write_text(
            json.dumps(_added(read_figures(), map(json.loads, lines)), indent=2) + "\n", encoding="utf-8"
        )
        turns.rename(turns.with_suffix(".harvested"))
    DOCUMENT.write_text(documented(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    return table()


def _gathered(target: str, folder: Path, gathered: Path) -> Path:
    """A copy of all inputs of a target: a campaign that still runs deletes inputs for which it finds smaller ones."""
    write_inputs(gathered)
    unpack_corpus(target, gathered)
    for path in (folder / "corpus" / target).glob("*"):
        with suppress(FileNotFoundError):
            shutil.copy(path, gathered)
    return gathered


def _pack(inputs: Sequence[Path], archive: Path) -> None:
    archive.parent.mkdir(exist_ok=True)
    contents = {sha256(content).hexdigest()[:16]: content for content in (path.read_bytes() for path in inputs)}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in sorted(contents):
            packed.writestr(zipfile.ZipInfo(name, _DATE), contents[name], zipfile.ZIP_DEFLATED)


Figures = dict[str, dict[str, float]]


def read_figures() -> Figures:
    """The figures of all campaigns so far, by target."""
    figures: Figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    return figures


def _added(figures: Figures, turns: Iterator[dict[str, float | str]]) -> Figures:
    """The figures with those of more turns: sums, and the edges of the last turn, since the code changes."""
    for turn in turns:
        own = figures.setdefault(str(turn["target"]), {"hours": 0, "executions": 0, "findings": 0})
        own["hours"] = round(own["hours"] + float(turn["hours"]), 3)
        own["executions"] += int(turn["executions"])
        own["findings"] += int(turn["findings"])
        own["edges"] = int(turn["edges"] or own.get("edges", 0))
    return figures


def table() -> str:
    """The figures as a Markdown table, a row a target and one of all."""
    rows = ["| target | processor hours | executions | edges | findings |", "|---|--:|--:|--:|--:|"]
    figures = read_figures()
    for target in (target for target in TARGETS if target in figures):
        own = figures[target]
        rows.append(
            f"| `{target}` | {own['hours']:.2f} | {own['executions']:,} | {own['edges']:,} | {own['findings']} |"
        )
    hours, executions, findings = (
        sum(own[name] for own in figures.values()) for name in ("hours", "executions", "findings")
    )
    rows.append(f"| all | {hours:.2f} | {executions:,} | | {findings} |")
    return "\n".join(rows)


def documented(text: str) -> str:
    """The document with the present table in its place."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"
