"""Resolves the URLs of a page as browsers do: cleaned, then joined to the page's own URL or that of its `base` element.

Only schemes that a reader may follow without harm pass: http, https, ftp, mailto, tel. A URL is cleaned before its
scheme is looked at, so that none hides behind white space or control characters. Nothing raises, whatever a page
writes. The core does all of it (urls.c), since the writers of Markdown and HTML need it too.
"""

import re

from .. import _native
from ..page import Page
from .invisible import encodable

_NAMED_BY_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def find_base(page: Page) -> str | None:
    """Return what the page's relative URLs are relative to: its `base`, its URL, or the address that it says it has.

    None where it has none of them.
    """
    return page.core.base_url(encodable(page.url))


def resolve(reference: str | None, base: str | None) -> str | None:
    """Return a URL made absolute where there is a base; None where it is malformed or has no safe scheme."""
    return _native.core.resolve(encodable(reference), base, False)


def safe_url(reference: str | None, base: str | None) -> str | None:
    """Return the same with all characters percent-encoded that could end an attribute or a Markdown link."""
    return _native.core.resolve(encodable(reference), base, True)


def is_url(name: str) -> bool:
    """Return whether a page is named by a URL; a file with such a name can be given as ./http://…"""
    return _NAMED_BY_URL.match(name) is not None
