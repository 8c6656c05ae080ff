"""`ridgeline mcp`: tools for language models, over standard input and output."""

import sys
from typing import Annotated

from ..parameters import DEFAULT_TIMEOUT_SECONDS
from .command import Option
from .render_mode import DEFAULT_RENDER_SECONDS, Render, RenderSeconds, open_renderer
from .terminal import note

_MAX_BYTES = 10_000_000


def mcp(
    timeout: Annotated[
        float, Option("--timeout", metavar="SECONDS", help="Time limit for fetching a page.")
    ] = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: Annotated[int, Option("--max-bytes", metavar="N", help="The largest page to read.")] = _MAX_BYTES,
    seconds: Annotated[
        float, Option("--seconds", metavar="SECONDS", help="Time limit for a whole call of a tool.")
    ] = 60.0,
    allow_private: Annotated[
        bool, Option("--allow-private", help="Also fetch from this machine and its network.")
    ] = False,
    render: Render = None,
    render_seconds: RenderSeconds = DEFAULT_RENDER_SECONDS,
) -> int:
    """Serve tools for language models (Model Context Protocol) on standard input and output.

    The tools read a page as Markdown within a budget, list its sections, read one of them, search in them, list posts,
    links and the addresses of a site, explain why a page is empty, and compare extractors. A client starts this command
    itself; it ends when its standard input does.
    """
    from ..integrations.mcp import Bounds, make_server

    bounds = Bounds(timeout, max_bytes, tool_seconds=seconds, allow_private=allow_private)
    with open_renderer(render, render_seconds, allow_private=allow_private) as renderer:
        server = make_server(bounds, renderer=renderer)
        if sys.stdin is not None and sys.stdin.isatty():
            note("this speaks to a client on standard input, not to a person: see the documentation; Ctrl-C ends it")
        server.run()
    return 0
