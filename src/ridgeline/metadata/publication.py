"""Finds when a page was published and when it was last modified."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

from .clean import clean
from .dates import date_in_url, find_date
from .evidence import Evidence
from .jsonld import strings
from .surroundings import pieces, shown_text

_PUBLISHED_META = (
    *("article:published_time", "og:article:published_time", "og:published_time", "datepublished", "date_published"),
    *("parsely-pub-date", "sailthru.date", "cxenseparse:publishtime", "cxenseparse:recs:publishtime"),
    *("publish-date", "publish_date", "publishdate", "pubdate", "pub_date", "date-pub", "published", "publisheddate"),
    *("published_date", "publication_date", "og:publish_date", "og:pubdate", "rnews:datepublished"),
    *("dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created", "dc.date", "dcterms.date"),
    *("citation_publication_date", "citation_online_date", "citation_date", "originalpublicationdate"),
    *("article_date_original", "displaydate", "iso-8601-publish-date", "datecreated", "date_created", "created"),
    *("date", "ms.date"),
)
_MODIFIED_META = (
    *("article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time", "datemodified"),
    *("last-modified", "last_modified", "dcterms.modified", "dc.date.modified", "lastmod", "article_date_updated"),
    *("updated_at", "revised", "updated"),
)
_UPDATED = re.compile(r"updat|modif|edited|revis|actuali|aktuali|mis à jour|aggiornat|обновлен|更新|修正", re.I)
_PUBLISHED = re.compile(r"publish|pubdate|posted|created|entry-date", re.I)
_MAX_DATE_LINE_LENGTH = 100
_MAX_ATTRIBUTE_LENGTH = 1_000
_TEXTS_BEFORE, _TEXTS_AFTER = 3, 14  # the headline
_MAX_ELEMENTS = 60
_MAX_VALUES = 200
_NODES_OF_DATE_LINE = 20
# English is written 12/31/2024 in the United States, and pages that say only "en" are mostly theirs.
_MONTH_FIRST = re.compile(r"en(?:$|[-_]us|[-_]ph)|es[-_]us", re.I)


def find_published(evidence: Evidence) -> date | None:
    """Return the date of the best source; the URL decides between neighbouring days: a time in UTC can be either."""
    in_url = date_in_url(evidence.page.url)
    for day in islice(_published(evidence), _MAX_VALUES):
        if day is not None:
            return in_url if in_url and abs(day - in_url) == timedelta(days=1) else day
    return in_url or (None if evidence.is_home else _shown_date(evidence))


def find_modified(evidence: Evidence) -> date | None:
    """Return the date of the last modification that the page states."""
    return next((day for day in islice(_modified(evidence), _MAX_VALUES) if day is not None), None)


def is_month_first(language: str | None) -> bool:
    """Return whether 3/4/2024 is 4 March in a language, given as in `html lang`; else it is 3 April."""
    return language is None or bool(_MONTH_FIRST.match(language))


def _published(evidence: Evidence) -> Iterator[date | None]:
    for value in evidence.linked.each("datePublished", "dateCreated", "datePosted"):
        yield from (_stated_date(evidence, text) for text in strings(value))
    for content in evidence.sources.each_meta(*_PUBLISHED_META):
        yield _stated_date(evidence, content)
    for value in evidence.linked.each("uploadDate"):
        yield from (_stated_date(evidence, text) for text in strings(value))
    if evidence.is_home:
        return  # the dates on a home page are those of other pages
    for index in _own(evidence, evidence.sources.items("datepublished", "datecreated")):
        yield _element_date(evidence, index)
    times = _own(evidence, evidence.sources.times)
    yield from (_element_date(evidence, index) for index in times if _is_published(evidence, index))
    yield from (_element_date(evidence, index) for index in times if not _is_updated(evidence, index))


def _modified(evidence: Evidence) -> Iterator[date | None]:
    for value in evidence.linked.each("dateModified"):
        yield from (_stated_date(evidence, text) for text in strings(value))
    for content in evidence.sources.each_meta(*_MODIFIED_META):
        yield _stated_date(evidence, content)
    for index in _own(evidence, evidence.sources.items("datemodified")):
        yield _element_date(evidence, index)
    times = _own(evidence, evidence.sources.times)
    yield from (_element_date(evidence, index) for index in times if _is_updated(evidence, index))


def _own(evidence: Evidence, nodes: list[int]) -> list[int]:
    return [index for index in nodes[:_MAX_ELEMENTS] if not evidence.surroundings.is_other_content(index)]


def _stated_date(evidence: Evidence, text: str) -> date | None:
    return find_date(text, month_first=evidence.month_first, epoch=True)


def _element_date(evidence: Evidence, index: int) -> date | None:
    """Return the date in the attributes of a `time` or similar element; else the one that it shows."""
    stated = evidence.page.value(index, "content") or evidence.page.value(index, "datetime")
    return (_stated_date(evidence, stated) if stated else None) or find_date(
        shown_text(evidence.page, index, _MAX_DATE_LINE_LENGTH), month_first=evidence.month_first
    )


def _is_published(evidence: Evidence, index: int) -> bool:
    classes = (evidence.page.value(index, "class") or "")[:_MAX_ATTRIBUTE_LENGTH]
    return evidence.page.value(index, "pubdate") is not None or _PUBLISHED.search(classes) is not None


def _is_updated(evidence: Evidence, index: int) -> bool:
    return _UPDATED.search((evidence.page.value(index, "class") or "")[:_MAX_ATTRIBUTE_LENGTH]) is not None


def _shown_date(evidence: Evidence) -> date | None:
    """Return a date shown near the headline, or in an element with a class for dates; one of an update comes last."""
    updated: date | None = None
    for text in _date_lines(evidence):
        day = find_date(text, month_first=evidence.month_first)
        if day and not _UPDATED.search(text):
            return day
        updated = updated or day
    return updated


def _date_lines(evidence: Evidence) -> Iterator[str]:
    surroundings = evidence.surroundings
    near = [*surroundings.after_headline(_TEXTS_AFTER), *reversed(surroundings.before_headline(_TEXTS_BEFORE))]
    yield from (piece.text for piece in near if len(piece.text) <= _MAX_DATE_LINE_LENGTH)
    for index in _own(evidence, [index for index in evidence.sources.date_hints if _is_date_line(evidence, index)]):
        texts = pieces(evidence.page, index, int(evidence.page.end[index]))
        yield clean(" ".join(piece.text for piece in texts), _MAX_DATE_LINE_LENGTH)


def _is_date_line(evidence: Evidence, index: int) -> bool:
    return bool(evidence.page.end[index] - index <= _NODES_OF_DATE_LINE)
