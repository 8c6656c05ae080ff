"""`ridgeline mountain`: Figure 1 of the Mountain Model's paper, for any page."""

from pathlib import Path
from typing import Annotated, cast

from ..errors import OptionError
from ..registry import load_ready
from . import extraction_options, sources, targets
from .command import Argument, Option
from .extras import require
from .sources import Reading, label
from .terminal import note


def mountain(
    page: Annotated[str, Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")],
    *,
    output: Annotated[
        str, Option("--output", "-o", metavar="FILE", help="A .png, .svg or .pdf picture, or a .html page.")
    ],
    model: Annotated[
        str | None,
        Option("--model", metavar="FILE", help="A site's classifier, made by `ridgeline train mountain-site`."),
    ] = None,
    option: extraction_options.Others = None,
    title: Annotated[str | None, Option("--title", metavar="TEXT", help="Instead of the page's name.")] = None,
    read: extraction_options.Read,
    force: Annotated[bool, Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Draw the mountain of a page: the scores of its cells, the thresholds, primary and cluttered ridges.

    A .html page shows the text of a cell on hover.
    """
    from ..extractors.mountain import Mountain, read_terrain
    from ..lab.study.mountain.picture import HTML, check_format, draw_mountain
    from ..page import parse

    target = Path(output)
    check_format(target)
    if target.suffix.lower() != HTML:
        require("plot")
    targets.check_new_file(target, [page], force=force)
    reading = Reading(**read)
    sources.check([page], reading)
    if title == "":
        raise OptionError("--title: a title is not empty")
    name = "mountain" if model is None else "mountain-site"
    extractor = cast("Mountain", load_ready(name, **extraction_options.extractor_options(others=option, model=model)))
    source = sources.read(page, reading)
    terrain = read_terrain(parse(source.data, charset=source.charset), extractor.settings)
    is_primary = extractor.primary_ridges(terrain)
    draw_mountain(terrain, is_primary, target, title or label(page))
    note(f"{len(terrain.cells)} cells, {len(terrain)} ridges, {int(is_primary.sum())} of them primary; see {target}")
