"""The work of processes for crawls: pages, and where they lead. It imports nothing of the framework."""

from ..crawl.links import Leads, leads_within
from ..crawl.mapping import find_links
from ..crawl.runner import digest_of
from ..crawl.scope import Scope
from ..page import parse
from .work import Answer, Source, Wanted, answer_as_json


def extract_crawled(source: Source, wanted: Wanted, scope: Scope) -> tuple[tuple[Leads, str | None], Answer]:
    """Return where a page of a crawl leads, with what tells its text from others, and its content as JSON."""
    answer, extraction = answer_as_json(source, wanted)
    if extraction is None:
        return (Leads((), None), None), answer
    return (leads_within(extraction.original_page, source.url or "", scope), digest_of(extraction.text)), answer


def map_links(source: Source, scope: Scope) -> dict[str, str]:
    """Return the links of a page that are in a scope, with their texts."""
    return find_links(parse(source.data, url=source.url, charset=source.charset), scope)
