"""Tools for language models over the Model Context Protocol: `ridgeline mcp`.

    make_server(…) -> MCPServer      the server; run it over stdio, or mount its HTTP application elsewhere

    read_page            the content of a page as Markdown, a long one in pieces
    explain_page         why a page has little or no content, and what to do
    list_links           the links in the content
    compare_extractors   what several extractors keep of a page, and how far they agree

A page is named by its URL, or handed over as HTML. What a page says is not trusted: private addresses are refused, and
time, bytes and the size of an answer are bounded.

pages.py opens pages; reading.py, diagnosis.py, links.py and comparison.py are a tool each; server.py makes the server.
"""

from .. import needs

with needs("mcp"):
    from .pages import Bounds
    from .server import make_server

__all__ = ["Bounds", "make_server"]
