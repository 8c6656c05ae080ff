"""`ridgeline render`: a page in a real browser; a picture of it, with what an extractor keeps."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from .. import files
from ..errors import OptionError
from ..fetch import DEFAULT_TIMEOUT_SECONDS
from . import options, sources, targets
from .sources import Reading
from .terminal import write_standard_output

if TYPE_CHECKING:
    from ..extraction import Extractor
    from ..page import Page
    from ..render import Browser


def render(
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write a picture of the page (PNG).")
    ] = None,
    boxes: Annotated[
        str | None,
        typer.Option("--boxes", "-b", metavar="NAME", help="Draw what this extractor keeps over the picture."),
    ] = None,
    model: options.Model = None,
    layout: Annotated[
        Path | None, typer.Option("--layout", metavar="FILE", help="Write the layout (.npz), to be loaded again.")
    ] = None,
    network: Annotated[
        bool | None, typer.Option("--network/--no-network", help="Load what the page asks for. Default: for URLs only.")
    ] = None,
    scripts: Annotated[
        bool | None, typer.Option("--scripts/--no-scripts", help="Run its scripts. Default: for URLs only.")
    ] = None,
    width: Annotated[int, typer.Option("--width", metavar="PIXELS", help="Of the browser's window.")] = 1280,
    charset: Annotated[
        str | None, typer.Option("--charset", metavar="NAME", help="The encoding, if it is known better.")
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Load also from this machine and its network.")
    ] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="For the page, all in all.")
    ] = DEFAULT_TIMEOUT_SECONDS,
) -> None:
    """Lay a page out in a headless Chromium, as a reader sees it.

    A file is laid out offline and without scripts: no request leaves the machine. A URL is opened as a browser opens
    it, from public addresses only. The first line says how large the page is and how much of it is shown.
    """
    from ..render import Browser, Rendering, save

    reading = Reading(charset=charset, timeout_seconds=timeout, allow_private=allow_private)
    sources.check([page], reading)
    for target in filter(None, (output, layout)):
        targets.check_place(target)
    if boxes is not None and output is None:
        raise OptionError("--boxes draws over a picture: name it with --output")
    extractor = None
    if boxes is not None:
        extractor = options.load_ready(boxes, **options.extractor_options(model=model))
    online = sources.is_url(page) if network is None else network
    rendering = Rendering(
        width=width,
        timeout_seconds=timeout,
        network=online,
        scripts=sources.is_url(page) if scripts is None else scripts,
        allow=None if allow_private else _may_be_requested,
    )
    with Browser(rendering) as browser:
        laid_out, picture = _pictured(browser, page, reading, extractor)
    if output is not None:
        files.write(output, picture)
    if layout is not None and laid_out.layout is not None:
        save(laid_out.layout, layout)
    write_standard_output(_summary(laid_out))


def _pictured(browser: "Browser", name: str, reading: Reading, extractor: "Extractor | None") -> "tuple[Page, bytes]":
    """The page with its layout, and the picture."""
    from ..page import parse

    over = _painter(extractor) if extractor is not None else None
    if sources.is_url(name) and browser.rendering.network:
        return browser.open(name, over)
    source = sources.read(name, reading)
    return browser.shoot(parse(source.data, url=source.url, charset=source.charset), over)


def _painter(extractor: "Extractor") -> "Callable[[Page], str]":
    """What draws the area that an extractor keeps."""
    from ..extractors.grouping import OnRenderedPage, View
    from ..extractors.grouping.labels import region_of_leaves
    from ..render.paint import svg

    def paint(page: "Page") -> str:
        if page.layout is None:
            return ""
        view = View(page, page.layout)
        if isinstance(extractor, OnRenderedPage):  # it chooses nodes, others choose leaves
            return svg(view.region(extractor.nodes(view)), page.layout)
        return svg(region_of_leaves(view, extractor.extract(page).keep), page.layout)

    return paint


def _summary(page: "Page") -> str:
    if page.layout is None:
        return "nothing was laid out\n"
    shown = int(page.layout.shown[page.leaves].sum())
    size = f"{page.layout.width:.0f} × {page.layout.height:.0f} pixels"
    return f"{size}, {len(page)} nodes, {shown} of {len(page.leaves)} leaves shown\n"


@lru_cache(maxsize=1000)
def _is_public(origin: str) -> bool:
    from ..fetch import is_public_url

    return is_public_url(origin)


def _may_be_requested(url: str) -> bool:
    """Whether a page may load this: public addresses only, each host looked up once."""
    parts = urlsplit(url)
    return parts.scheme in ("http", "https") and _is_public(f"{parts.scheme}://{parts.netloc}/")
