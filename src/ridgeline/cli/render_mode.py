"""Pages that need a browser, on the command line: `--render`, `--render always`, `--render-seconds`.

Options whose value may be left out are completed here: `--render`, and `--sites` (`options.SitesFolder`).
"""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from enum import StrEnum
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import OptionError
from .command import Option
from .help_groups import GroupedHelpCommand

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ..render import Renderer


class RenderMode(StrEnum):
    """The pages that are opened in a browser."""

    AUTO = "auto"
    ALWAYS = "always"


DEFAULT_RENDER_SECONDS = 15.0  # that of `ridgeline.render.RenderLimits`, which takes a while to import

Render = Annotated[
    RenderMode | None,
    Option(
        "--render",
        metavar="[auto|always]",
        help="Open pages in a browser, with scripts and network: those that are empty without one (auto), or all.",
    ),
]
RenderSeconds = Annotated[
    float,
    Option("--render-seconds", metavar="SECONDS", help="Time limit for a page in the browser."),
]


def check_proxy(render: RenderMode | None, proxy: str | None) -> None:
    """Raise OptionError where pages would reach the network both by a proxy and by a browser without it."""
    if render is not None and proxy is not None:
        raise OptionError("--proxy cannot be used with --render: the browser would not use it")


class OptionalModeCommand(GroupedHelpCommand):
    """A command whose --render and --sites may stand alone; click would take the page after them for their value."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as usual, with the mode after every --render. A file of that name is given as ./auto.

        The folder of --sites is always written behind an equals sign, since a folder may be an input as well.
        """
        return super().parse_args(ctx, list(_with_modes(args)))


def _with_modes(arguments: Sequence[str]) -> Iterator[str]:
    are_options = True  # until `--`
    for argument, after in zip_longest(arguments, arguments[1:]):
        are_options &= argument != "--"
        if are_options and argument == "--sites":
            yield "--sites="
            continue
        yield argument
        if are_options and argument == "--render" and after not in set(RenderMode):
            yield RenderMode.AUTO.value


def open_renderer(
    mode: RenderMode | None, seconds: float, *, allow_private: bool
) -> "AbstractContextManager[Renderer | None]":
    """Return a renderer to be used in a `with` statement; None if no page is to be rendered.

    Raises:
        OptionError: The time limit is not positive.
        MissingExtraError: Playwright is not installed.
    """
    if mode is None:
        return nullcontext()
    from ..render import Renderer, RenderLimits  # few command lines need it

    return Renderer(mode.value, RenderLimits(seconds=seconds), allow_private=allow_private)
