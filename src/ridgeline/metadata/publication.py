"""Finds when a page was published and when it was last modified."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import chain, filterfalse, islice

from .dates import MAX_LABEL_LENGTH, MAX_LINE_LENGTH, date_in_url
from .evidence import Evidence
from .jsonld import linked_strings
from .normalisation import clean
from .surroundings import Shown, shown_text, shown_texts

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
_UPDATES = (
    *("updat", "modif", "edited", "revis", "actuali", "aktuali", "mis à jour", "aggiornat", "обновлен", "güncelle"),
    *("更新", "修正", "수정", "업데이트", "تحديث", "به‌روز", "بروزرسانی", "עודכן", "עדכון", "अद्यतन", "अपडेट"),
    *("อัปเดต", "อัพเดท", "ปรับปรุง", "cập nhật", "diperbarui"),
)
_PUBLISHED = re.compile(r"publish|pubdate|posted|created|entry-date", re.I)
_MAX_ATTRIBUTE_LENGTH = 1_000
_MAX_ELEMENTS = 60
_MAX_VALUES = 200
_NODES_OF_DATE_LINE = 20
_MAX_LABELS = 10
_MAX_BARE_DATE_LENGTH = 45


def find_dates(evidence: Evidence) -> tuple[date | None, date | None]:
    """Return when a page was published, and when it was last modified; a change before that is none."""
    modified = find_modified(evidence)
    published = find_published(evidence, modified)
    is_later = published is None or modified is None or modified >= published
    return published, modified if is_later else None


def find_published(evidence: Evidence, modified: date | None) -> date | None:
    """Return the date of the best source; the URL decides between neighbouring days: a time in UTC can be either."""
    in_url = date_in_url(evidence.page.url)
    for day in islice(_published(evidence), _MAX_VALUES):
        if day is not None:
            if in_url and abs(day - in_url) == timedelta(days=1):
                return in_url
            return _first_day(evidence, day) if day == modified and not evidence.is_home else day
    return in_url or (None if evidence.is_home else _shown_date(evidence))


def _first_day(evidence: Evidence, day: date) -> date:
    """Return the day that the first date line near the headline shows, if it is earlier; else the day itself.

    Many systems state the day of the last change as that of publication, too. A day before is the same in another time
    zone.
    """
    for text, shown in evidence.dates_near_headline():
        if len(text) <= _MAX_BARE_DATE_LENGTH:
            is_earlier = day - shown > timedelta(days=1) and not _says_update(text)
            return shown if is_earlier else day
    return day


def find_modified(evidence: Evidence) -> date | None:
    """Return the date of the last modification that the page states or shows."""
    stated = next((day for day in islice(_modified(evidence), _MAX_VALUES) if day is not None), None)
    return stated or (None if evidence.is_home else _shown_update(evidence))


def _shown_update(evidence: Evidence) -> date | None:
    """Return the date after "Updated" and the like near the headline."""
    updates = filter(_says_update, evidence.lines_near_headline)
    return next(filter(None, map(evidence.date_in, updates)), None)


def _published(evidence: Evidence) -> Iterator[date | None]:
    yield from map(evidence.stated_date, linked_strings(evidence.linked, "datePublished", "dateCreated", "datePosted"))
    yield from map(evidence.stated_date, evidence.sources.each_meta(*_PUBLISHED_META))
    yield from map(evidence.stated_date, linked_strings(evidence.linked, "uploadDate"))
    if evidence.is_home:
        return  # the dates on a home page are those of other pages
    for index in _own(evidence, evidence.sources.items("datepublished", "datecreated")):
        yield _element_date(evidence, index)
    if not (times := evidence.sources.times[:_MAX_ELEMENTS]):
        return
    published = (index for index in times if _is_published(evidence, index))
    yield from (_element_date(evidence, index) for index in _own(evidence, published))
    headline = evidence.surroundings.headline or 0
    others = [index for index in times if not _is_updated(evidence, index)]
    after = (index for index in others if index > headline)
    yield from (_element_date(evidence, index) for index in _own(evidence, after))
    if headline and next(_own(evidence, others), None) is not None:  # above the headline stands the present day, too
        yield next((day for _, day in evidence.dates_near_headline()), None)
    yield from (_element_date(evidence, index) for index in _own(evidence, others))


def _modified(evidence: Evidence) -> Iterator[date | None]:
    yield from map(evidence.stated_date, linked_strings(evidence.linked, "dateModified"))
    yield from map(evidence.stated_date, evidence.sources.each_meta(*_MODIFIED_META))
    for index in _own(evidence, evidence.sources.items("datemodified")):
        yield _element_date(evidence, index)
    updated = (index for index in evidence.sources.times[:_MAX_ELEMENTS] if _is_updated(evidence, index))
    yield from (_element_date(evidence, index) for index in _own(evidence, updated))


def _own(evidence: Evidence, nodes: Iterable[int]) -> Iterator[int]:
    """Yield those of the first elements that are the page's own content."""
    return filterfalse(evidence.surroundings.is_other_content, islice(nodes, _MAX_ELEMENTS))


def _element_date(evidence: Evidence, index: int) -> date | None:
    """Return the date in the attributes of a `time` or similar element; else the one that it shows."""
    stated = evidence.page.value(index, "content") or evidence.page.value(index, "datetime")
    return (evidence.stated_date(stated) if stated else None) or evidence.date_in(
        shown_text(evidence.page, index, MAX_LINE_LENGTH)
    )


def _is_published(evidence: Evidence, index: int) -> bool:
    classes = (evidence.page.value(index, "class") or "")[:_MAX_ATTRIBUTE_LENGTH]
    return evidence.page.value(index, "pubdate") is not None or _PUBLISHED.search(classes) is not None


def _is_updated(evidence: Evidence, index: int) -> bool:
    return _says_update((evidence.page.value(index, "class") or "")[:_MAX_ATTRIBUTE_LENGTH])


def _says_update(text: str) -> bool:
    return any(map(text.lower().__contains__, _UPDATES))


def _shown_date(evidence: Evidence) -> date | None:
    """Return a date shown near the headline, or in an element with a class for dates.

    That of an update counts where there is no other: readers take it for the date of the page (without it, the dates of
    wcxb-dev agree on 0.846 of the pages instead of 0.870).
    """
    updated: date | None = None
    elsewhere = ((text, evidence.date_in(text)) for text in _date_lines(evidence))
    for text, day in chain(evidence.dates_near_headline(), elsewhere):
        if day and not _says_update(text):
            return day
        updated = updated or day
    return updated


def _date_lines(evidence: Evidence) -> Iterator[str]:
    """Yield the texts of elements with a class for dates, and those with a label for them."""
    for index in _own(evidence, (index for index in evidence.sources.date_hints if _is_date_line(evidence, index))):
        yield _line(shown_texts(evidence.page, index, int(evidence.page.end[index])))
    yield from _labelled(evidence)


def _labelled(evidence: Evidence) -> Iterator[str]:
    """Yield the short texts with labels such as "Published", wherever the page's own content has them.

    A bare label comes with the text that follows, and may also stand in a sidebar.
    """
    page = evidence.page
    for nodes in evidence.sources.date_labels:
        texts = ((index, page.text[index].strip()) for index in nodes)
        short = ((index, text) for index, text in texts if len(text) <= MAX_LINE_LENGTH)
        for index, text in islice(short, _MAX_LABELS):
            is_bare = len(text) <= MAX_LABEL_LENGTH
            if is_bare or not evidence.surroundings.is_other_content(index):
                yield _line(shown_texts(page, index, len(page), 2 if is_bare else 1))


def _line(texts: list[Shown]) -> str:
    return clean(" ".join([text for _, text, _, _ in texts]), MAX_LINE_LENGTH)


def _is_date_line(evidence: Evidence, index: int) -> bool:
    return bool(evidence.page.end[index] - index <= _NODES_OF_DATE_LINE)
