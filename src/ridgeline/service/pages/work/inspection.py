"""Looks at a page that a person opens, before it is stored."""

from binascii import a2b_qp
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ....extraction import Extraction
from ....library import Findings, PageSource, site_of
from ....library.search import MAX_TEXT
from ....page import parse
from ....pipeline import Pipeline
from ....registry import DEFAULT_EXTRACTOR, load_once
from ....text.urls import is_url
from ....text.words import count_words
from ...documents import DocumentError, read_document

_FIELDS = 3  # of the form of the bookmarklet


@dataclass(frozen=True, slots=True)
class Opened:
    """A page, ready to be stored."""

    source: PageSource
    site: str
    findings: Findings
    text: str = ""  # of its content, as far as it is searched


def look_at(source: PageSource) -> Opened:
    """Return what the default extractor finds on a page.

    Where it finds the content only in data that the page carries, the page that was rebuilt from the data is stored
    beside the source: views, corrections and all numbers of leaves are about that.
    """
    page = parse(source.html, url=source.url, charset=source.charset)
    extraction = Pipeline(load_once(DEFAULT_EXTRACTOR)).extract_page(page)
    known = replace(source, url=page.url)
    if extraction.carrier is not None:
        known = replace(known, rebuilt=extraction.page.source, carrier=extraction.carrier)
    site = site_of(page.url) or site_of(extraction.metadata.canonical_url)
    return Opened(known, site, findings_of(extraction), extraction.text[:MAX_TEXT])


def look_at_form(form: bytes) -> Opened:
    """Return what is found on a page that the bookmarklet sent. Raises DocumentError."""
    fields = dict(_fields(form))
    if not fields.get(b"html", b"").strip():
        raise DocumentError("invalid-request", "the bookmark sent an empty page")
    url = fields.get(b"url", b"").decode("utf-8", "replace")
    return look_at(PageSource(fields[b"html"], url if is_url(url) else None, "utf-8"))


def _fields(form: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the names and values of a form. The standard library takes a minute and gigabytes for a large one."""
    fields = form.split(b"&", _FIELDS)
    if len(fields) > _FIELDS:
        raise DocumentError("invalid-request", "the form has other fields than those of the bookmarklet")
    for field in fields:
        name, _, value = field.partition(b"=")
        # Percent-encoding is quoted-printable with another sign, and that is decoded in C.
        quoted = value.replace(b"+", b" ").replace(b"=", b"=3D").replace(b"%", b"=")
        yield name, a2b_qp(quoted)


def read_new_page(body: bytes) -> tuple[PageSource, str | None, bool]:
    """Return the page in a document of /v1/pages, its name, and whether to render it. Raises DocumentError."""
    from ..schemas import NewPage  # and with it pydantic, which most pages do without

    asked = read_document(NewPage, body)
    if asked.html is None:
        raise DocumentError("invalid-request", "a document without html is small")
    return PageSource(asked.html.encode("utf-8", "replace"), asked.url, "utf-8"), asked.name, asked.render


def findings_of(extraction: Extraction) -> Findings:
    """Return what lists say about an extraction."""
    return Findings(
        status=extraction.status.value,
        confidence=None if extraction.confidence is None else round(float(extraction.confidence), 4),
        page_type=extraction.page_type,
        title=extraction.title,
        words=count_words(extraction.text),
        leaves=len(extraction.page.leaves),
    )


def render_page(source: PageSource) -> PageSource:
    """Return what a browser shows of a page once its scripts have built it.

    Raises:
        MissingExtraError: The extra `render` or a browser is not installed.
        RenderError: The browser cannot render the page.
    """
    from ....render import shared_renderer  # few pages need it

    page = parse(source.html, url=source.url, charset=source.charset)
    shown = shared_renderer("always").render(page).page
    return PageSource(shown.source.encode("utf-8", "replace"), shown.url, "utf-8")
