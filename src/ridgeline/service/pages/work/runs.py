"""A bulk run at a glance: counts, a histogram of confidence, sites, types, the slowest pages, errors, and its rows."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ....bulk.results import Results, RowName
from ....bulk.status import read_status
from ....errors import InputError
from ....library import PageSource, site_of

BINS = 20  # of the histogram of confidence
_MAX_SITES = 100_000  # that are counted one by one; pages of further ones are counted together
_SHOWN_SITES = 100
_SLOWEST = 20
_MAX_EXAMPLES = 5  # of an error
MAX_SORTED = 10_000  # rows that can be reached in another order than that of the run
OTHER_SITES = "other sites"

_OVERVIEW_FIELDS = ("url", "status", "error", "page_type", "confidence", "seconds", "title", "id")
_ROW_FIELDS = (
    *("id", "url", "source", "offset", "http_status", "status", "error"),
    *("title", "date", "language", "page_type", "confidence", "seconds"),
)


@dataclass(frozen=True, slots=True)
class RowQuery:
    """A query for rows: which are wanted, and in which order."""

    status: str | None = None
    site: str | None = None
    page_type: str | None = None
    order: str = "run"
    offset: int = 0
    limit: int = 50


def check_run(path: str) -> None:
    """Raise InputError where a folder is no output of a bulk run."""
    _ = Results(path).settings


def overview(path: str) -> dict[str, Any]:
    """Return a run at a glance. Its rows are read once, only the columns that are needed."""
    results = Results(path)
    state = read_status(path)
    counts = _Counts()
    for name, row in results.rows(_OVERVIEW_FIELDS):
        counts.add(name, row)
    report = state.report
    return {
        "path": path,
        "extractors": list(results.extractors),
        "fields": sorted(results.fields),
        "is_running": state.is_running,
        "pages": report.pages,
        "rows": report.rows,
        "filtered": report.filtered,
        "parts": report.parts,
        "statuses": dict(sorted(report.statuses.items(), key=lambda item: -item[1])),
        "error_kinds": dict(sorted(report.errors.items(), key=lambda item: -item[1])),
        "skipped": report.skipped,
        "troubles": list(report.troubles),
        **counts.described(results.fields),
    }


class _Counts:
    """Counters of the rows as they go by. Memory is bounded, however many there are."""

    def __init__(self) -> None:
        self.confidence = [0] * BINS
        self.sites: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.examples: dict[str, list[dict[str, Any]]] = {}
        self.slowest: list[tuple[float, str, dict[str, Any]]] = []
        self.seconds = 0.0

    def add(self, name: RowName, row: dict[str, Any]) -> None:
        """Count a row."""
        confidence, seconds = row.get("confidence"), row.get("seconds")
        if confidence is not None:
            self.confidence[min(max(int(confidence * BINS), 0), BINS - 1)] += 1
        site = site_of(row.get("url")) or "unknown"
        self.sites[site if site in self.sites or len(self.sites) < _MAX_SITES else OTHER_SITES] += 1
        if row.get("page_type"):
            self.types[row["page_type"]] += 1
        if row.get("error"):
            found = self.examples.setdefault(str(row["error"]).partition(":")[0][:60], [])
            if len(found) < _MAX_EXAMPLES:
                found.append({"n": str(name), "url": row.get("url"), "error": row["error"]})
        if seconds is not None:
            self.seconds += seconds
            shown = {"n": str(name), "url": row.get("url") or row.get("id"), "title": row.get("title")}
            entry = (float(seconds), str(name), shown)
            push = heapq.heappush if len(self.slowest) < _SLOWEST else heapq.heappushpop
            push(self.slowest, entry)

    def described(self, fields: frozenset[str]) -> dict[str, Any]:
        """Return the counts; null where the rows do not have the field."""
        slowest = [{**shown, "seconds": round(seconds, 4)} for seconds, _, shown in sorted(self.slowest, reverse=True)]
        return {
            "confidence": self.confidence if "confidence" in fields else None,
            "sites": [{"site": site, "pages": count} for site, count in self.sites.most_common(_SHOWN_SITES)],
            "site_count": len(self.sites),
            "types": dict(self.types.most_common()) if "page_type" in fields else None,
            "slowest": slowest if "seconds" in fields else None,
            "seconds": round(self.seconds, 2) if "seconds" in fields else None,
            "errors": [{"kind": kind, "examples": found} for kind, found in sorted(self.examples.items())],
        }


def find_rows(path: str, query: RowQuery) -> dict[str, Any]:
    """Return rows of a run, without their texts, and how many there are that fit.

    In an order other than that of the run, the first MAX_SORTED rows can be reached.
    """
    results = Results(path)
    fitting = _Fitting(results, query)
    end = query.offset + query.limit
    if query.order == "run":
        chosen = [row for place, row in enumerate(fitting) if query.offset <= place < end]
    else:
        key = _ORDERS[query.order]
        chosen = heapq.nsmallest(min(end, MAX_SORTED), fitting, key=key)[query.offset :]
    return {"rows": chosen, "total": fitting.count}


class _Fitting:
    """The rows that fit a query, counted as they go by."""

    def __init__(self, results: Results, query: RowQuery) -> None:
        self.results, self.query = results, query
        self.count = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for name, row in self.results.rows(_ROW_FIELDS):
            if self._fits(row):
                self.count += 1
                yield {"n": str(name), **row}

    def _fits(self, row: dict[str, Any]) -> bool:
        query = self.query
        if query.status is not None and row.get("status") != query.status:
            return False
        if query.page_type is not None and row.get("page_type") != query.page_type:
            return False
        return query.site is None or (site_of(row.get("url")) or "unknown") == query.site


def _by_confidence(row: dict[str, Any]) -> tuple[bool, float]:
    value = row.get("confidence")
    return value is None, 0.0 if value is None else float(value)


def _by_seconds(row: dict[str, Any]) -> float:
    return -float(row.get("seconds") or 0.0)


_ORDERS: dict[str, Callable[[dict[str, Any]], Any]] = {"least-certain": _by_confidence, "slowest": _by_seconds}


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """The file that a row would be read from: a run of a stranger may name any file of this machine."""

    file: str


def read_source(path: str, name: str, confirmed: str | None = None) -> PageSource | Unconfirmed | str:
    """Return the page of a row, read again from the file that a person confirmed; for one that was fetched, its URL."""
    results, row = Results(path), RowName.read(name)
    if results.is_fetched(row):
        return str(results.row(row, ("url",)).get("url") or "")
    if (file := results.origin(row)) != confirmed:
        return Unconfirmed(file)
    record = results.record(row)
    if record.error is not None:
        raise InputError(f"{record.url or record.id}: the page cannot be read: {record.error}")
    data = record.data.encode("utf-8", "replace") if isinstance(record.data, str) else record.data
    return PageSource(data, record.url, "utf-8" if isinstance(record.data, str) else record.charset)
