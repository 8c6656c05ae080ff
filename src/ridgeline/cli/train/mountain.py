"""`ridgeline train mountain`, `mountain-site` and `style-tree`."""

from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import OptionError
from ..options import SeveralValuesCommand, separate
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .folders import read_site
from .places import DEFAULT_SETS, Data, Limit, Output, Pages, model_place

if TYPE_CHECKING:
    from ...lab.study.mountain.training import Training


@group.command(
    "mountain",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline train mountain --output mountain.json",
        "ridgeline train mountain --data news-dev chinese --limit 100 --output mountain.json",
    ),
)
def train_mountain(
    output: Output,
    data: Data = None,
    limit: Limit = None,
    processes: Annotated[
        int | None, typer.Option("--processes", "-p", metavar="N", help="For scoring, instead of one a core.")
    ] = None,
) -> None:
    """Train the universal classifier of the Mountain Model, and judge it by cross-validation.

    Ridges are labelled by the gold texts. The figures shown are of four folds, each judged by what was learnt from the
    other sites; the model written is learnt from all pages.
    """
    from ... import models
    from ...lab import datasets
    from ...lab.evaluate import spread
    from ...lab.study.mountain.training import train_universal

    place = model_place(output)
    if limit is not None and limit < 1:
        raise OptionError(f"--limit is positive, not {limit}")
    sets = {name: spread(datasets.load(name), limit) for name in separate(data or DEFAULT_SETS)}
    with progress(2 * sum(map(len, sets.values())), "pages") as advance:
        training = train_universal(sets, processes=processes, advance=advance)
    models.save(training.model(sets), place)
    write_standard_output(_as_text(training))


def _as_text(training: "Training") -> str:
    lines = [
        f"{training.ridges} ridges, {training.ridge_accuracy:.4f} of them judged rightly on sites not learnt from",
        f"{'':16}{'pages':>8}{'word F1':>10}{'FM > 0.9':>10}{'FM > 0.8':>10}{'R > 0.95':>10}",
    ]
    for name, row in training.by_set.items():
        shares = f"{row.word_f1:10.4f}{row.good_enough:10.4f}{row.located:10.4f}{row.little_lost:10.4f}"
        lines.append(f"{name:16}{row.pages:8}{shares}")
    return "\n".join(lines) + "\n"


@group.command(
    "mountain-site",
    epilog=examples(
        "ridgeline train mountain-site --pages site/ --gold texts/ --output site.json",
        "ridgeline extract page.html -e mountain-site --model site.json",
    ),
)
def train_mountain_site(
    pages: Pages,
    gold: Annotated[
        str, typer.Option("--gold", metavar="DIR", help="A folder with their texts: page.txt goes with page.html.")
    ],
    output: Output,
) -> None:
    """Train the Mountain Model's classifier for one site, from about ten of its pages and their texts.

    What is written goes to `ridgeline extract --model`. Pages without a text are not used.
    """
    from ...extractors.mountain import MountainSite

    place = model_place(output)
    site = read_site(pages, gold)
    if len(site.pages) > len(site.gold):
        note(f"{len(site.pages) - len(site.gold)} of {len(site.pages)} pages have no text in {gold} and are not used")
    MountainSite().fit(site.pages[: len(site.gold)], site.gold).save(place)
    note(f"learnt from {len(site.gold)} pages; {place} holds it")


@group.command(
    "style-tree",
    epilog=examples(
        "ridgeline train style-tree --pages site/ --output tree.json",
        "ridgeline train style-tree --pages site/ --gold texts/ --output tree.json",
    ),
)
def train_style_tree(
    pages: Pages,
    output: Output,
    gold: Annotated[
        str | None,
        typer.Option("--gold", metavar="DIR", help="Texts of some of the pages, to choose the threshold by."),
    ] = None,
) -> None:
    """Build the Site Style Tree of a site from its pages: the more there are, the better.

    No texts are needed; where some are given, the threshold of importance is the one that serves them best.
    """
    from ...extractors.style_tree import StyleTree

    place = model_place(output)
    site = read_site(pages, gold)
    tree = StyleTree().fit(site.pages, site.gold or None)
    tree.save(place)
    note(f"built from {len(site.pages)} pages, threshold {tree.threshold:g}; {place} holds it")
