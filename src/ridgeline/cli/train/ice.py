"""`ridgeline train ice-…`: what the ICE systems learn, from pages with gold texts in CleanEval's form."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import models
from ...errors import OptionError
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .places import Output, model_place

if TYPE_CHECKING:
    from ...extraction import Trainable
    from ...lab.datasets import Record
    from ...page import Page

Data = Annotated[str, typer.Option("--data", "-d", metavar="SET", help="Pages with gold texts in CleanEval's form.")]

DATA = "cleaneval-dev"


@group.command("ice-tree", epilog=examples("ridgeline train ice-tree --output ice-tree.json"))
def train_ice_tree(output: Output, data: Data = DATA) -> None:
    """Learn the decision tree of `ice-tree` by C4.5 and print it as Figure 2 of the paper does.

    The model is JSON that can be read. `ridgeline study ice` has its error by cross-validation.
    """
    from ...extractors.ice.tree import Tree, to_figure
    from ...lab.study.ice import learn_tree

    records, pages = _read(data, output)
    with progress(1, "ice-tree") as advance:
        tree = Tree(learn_tree(pages, _gold(records)))
        advance()
    _save(tree, output, data, records)
    write_standard_output(to_figure(tree.tree) + "\n")


@group.command("ice-elaborate", epilog=examples("ridgeline train ice-elaborate --output ice-elaborate.json"))
def train_ice_elaborate(output: Output, data: Data = DATA) -> None:
    """Choose the threshold of `ice-elaborate` for paragraphs, by the mean combined score on these pages."""
    from ...extractors.ice.elaborate import Elaborate

    records, pages = _read(data, output)
    elaborate = Elaborate(threshold=0.0).fit(pages, _gold(records))
    _save(elaborate, output, data, records)
    write_standard_output(f"threshold {elaborate.threshold:g}\n")


@group.command(
    "ice-lm",
    epilog=examples(
        "ridgeline train ice-lm --output ice-lm.json", "ridgeline train ice-lm --direction query --output ice-lm.json"
    ),
)
def train_ice_lm(
    output: Output,
    data: Data = DATA,
    discount: Annotated[
        float, typer.Option("--discount", metavar="DELTA", help="Of the smoothing, between 0 and 1.")
    ] = 0.7,
    direction: Annotated[
        str, typer.Option("--direction", metavar="MODEL", help="Whose divergence is taken: block or query.")
    ] = "block",
) -> None:
    """Choose the threshold of `ice-lm` for the divergence, by the mean combined score on these pages."""
    from ...extractors.ice.language_model import LanguageModel

    language_model = LanguageModel(threshold=0.0, discount=discount, direction=direction)
    records, pages = _read(data, output)
    language_model.fit(pages, _gold(records))
    _save(language_model, output, data, records)
    write_standard_output(f"threshold {language_model.threshold:g}\n")


@group.command(
    "ice-ga",
    epilog=examples(
        "ridgeline train ice-ga --output ice-ga.json", "ridgeline train ice-ga --lengths --seed 7 --output ice-ga.json"
    ),
)
def train_ice_ga(
    output: Output,
    data: Data = DATA,
    population: Annotated[int, typer.Option("--population", metavar="N", help="Expressions of a generation.")] = 40,
    generations: Annotated[int, typer.Option("--generations", metavar="N", help="How long it goes on.")] = 25,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of what is left to chance.")] = 0,
    lengths: Annotated[
        bool, typer.Option("--lengths", help="Let expressions say what is long, which the paper's could not.")
    ] = False,
) -> None:
    """Evolve the regular expression of `ice-ga`. Every generation is reported on standard error.

    The best expression so far is written after every generation, so that an interrupted run keeps it.
    """
    from ...extraction import load
    from ...lab.study.ice import Evolution

    Evolution(population, generations, seed).check()
    load("ice-ga")  # the extra that it needs is known to be missing now
    from ...extractors.ice.evolution import Generation, Settings
    from ...extractors.ice.genetic import Genetic, evolve_on

    records, pages = _read(data, output)
    settings = Settings(population=population, generations=generations, seed=seed, lengths=lengths)
    with progress(generations + 1, "generations") as advance:

        def on_generation(generation: Generation) -> None:
            note(f"generation {generation.number}: fitness {generation.fitness:.0f}, {generation.best}")
            _save(Genetic(generation.best), output, data, records)
            advance()

        expression = evolve_on(pages, _gold(records), settings, on_generation)
    write_standard_output(f"{expression}\n")


def _read(data: str, output: str) -> "tuple[list[Record], list[Page]]":
    from ...lab import datasets
    from ...page import parse

    model_place(output)
    records = datasets.load(data)
    if not records or any(record.marked is None for record in records):
        raise OptionError(f"{data} has pages without gold texts in CleanEval's form; cleaneval-dev has them")
    return records, [parse(record.html, url=record.url) for record in records]


def _gold(records: "Sequence[Record]") -> list[str]:
    return [record.marked or "" for record in records]


def _save(extractor: "Trainable", output: str, data: str, records: "Sequence[Record]") -> None:
    """Write a model, and in it what it was learnt from."""
    path = Path(output)
    extractor.save(path)
    stored = models.load(path, extractor.name)
    checksum = models.fingerprint(part for record in records for part in (record.id, record.html, record.marked or ""))
    source = {"set": Path(data).name, "pages": len(records), "sha256": checksum}
    models.save(models.SavedModel(stored.extractor, {**stored.manifest, "trained_on": source}, stored.arrays), path)
