"""Reads the metadata of a page: title, authors, dates, site, language, sections, licence, paywall and more.

A page states it in many places, and they disagree. Each field has its sources in order of trust, best first:

    title          the h1 that shares its words with a title of the head; else a title of the head (JSON-LD headline,
                   og:title, `title` element) without the name of the site; else the first h1
    authors        JSON-LD, meta elements, microdata, rel=author, "By …" near the headline, elements with a class for
                   it; an organisation or the site itself only where no person is named
    date           JSON-LD, article:published_time, other meta elements, microdata, `time`, the URL, a date near the
                   headline, elements with a class for it; the URL decides between two neighbouring days
    modified       JSON-LD, meta elements, microdata, `time`
    site_name      og:site_name, the JSON-LD publisher, web site or organisation, the application's name
    language       html lang, content-language, og:locale, JSON-LD; detected in the text where the page declares none,
                   or one that is written in another script
    description    og:description, description, JSON-LD, twitter:description
    image          og:image, JSON-LD, twitter:image, rel=image_src, microdata
    canonical_url  rel=canonical, og:url, JSON-LD
    tags           JSON-LD keywords, article:tag, keywords and the like; else rel=tag
    hostname       the URL of the page, else the canonical URL
    section        article:section and the like, JSON-LD articleSection, the breadcrumbs in JSON-LD
    categories     the same, JSON-LD category, links with rel=category; else the breadcrumbs
    license        rel=license, JSON-LD, Dublin Core; else a link to a Creative Commons licence outside of figures
    access         article:content_tier, JSON-LD isAccessibleForFree of the page and its parts
    word_count, reading_minutes     the content, where it is given
    product, recipe, event, video   JSON-LD, microdata, RDFa, Open Graph; a product's price also the content

Pages may be hostile: every list and every string is bounded, nothing recurses, nothing raises.
"""

from ..page import Page
from .record import Metadata

__all__ = ["Metadata", "read_metadata", "read_title", "stated_price"]

# The readers are many patterns, which are compiled when they are first needed.


def read_metadata(page: Page, text: str | None = None, *, sells: bool = False) -> Metadata:
    """Return the metadata of a page. Never raises because of the page.

    Args:
        page: The page.
        text: Its content, where that is known. Its words are counted, and its language is detected where the page
            declares none, or one that is written in another script.
        sells: Whether the page shows a product, whose price is then looked for in the text, too.
    """
    from .reader import read_metadata as read

    return read(page, text, sells=sells)


def read_title(page: Page) -> str | None:
    """Return the title of a page, the same as that of `read_metadata`, in a fraction of its time."""
    from .evidence import Evidence

    return Evidence(page).title.text


def stated_price(page: Page, text: str) -> float | None:
    """Return the price of the product that a page shows, as `read_metadata` finds it, given its content."""
    from .thing_reader import stated_price as read

    return read(page, text)
