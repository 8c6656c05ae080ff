"""`ridgeline render`: lay out a page in a real browser, and draw the region that an extractor keeps over it."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import OptionError
from ..parameters import DEFAULT_TIMEOUT_SECONDS
from ..registry import load_ready
from ..storage import files
from ..text.urls import is_url
from . import extraction_options, sources, targets
from .command import Argument, Option
from .sources import Reading
from .terminal import write_standard_output

if TYPE_CHECKING:
    from ..extraction import Extractor
    from ..page import Page
    from ..render import Browser


def render(
    page: Annotated[str, Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")],
    output: Annotated[
        Path | None, Option("--output", "-o", metavar="FILE", help="Write a picture of the page (PNG).")
    ] = None,
    boxes: Annotated[
        str | None,
        Option(
            "--boxes", "-b", metavar="NAME", help="Draw the boxes of elements whose text this extractor mostly keeps."
        ),
    ] = None,
    model: extraction_options.Model = None,
    option: extraction_options.Others = None,
    layout: Annotated[
        Path | None,
        Option("--layout", metavar="FILE", help="Write the layout (.npz), for `ridgeline.render.load`."),
    ] = None,
    network: Annotated[
        bool | None,
        Option("--network/--no-network", help="Load style sheets, images and so on. Default: for URLs only."),
    ] = None,
    scripts: Annotated[
        bool | None, Option("--scripts/--no-scripts", help="Run its scripts. Default: for URLs only.")
    ] = None,
    width: Annotated[int, Option("--width", metavar="PIXELS", help="The width of the browser's window.")] = 1280,
    charset: Annotated[
        str | None,
        Option("--charset", metavar="NAME", help="The encoding, instead of the declared or detected one."),
    ] = None,
    allow_private: Annotated[
        bool, Option("--allow-private", help="Also load from this machine and its network.")
    ] = False,
    timeout: Annotated[
        float, Option("--timeout", metavar="SECONDS", help="For all work on the page.")
    ] = DEFAULT_TIMEOUT_SECONDS,
    force: Annotated[bool, Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Lay out a page in a headless Chromium, as a reader sees it.

    A file is laid out offline and without scripts: no request leaves the machine. A URL is opened with network and
    scripts, from public addresses only. The output is one line with the size of the page and the number of shown
    leaves.
    """
    from ..render import Browser, Rendering, save

    reading = Reading(charset=charset, timeout_seconds=timeout, allow_private=allow_private)
    sources.check([page], reading)
    if output is not None and output.suffix.lower() != ".png":
        raise OptionError(f"--output: a picture of the page is a .png file, not {output.name!r}")
    for target in filter(None, (output, layout)):
        targets.check_new_file(target, [page], force=force)
    if boxes is not None and output is None:
        raise OptionError("--boxes draws over a picture: name it with --output")
    extractor = None
    if boxes is not None:
        extractor = load_ready(boxes, **extraction_options.extractor_options(others=option, model=model))
    online = is_url(page) if network is None else network
    rendering = Rendering(
        width=width,
        timeout_seconds=timeout,
        network=online,
        scripts=is_url(page) if scripts is None else scripts,
        allow_private=allow_private,
    )
    with Browser(rendering) as browser:
        laid_out, picture = _lay_out(browser, page, reading, extractor)
    if output is not None:
        files.write(output, picture)
    if layout is not None and laid_out.layout is not None:
        save(laid_out.layout, layout)
    write_standard_output(_summary(laid_out))


def _lay_out(browser: "Browser", name: str, reading: Reading, extractor: "Extractor | None") -> "tuple[Page, bytes]":
    """Return the page with its layout, and the picture."""
    from ..page import parse

    paint = _painter(extractor) if extractor is not None else None
    if is_url(name) and browser.rendering.network:
        return browser.open(name, paint)
    source = sources.read(name, reading)
    return browser.screenshot(parse(source.data, url=source.url, charset=source.charset), paint)


def _painter(extractor: "Extractor") -> "Callable[[Page], str]":
    """Return a function that draws the region an extractor keeps on a page with a layout.

    The extractor gets the rendered page itself: text that `ridgeline.embedded` would find in its data is not on the
    picture.
    """
    from ..extractors.grouping import RenderedPageExtractor, View
    from ..extractors.grouping.marks import region_of_leaves
    from ..render.overlay import svg

    def paint(page: "Page") -> str:
        if page.layout is None:
            return ""
        view = View(page, page.layout)
        if isinstance(extractor, RenderedPageExtractor):  # it chooses nodes, others choose leaves
            region = view.region(extractor.nodes(view))
        else:
            region = region_of_leaves(view, extractor.extract(page).keep)
        return svg(region.rectangles, region.without, page.layout)

    return paint


def _summary(page: "Page") -> str:
    if page.layout is None:
        return "nothing was laid out\n"
    shown = int(page.layout.shown[page.leaves].sum())
    size = f"{page.layout.width:.0f} × {page.layout.height:.0f} pixels"
    return f"{size}, {len(page)} nodes, {shown} of {len(page.leaves)} leaves shown\n"
