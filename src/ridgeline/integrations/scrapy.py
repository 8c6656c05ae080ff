"""Scrapy: the content of a response, and an item pipeline.

    extraction = extract_response(response)                                      # in a spider's callback
    ITEM_PIPELINES = {"ridgeline.integrations.scrapy.RidgelinePipeline": 300}    # in the settings

The pipeline reads the HTML in an item's field `html` (and its address in `url`), and writes the fields that were asked
for beside it. It works in a thread, so the crawl goes on meanwhile. Settings:

    RIDGELINE_FIELDS         names in `ridgeline.integrations.columns.FIELDS`; by default title, authors, date, text …
    RIDGELINE_EXTRACTOR      a name in `ridgeline.REGISTRY`
    RIDGELINE_OPTIONS        options of `ridgeline.extract`: {"favor": "precision"}
    RIDGELINE_HTML_FIELD     the field that holds the page: "html"
    RIDGELINE_URL_FIELD      the field that holds its address: "url"
    RIDGELINE_REMOVE_HTML    whether to take the page out of the item afterwards: False
    RIDGELINE_DROP_STATUSES  items to drop: ["blocked", "error", "shell", "nothing", "not-html"]; by default none
"""

from typing import TYPE_CHECKING, Any, Self

from ..errors import OptionError
from ..extraction import Extraction
from ..options import extract
from ..page.encodings import header_label
from ..registry import DEFAULT_EXTRACTOR
from ..row_fields import check_fields
from ..status import Status
from . import needs
from .columns import DEFAULT_FIELDS, FIELDS, Row, RowReader

with needs("scrapy"):
    from itemadapter import ItemAdapter
    from scrapy.exceptions import DropItem
    from scrapy.utils.asyncio import run_in_thread

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

__all__ = ["RidgelinePipeline", "extract_response"]

_ITEM_FIELDS = [name for name in DEFAULT_FIELDS if name != "error"]


def extract_response(response: "Response", **options: Any) -> Extraction:
    """Extract the primary content of a response. The options are those of `ridgeline.extract`.

    The address is the response's, after redirects. Bytes are decoded by the charset of the Content-Type header and by
    what the page says, as browsers do it.
    """
    known = {"url": response.url, "charset": _header_charset(response), "http_status": response.status}
    given = known | options
    return extract(response.body, **given)


def _header_charset(response: "Response") -> str | None:
    header = response.headers.get("Content-Type")
    return header_label(header.decode("latin-1")) if header else None


class RidgelinePipeline:
    """Adds the content of the page that an item holds."""

    def __init__(self, crawler: "Crawler") -> None:
        """Check the settings. Raises OptionError or UnknownExtractorError."""
        settings = crawler.settings
        self._stats = crawler.stats
        self.fields = check_fields(settings.getlist("RIDGELINE_FIELDS", _ITEM_FIELDS), FIELDS)
        self.html_field: str = settings.get("RIDGELINE_HTML_FIELD", "html")
        self.url_field: str = settings.get("RIDGELINE_URL_FIELD", "url")
        self.remove_html = settings.getbool("RIDGELINE_REMOVE_HTML")
        self.dropped = _statuses(settings.getlist("RIDGELINE_DROP_STATUSES"))
        self._reader = RowReader.of(
            (*self.fields, "status", "error"),
            settings.get("RIDGELINE_EXTRACTOR", DEFAULT_EXTRACTOR),
            threads=1,
            **settings.getdict("RIDGELINE_OPTIONS"),
        )

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        """Make the pipeline of a crawl; Scrapy calls this."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """Add the fields to an item. An item without a page passes as it is.

        Raises DropItem where the status of the page is among those to drop, or the extractor failed.
        """
        adapter = ItemAdapter(item)
        html = adapter.get(self.html_field)
        if html is None:
            return item
        self._check_item(item, html)
        row = await run_in_thread(self._reader.row, html, adapter.get(self.url_field))
        self._count(row)
        if row["error"]:
            raise DropItem(f"ridgeline failed: {row['error']}")
        if row["status"] in self.dropped:
            raise DropItem(f"no content: {Status(row['status']).meaning}")
        if self.remove_html:
            del adapter[self.html_field]
        adapter.update({name: row[name] for name in self.fields})
        return item

    def _check_item(self, item: Any, html: Any) -> None:
        if not isinstance(html, str | bytes):
            raise OptionError(
                f"the field {self.html_field!r} of an item is HTML, text or bytes, not {type(html).__name__}"
            )
        declared = ItemAdapter.get_field_names_from_class(type(item))
        missing = [] if declared is None else [name for name in self.fields if name not in set(declared)]
        if missing:
            raise OptionError(f"{type(item).__name__} has no field {missing[0]!r}: add it, or set RIDGELINE_FIELDS")

    def _count(self, row: Row) -> None:
        if self._stats is not None:
            self._stats.inc_value("ridgeline/failed" if row["error"] else f"ridgeline/status/{row['status']}")


def _statuses(names: list[str]) -> frozenset[Status]:
    known = [status.value for status in Status]
    if unknown := [name for name in names if name not in known]:
        raise OptionError(f"RIDGELINE_DROP_STATUSES: there is no status {unknown[0]!r}; there are: {', '.join(known)}")
    return frozenset(map(Status, names))
