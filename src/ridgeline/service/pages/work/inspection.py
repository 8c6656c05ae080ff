"""Looks at a page that a person opens, before it is stored."""

from dataclasses import dataclass, replace

from ....extraction import Extraction
from ....library import Findings, PageSource, site_of
from ....page import parse
from ....pipeline import Pipeline
from ....registry import DEFAULT_EXTRACTOR, load_once
from ....text.words import count_words


@dataclass(frozen=True, slots=True)
class Opened:
    """A page, ready to be stored."""

    source: PageSource
    site: str
    findings: Findings


def look_at(source: PageSource) -> Opened:
    """Return what the default extractor finds on a page.

    Where it finds the content only in data that the page carries, the page that was rebuilt from the data is stored
    beside the source: views, corrections and all numbers of leaves are about that.
    """
    page = parse(source.html, url=source.url, charset=source.charset)
    extraction = Pipeline(load_once(DEFAULT_EXTRACTOR)).extract_page(page)
    known = replace(source, url=page.url)
    if extraction.carrier is not None:
        known = replace(known, rebuilt=extraction.page.source, carrier=extraction.carrier)
    site = site_of(page.url) or site_of(extraction.metadata.canonical_url)
    return Opened(known, site, findings_of(extraction))


def findings_of(extraction: Extraction) -> Findings:
    """Return what lists say about an extraction."""
    return Findings(
        status=extraction.status.value,
        confidence=None if extraction.confidence is None else round(float(extraction.confidence), 4),
        page_type=extraction.page_type,
        title=extraction.title,
        words=count_words(extraction.text),
        leaves=len(extraction.page.leaves),
    )


def render_page(source: PageSource) -> PageSource:
    """Return what a browser shows of a page once its scripts have built it.

    Raises:
        MissingExtraError: The extra `render` or a browser is not installed.
        RenderError: The browser cannot render the page.
    """
    from ....render import shared_renderer  # few pages need it

    page = parse(source.html, url=source.url, charset=source.charset)
    shown = shared_renderer("always").render(page).page
    return PageSource(shown.source.encode("utf-8", "replace"), shown.url, "utf-8")
