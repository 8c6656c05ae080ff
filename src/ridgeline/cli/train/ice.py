"""`ridgeline train ice-…`: trains the ICE systems on pages with gold texts in CleanEval's form."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ...errors import OptionError
from ...storage import models
from ..command import Option
from ..extras import require
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .training_options import Force, Options, Output, model_path, options_for

if TYPE_CHECKING:
    from ...extractors.ice.elaborate import Elaborate
    from ...extractors.ice.genetic import Genetic
    from ...extractors.ice.language_model import LanguageModel
    from ...extractors.ice.tree import Tree
    from ...lab.datasets import Record
    from ...page import Page

Data = Annotated[str, Option("--data", "-d", metavar="SET", help="Pages with gold texts in CleanEval's form.")]

DATA = "cleaneval-dev"


@group.command("ice-tree", epilog=examples("ridgeline train ice-tree --output ice-tree.json"))
def train_ice_tree(output: Output, data: Data = DATA, option: Options = None, force: Force = False) -> None:
    """Train the decision tree of `ice-tree` by C4.5 and print it in the layout of the paper's Figure 2.

    The model is readable JSON. `ridgeline study ice` reports its error by cross-validation.
    """
    from ...extractors.ice.decision_tree import to_figure
    from ...extractors.ice.tree import SCHEMA
    from ...lab.training.ice.tree import fit_tree

    options = options_for("ice-tree", option, learnt=["tree"])
    records, pages = _read(data, output, force=force)
    with progress(1, "ice-tree") as advance:
        extractor = fit_tree(pages, _gold(records), **options)
        advance()
    _save(extractor, output, data, records)
    write_standard_output(to_figure(extractor.tree, SCHEMA) + "\n")


@group.command("ice-elaborate", epilog=examples("ridgeline train ice-elaborate --output ice-elaborate.json"))
def train_ice_elaborate(output: Output, data: Data = DATA, option: Options = None, force: Force = False) -> None:
    """Choose the threshold of `ice-elaborate` for paragraphs by the mean combined score on these pages."""
    require("eval")
    from ...lab.training.ice.thresholds import fit_elaborate

    options = options_for("ice-elaborate", option, learnt=["threshold"])
    records, pages = _read(data, output, force=force)
    extractor = fit_elaborate(pages, _gold(records), **options)
    _save(extractor, output, data, records)
    write_standard_output(f"threshold {extractor.threshold:g}\n")


@group.command(
    "ice-lm",
    epilog=examples(
        "ridgeline train ice-lm --output ice-lm.json",
        "ridgeline train ice-lm --option direction=query --option scripts=true --output ice-lm.json",
    ),
)
def train_ice_lm(output: Output, data: Data = DATA, option: Options = None, force: Force = False) -> None:
    """Choose the threshold of `ice-lm` for the divergence by the mean combined score on these pages."""
    require("eval")
    from ...lab.training.ice.thresholds import fit_language_model

    options = options_for("ice-lm", option, learnt=["threshold"])
    records, pages = _read(data, output, force=force)
    extractor = fit_language_model(pages, _gold(records), **options)
    _save(extractor, output, data, records)
    write_standard_output(f"threshold {extractor.threshold:g}\n")


@group.command(
    "ice-ga",
    epilog=examples(
        "ridgeline train ice-ga --output ice-ga.json", "ridgeline train ice-ga --lengths --seed 7 --output ice-ga.json"
    ),
)
def train_ice_ga(
    output: Output,
    data: Data = DATA,
    population: Annotated[int, Option("--population", metavar="N", help="Expressions per generation.")] = 40,
    generations: Annotated[int, Option("--generations", metavar="N", help="Number of generations.")] = 25,
    seed: Annotated[int, Option("--seed", metavar="N", help="Seed of the random numbers.")] = 0,
    lengths: Annotated[
        bool, Option("--lengths", help="Add literals that select text by its length; the paper has none.")
    ] = False,
    force: Force = False,
) -> None:
    """Evolve the regular expression of `ice-ga`. Every generation is reported on standard error.

    The best expression so far is written after every generation, so an interrupted run keeps it.
    """
    require("ice")
    from ...extractors.ice.genetic import Genetic
    from ...lab.training.ice.evolution import Generation, fit_genetic
    from ...lab.training.ice.evolution_settings import Settings

    settings = Settings(population=population, generations=generations, seed=seed, lengths=lengths)
    records, pages = _read(data, output, force=force)
    with progress(generations + 1, "generations") as advance:

        def on_generation(generation: Generation) -> None:
            note(f"generation {generation.number}: fitness {generation.fitness:.0f}, {generation.best}")
            _save(Genetic(generation.best), output, data, records)
            advance()

        extractor = fit_genetic(pages, _gold(records), settings=settings, on_generation=on_generation)
    write_standard_output(f"{extractor.expression}\n")


def _read(data: str, output: str, *, force: bool) -> "tuple[list[Record], list[Page]]":
    from ...lab import datasets
    from ...page import parse

    model_path(output, force=force, has_arrays=False)
    records = datasets.load(data)
    if not records or any(record.marked is None for record in records):
        raise OptionError(f"{data} has pages without gold texts in CleanEval's form; cleaneval-dev has them")
    return records, [parse(record.html, url=record.url) for record in records]


def _gold(records: "Sequence[Record]") -> list[str]:
    return [record.marked or "" for record in records]


def _save(
    extractor: "Elaborate | Genetic | LanguageModel | Tree", output: str, data: str, records: "Sequence[Record]"
) -> None:
    """Write a model with a record of its training data."""
    checksum = models.fingerprint(part for record in records for part in (record.id, record.html, record.marked or ""))
    source = {"set": Path(data).name, "pages": len(records), "sha256": checksum}
    saved = extractor.to_saved()
    models.save(models.SavedModel(saved.extractor, {**saved.manifest, "trained_on": source}), Path(output))
