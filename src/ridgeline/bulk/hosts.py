"""What the pages of a host have in common (`by_site`), learnt from a slice before its pages are extracted.

A slice is read twice, so no page waits in memory for others, rows stay in the order of the records, and a process that
goes on after a page killed another one learns the same again. A few pages of a host tell: only they are parsed twice.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..errors import OptionError
from ..extractors.summit.site import SiteMemory, line_texts
from ..page import Limits, Page, parse
from ..sites.rules.selection import address_of
from ..sites.site_names import whole_host
from .records import Record

MIN_PAGES = 5  # of a host; docs/summit.md has what fewer and more are worth
_MAX_PAGES = 30
_MAX_BYTES = 1_000_000  # larger pages tell nothing: what is learnt here is outside of the limits on a page
_MAX_LINES = 1_000_000  # of all pages that are remembered: about 100 MB


def learn_sites(records: Iterable[Record], limits: Limits) -> Iterator[tuple[str, SiteMemory]]:
    """Yield the hosts that have enough pages, and what these share."""
    pages: defaultdict[str, list[frozenset[bytes]]] = defaultdict(list)
    lines = 0
    for record in records:
        if len(pages[_host(record.url)]) == _MAX_PAGES or not 0 < len(record.data) <= _MAX_BYTES:
            continue
        page = parse(record.data, url=record.url, charset=record.charset, limits=limits)
        host = host_of(page)
        if host and page.kind is None and len(pages[host]) < _MAX_PAGES:
            pages[host].append(line_texts(page))
            lines += len(pages[host][-1])
        if lines > _MAX_LINES:
            break
    return ((host, SiteMemory.of(own)) for host, own in pages.items() if len(own) >= MIN_PAGES)


def host_of(page: Page) -> str:
    """Return the host of a page's address, or of the one that it names as its own; "" where there is none."""
    return _host(address_of(page))


def _host(url: str | None) -> str:
    try:
        return whole_host(url or "")
    except OptionError:
        return ""
