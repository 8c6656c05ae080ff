"""Reads every field of the metadata from the sources of a page."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice

import numpy as np

from ..languages.detection import detect_language, is_contradicted
from ..page import Page
from .access import find_access
from .bylines import find_authors
from .evidence import Evidence
from .jsonld import LinkedData, linked_strings
from .languages import primary_language
from .licence import find_license
from .normalisation import clean, first_url, without_markup
from .publication import find_dates
from .record import Metadata
from .sections import find_categories, find_section
from .sources import Sources
from .surroundings import TEXT, is_silent, shown_text
from .thing_reader import find_things, with_shown_price
from .titles import host_of, site_in_title
from .word_count import count_words

_MAX_DESCRIPTION_LENGTH = 2_000
_MAX_TAG_LENGTH = 100
_MAX_TAGS_LENGTH = 5_000  # of a string with several tags
_MAX_TAGS = 100
_MAX_URLS = 20
_MAX_URL_LENGTH = 2_048
_MAX_TEXTS_FOR_LANGUAGE = 200
_MAX_TEXT_FOR_LANGUAGE = 300

_TAG_SEPARATOR = re.compile(r"[,;、，]")


def read_metadata(page: Page, text: str | None = None, *, sells: bool = False) -> Metadata:
    """Return the metadata of a page: see the package."""
    evidence = Evidence(page)
    published, modified = find_dates(evidence)
    canonical_url = evidence.canonical_url or first_url(linked_strings(evidence.linked, "url"), evidence.base)
    words, minutes = (None, None) if text is None else count_words(text)
    things = find_things(evidence)
    if sells and text:
        things["product"] = with_shown_price(things.get("product"), evidence.title.text, text)
    return Metadata(
        title=evidence.title.text,
        authors=find_authors(evidence),
        date=published.isoformat() if published else None,
        modified=modified.isoformat() if modified else None,
        site_name=next(iter(evidence.site_names), None) or _site_in_title(evidence),
        language=_language(evidence, text),
        description=_description(evidence.sources, evidence.linked),
        image=_image(evidence),
        canonical_url=canonical_url,
        tags=_tags(evidence),
        hostname=_hostname(page.url) or _hostname(canonical_url),
        section=find_section(evidence),
        categories=find_categories(evidence),
        license=find_license(evidence),
        access=find_access(evidence),
        word_count=words,
        reading_minutes=minutes,
        **things,
    )


def _site_in_title(evidence: Evidence) -> str | None:
    stated = clean(evidence.page.title or "", _MAX_DESCRIPTION_LENGTH)
    return site_in_title(stated, evidence.title.text, evidence.page.url) if stated else None


def _hostname(url: str | None) -> str | None:
    return (host_of(url) or None) if url and len(url) <= _MAX_URL_LENGTH else None


def _language(evidence: Evidence, text: str | None) -> str | None:
    """Return the language that the page declares, or else the one that its content is in."""
    declared = _declared_language(evidence.page, evidence.sources, evidence.linked)
    if declared is None or (text and is_contradicted(declared, text)):
        return detect_language(text or _shown(evidence.page)) or declared
    return declared


def _shown(page: Page) -> str:
    """Return the beginning of the page's visible text."""
    nodes = np.flatnonzero((page.tag == TEXT) & ~page.blank)[:_MAX_TEXTS_FOR_LANGUAGE].tolist()
    texts = [page.text[index] for index in nodes if not is_silent(page, int(page.parent[index]))]
    return " ".join(text.strip()[:_MAX_TEXT_FOR_LANGUAGE] for text in texts)


def _declared_language(page: Page, sources: Sources, linked: LinkedData) -> str | None:
    if not len(page):
        return None
    stated = chain(
        filter(None, map(partial(page.value, 0), ("lang", "xml:lang"))),
        sources.each_meta("content-language", "og:locale", "language", "dc.language", "dcterms.language"),
        linked_strings(linked, "inLanguage"),
    )
    return next(filter(None, map(primary_language, stated)), None)


def _description(sources: Sources, linked: LinkedData) -> str | None:
    stated = chain(
        sources.each_meta("og:description", "description"),
        map(without_markup, linked_strings(linked, "description")),
        sources.each_meta("twitter:description", "dc.description", "dcterms.description", "abstract"),
    )
    for text in stated:
        if cleaned := clean(text, _MAX_DESCRIPTION_LENGTH):
            return cleaned
    return None


def _image(evidence: Evidence) -> str | None:
    sources, base = evidence.sources, evidence.base
    return first_url(sources.each_meta("og:image", "og:image:url", "og:image:secure_url"), base) or first_url(
        chain(
            _linked_images(evidence.linked),
            sources.each_meta(
                "twitter:image", "twitter:image:src", "parsely-image-url", "sailthru.image.full", "image"
            ),
            sources.links.get("image_src", ()),
            _item_images(evidence),
        ),
        base,
    )


def _item_images(evidence: Evidence) -> Iterator[str]:
    """Yield the URLs of images in microdata."""
    for index in evidence.sources.items("image"):
        attributes = evidence.page.attributes[index]
        if url := attributes.get("content") or attributes.get("src") or attributes.get("href"):
            yield url


def _linked_images(linked: LinkedData) -> Iterator[str]:
    """Yield the URLs of images in JSON-LD: a string, an ImageObject, or a list of them."""
    for value in linked.each("image", "thumbnailUrl", "primaryImageOfPage"):
        for part in value[:_MAX_URLS] if isinstance(value, list) else [value]:
            if isinstance(part, dict):
                yield from (part[key] for key in ("url", "contentUrl", "@id") if isinstance(part.get(key), str))
            elif isinstance(part, str):
                yield part


def _tags(evidence: Evidence) -> tuple[str, ...]:
    """Return the tags, each once; those of links with rel=tag where the page states none.

    A link to a category has rel="category tag", as WordPress writes it.
    """
    sources = evidence.sources
    categories = frozenset(sources.anchors("category"))
    stated = chain(
        linked_strings(evidence.linked, "keywords"),
        sources.each_meta(
            "article:tag", "og:article:tag", "keywords", "news_keywords", "parsely-tags", "sailthru.tags"
        ),
        sources.each_meta("dc.subject", "dcterms.subject", "citation_keywords"),
    )
    texts = (text[:_MAX_TAGS_LENGTH] for text in islice(stated, 2 * _MAX_TAGS))
    return _unique_tags(tag for text in texts for tag in _TAG_SEPARATOR.split(text)) or _unique_tags(
        shown_text(evidence.page, index, _MAX_TAG_LENGTH)
        for index in sources.anchors("tag")
        if index not in categories and not evidence.surroundings.is_other_content(index)
    )


def _unique_tags(tags: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for tag in tags:
        if cleaned := clean(tag, _MAX_TAG_LENGTH).strip(" #"):
            found.setdefault(cleaned.casefold(), cleaned)
        if len(found) == _MAX_TAGS:
            break
    return tuple(found.values())
