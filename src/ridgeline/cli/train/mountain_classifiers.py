"""`ridgeline train mountain`, `mountain-site` and `style-tree`."""

from typing import TYPE_CHECKING, Annotated

from ...errors import OptionError
from ..command import Option
from ..extraction_options import SeveralValuesCommand, separate
from ..extras import require
from ..folders import read_site
from ..terminal import examples, note, progress, write_standard_output
from . import group
from .training_options import Force, Limit, Options, Output, Pages, model_files, model_path, options_for

if TYPE_CHECKING:
    from ...lab.training.mountain_classifiers import Training


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
    data: Annotated[
        list[str] | None,
        Option("--data", "-d", metavar="SET", help="Data sets instead of those of the shipped model."),
    ] = None,
    all_pages: Annotated[bool, Option("--all-pages", help="Pages that are no articles too.")] = False,
    limit: Limit = None,
    processes: Annotated[
        int | None, Option("--processes", "-p", metavar="N", help="For scoring, instead of one a core.")
    ] = None,
    option: Options = None,
    force: Force = False,
) -> None:
    """Train the universal classifier of the Mountain Model on articles, and score it by cross-validation.

    Pages of other types, such as forums, are left out, as in the paper, unless --all-pages is given. Gold texts label
    the ridges. The figures shown are those of four folds, each scored by a classifier that was trained on the other
    sites. The model written is trained on all of these pages.
    """
    require("train")
    from ...extractors.mountain import Settings
    from ...lab import datasets
    from ...lab.evaluation import spread
    from ...lab.training.mountain_classifiers import TRAINING_SETS, articles, train_universal
    from ...storage import models

    path = model_path(output, force=force)
    settings = Settings(**options_for("mountain", option, learnt=["classifier"]))
    chosen = list if all_pages else articles
    for name, value in (("--limit", limit), ("--processes", processes)):
        if value is not None and value < 1:
            raise OptionError(f"{name} is positive, not {value}")
    sets = {name: spread(chosen(datasets.load(name)), limit) for name in separate(data or TRAINING_SETS)}
    with progress(2 * sum(map(len, sets.values())), "pages") as advance:
        training = train_universal(sets, settings=settings, processes=processes, advance=advance)
    models.save(training.to_saved(sets), path)
    note(f"wrote {model_files(path)}; `--model {path}` uses it")
    write_standard_output(_as_text(training))


def _as_text(training: "Training") -> str:
    lines = [
        f"{training.ridges} ridges; {training.ridge_accuracy:.4f} of those on unseen sites classified correctly",
        f"{'':16}{'pages':>8}{'word F1':>10}{'FM > 0.9':>10}{'FM > 0.8':>10}{'R > 0.95':>10}{'by lines':>10}",
    ]
    for name, row in training.by_set.items():
        figures = (row.word_f1, row.good_enough, row.located, row.little_lost, row.good_enough_by_lines)
        lines.append(f"{name:16}{row.pages:8}" + "".join(f"{figure:10.4f}" for figure in figures))
    return "\n".join(lines) + "\n"


@group.command(
    "mountain-site",
    epilog=examples(
        "ridgeline train mountain-site --pages site/ --gold texts/ --output site.json",
        "ridgeline train mountain-site --pages site/ --gold texts/ --option span_window=9 --output site.json",
        "ridgeline extract page.html -e mountain-site --model site.json",
    ),
)
def train_mountain_site(
    pages: Pages,
    gold: Annotated[
        str, Option("--gold", metavar="DIR", help="A folder with their texts: page.txt goes with page.html.")
    ],
    output: Output,
    option: Options = None,
    force: Force = False,
) -> None:
    """Train the Mountain Model's classifier for one site, on about ten of its pages and their texts.

    The model is for `ridgeline extract --model`. Pages without a text are not used.
    """
    require("train")
    from ...lab.training.mountain_classifiers import fit_mountain_site

    path = model_path(output, force=force)
    settings = options_for("mountain-site", option, learnt=["classifier"])
    site = read_site(pages, gold)
    if len(site.pages) > len(site.gold):
        note(f"{len(site.pages) - len(site.gold)} of {len(site.pages)} pages have no text in {gold} and are not used")
    fit_mountain_site(site.pages[: len(site.gold)], site.gold, **settings).save(path)
    note(f"trained on {len(site.gold)} pages; wrote {model_files(path)}")


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
        Option("--gold", metavar="DIR", help="A folder with texts of some pages, to choose the threshold."),
    ] = None,
    option: Options = None,
    force: Force = False,
) -> None:
    """Build the Site Style Tree of a site from its pages: the more there are, the better.

    No texts are needed. If some are given, the threshold is the one with the best word F1 on their pages.
    """
    from ...lab.training.style_tree import fit_style_tree

    path = model_path(output, force=force)
    options = options_for("style-tree", option)
    site = read_site(pages, gold)
    tree = fit_style_tree(site.pages, site.gold, **options)
    tree.save(path)
    note(f"built from {len(site.pages)} pages, threshold {tree.threshold:g}; wrote {model_files(path)}")
