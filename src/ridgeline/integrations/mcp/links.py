"""The tool `list_links`: where the content of a page, or the whole page, leads."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic reads that of `typing` from Python 3.12 on

from ...crawl.links import links_of
from ...page import Page
from ...parameters import check_number
from ...pipeline import Pipeline
from ...registry import load_offered
from .budget import within
from .page_content import DEFAULT_MAX_TOKENS

DEFAULT_MAX_LINKS, MAX_LINKS = 200, 2_000

Scope = Literal["content", "page"]


class Link(TypedDict):
    """A link and what it says."""

    text: str
    url: str


class LinkList(TypedDict):
    """The distinct links of a page, in its order."""

    url: str | None
    status: str  # of the extraction
    links: list[Link]
    total: int  # with those beyond the limit


def list_links(page: Page, extractor: str, scope: Scope, max_links: int) -> LinkList:
    """Return the links in the content of a page, or on the whole page.

    Raises OptionError where a setting is wrong.
    """
    check_number("max_links", max_links, f"1 to {MAX_LINKS}", lambda value: 1 <= value <= MAX_LINKS, whole=True)
    extraction = Pipeline(load_offered(extractor)).extract_page(page)
    whole = scope == "page"
    source = extraction.original_page if whole else extraction.page
    found = links_of(source, source.leaves if whole else source.leaves[extraction.keep])
    listed = [Link(text=text, url=url) for url, text in list(found.items())[:max_links]]
    shown = within(DEFAULT_MAX_TOKENS, listed) if max_links == DEFAULT_MAX_LINKS else listed
    return LinkList(url=page.url, status=extraction.status.value, links=shown, total=len(found))
