"""Reads every field of the metadata from the sources of a page."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ..page import Page
from ..text.urls import BaseUrl, find_base
from .bylines import find_authors
from .clean import absolute_url, clean, without_markup
from .evidence import Evidence
from .jsonld import LinkedData, strings
from .languages import primary_language
from .publication import find_modified, find_published, is_month_first
from .record import Metadata
from .sources import Sources
from .surroundings import Surroundings, find_headline, shown_text
from .titles import choose_title, is_home_page

_MAX_TITLE_LENGTH = 500
_MAX_NAME_LENGTH = 200
_MAX_DESCRIPTION_LENGTH = 2_000
_MAX_TAG_LENGTH = 100
_MAX_TAGS_LENGTH = 5_000  # of a string with several tags
_MAX_TAGS = 100
_MAX_HEADINGS = 20
_MAX_SITE_NAMES = 10
_MAX_URLS = 20

_TAG_SEPARATOR = re.compile(r"[,;、，]")


def read_metadata(page: Page) -> Metadata:
    """Return the metadata of a page. Never raises because of the page."""
    sources = Sources(page)
    base = find_base(page)
    canonical_url = _canonical_url(sources, base)
    linked = LinkedData(page, [url for url in (page.url, canonical_url) if url])
    site_names = tuple(_site_names(sources, linked))
    headings = _headings(page, sources)
    title = choose_title(headings, list(_stated_titles(page, sources, linked)), site_names, page.url)
    evidence = Evidence(
        page,
        sources,
        linked,
        Surroundings(page, title.heading or find_headline(page, title.text) or next(iter(headings), None)),
        site_names,
        is_month_first(page.attributes[0].get("lang") if len(page) else None),
        is_home_page(page.url),
    )
    published, modified = find_published(evidence), find_modified(evidence)
    return Metadata(
        title=title.text or None,
        authors=find_authors(evidence),
        date=published.isoformat() if published else None,
        modified=modified.isoformat() if modified else None,
        site_name=next(iter(site_names), None),
        language=_language(page, sources, linked),
        description=_description(sources, linked),
        image=_image(evidence, base),
        canonical_url=canonical_url or _first_url(_linked_strings(linked, "url"), base),
        tags=_tags(evidence),
    )


def _canonical_url(sources: Sources, base: BaseUrl | None) -> str | None:
    return _first_url(chain(sources.links.get("canonical", ()), sources.each_meta("og:url")), base)


def _first_url(candidates: Iterable[str], base: BaseUrl | None) -> str | None:
    urls = (absolute_url(candidate, base) for candidate in islice(candidates, _MAX_URLS))
    return next((url for url in urls if url), None)


def _linked_strings(linked: LinkedData, *keys: str) -> Iterator[str]:
    return (text for value in linked.each(*keys) for text in strings(value))


def _site_names(sources: Sources, linked: LinkedData) -> Iterator[str]:
    """Yield the names of the site, the most trusted first."""
    found: dict[str, None] = {}
    for name in _stated_site_names(sources, linked):
        if cleaned := clean(name, _MAX_NAME_LENGTH):
            found.setdefault(cleaned)
        if len(found) == _MAX_SITE_NAMES:
            break
    yield from found


def _stated_site_names(sources: Sources, linked: LinkedData) -> Iterator[str]:
    yield from sources.each_meta("og:site_name", "og:sitename")
    for value in linked.each("publisher"):
        yield from (name for name, _ in linked.names(value))
    for node in (*linked.sites, *linked.organisations):
        yield from strings(node.get("name"))
    yield from sources.each_meta("application-name", "apple-mobile-web-app-title", "dc.publisher", "al:ios:app_name")


def _headings(page: Page, sources: Sources) -> dict[int, str]:
    """Return the texts of the h1 elements that have any, by node."""
    texts = {index: shown_text(page, index, _MAX_TITLE_LENGTH) for index in sources.headings[:_MAX_HEADINGS]}
    return {index: text for index, text in texts.items() if text}


def _stated_titles(page: Page, sources: Sources, linked: LinkedData) -> Iterator[str]:
    """Yield the titles that the head states, the most trusted first, one of each kind."""
    kinds: tuple[Iterable[str], ...] = (
        (without_markup(text) for text in _linked_strings(linked, "headline")),
        sources.each_meta("og:title"),
        (page.title,) if page.title else (),
        sources.each_meta("twitter:title", "dc.title", "dcterms.title", "citation_title", "parsely-title", "title"),
    )
    for texts in kinds:
        cleaned = (clean(text, _MAX_TITLE_LENGTH) for text in texts)
        yield from islice(filter(None, cleaned), 1)


def _language(page: Page, sources: Sources, linked: LinkedData) -> str | None:
    attributes = page.attributes[0] if len(page) else {}
    stated = chain(
        (attributes.get("lang"), attributes.get("xml:lang")),
        sources.each_meta("content-language", "og:locale", "language", "dc.language", "dcterms.language"),
        _linked_strings(linked, "inLanguage"),
    )
    return next((language for text in stated if text and (language := primary_language(text))), None)


def _description(sources: Sources, linked: LinkedData) -> str | None:
    stated = chain(
        sources.each_meta("og:description", "description"),
        map(without_markup, _linked_strings(linked, "description")),
        sources.each_meta("twitter:description", "dc.description", "dcterms.description", "abstract"),
    )
    return next((text for each in stated if (text := clean(each, _MAX_DESCRIPTION_LENGTH))), None)


def _image(evidence: Evidence, base: BaseUrl | None) -> str | None:
    sources = evidence.sources
    return _first_url(sources.each_meta("og:image", "og:image:url", "og:image:secure_url"), base) or _first_url(
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
    """Return the tags, each once; those of links with rel=tag where the page states none."""
    sources = evidence.sources
    stated = chain(
        _linked_strings(evidence.linked, "keywords"),
        sources.each_meta(
            "article:tag", "og:article:tag", "keywords", "news_keywords", "parsely-tags", "sailthru.tags"
        ),
        sources.each_meta("dc.subject", "dcterms.subject", "citation_keywords"),
    )
    texts = (text[:_MAX_TAGS_LENGTH] for text in islice(stated, 2 * _MAX_TAGS))
    return _unique_tags(tag for text in texts for tag in _TAG_SEPARATOR.split(text)) or _unique_tags(
        shown_text(evidence.page, index, _MAX_TAG_LENGTH)
        for index in sources.anchors("tag")
        if not evidence.surroundings.is_other_content(index)
    )


def _unique_tags(tags: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for tag in tags:
        if cleaned := clean(tag, _MAX_TAG_LENGTH).strip(" #"):
            found.setdefault(cleaned.casefold(), cleaned)
        if len(found) == _MAX_TAGS:
            break
    return tuple(found.values())
