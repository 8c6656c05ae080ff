"""Tools for language models over the Model Context Protocol: `ridgeline mcp`.

    make_server(…) -> MCPServer      the server; run it over stdio, or mount its HTTP application elsewhere

    read_page            the content of a page as Markdown; of a long one an outline and the beginning
    outline_page         the sections of a page
    read_section         one of them
    search_page          those that fit a question best
    read_posts           the posts of a thread, readers' comments, reviews
    explain_page         why a page has little or no content, and what to do
    list_links           the links in the content
    map_site             the addresses of a site
    compare_extractors   what several extractors keep of a page, and how far they agree

A page is named by its URL, or handed over as HTML. What a page says is not trusted: private addresses are refused, and
time, bytes and the size of an answer are bounded.

pages.py opens pages; page_content.py reads them, in whole or in part; outlines.py, threads.py, diagnosis.py, links.py,
site_maps.py and comparison.py are a tool each; budget.py bounds lists; server.py makes the server.
"""

from typing import TYPE_CHECKING, Any

from ...errors import OptionError
from .. import needs
from .pages import Bounds, Run, in_thread

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from ...render import Renderer

__all__ = ["Bounds", "make_server"]


def make_server(
    bounds: Bounds | None = None, run: Run | None = None, renderer: "Renderer | None" = None
) -> "MCPServer[Any]":
    """Return a server with the tools. `run()` serves standard input and output, `streamable_http_app()` HTTP.

    A call that takes longer than `bounds.tool_seconds` is answered with an error. Pages are worked on in threads of
    this process, which cannot be stopped; `run` calls a function of a module elsewhere, such as in another process.

    A `renderer` opens pages in a browser, empty shells or all by its mode; it cannot be used with `run`, since it stays
    in this process.

    Raises MissingExtraError where the extra `mcp` is not installed.
    """
    with needs("mcp"):
        from .server import make_server as make  # worker processes import this package, and do without
    if renderer is not None and run is not None:
        raise OptionError("renderer and run cannot be used together: a browser stays in the process that started it")
    return make(bounds or Bounds(), run or in_thread, renderer)
