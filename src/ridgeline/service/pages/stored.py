"""POST and GET /v1/pages: pages that a person opened, kept in the library."""

from contextlib import suppress
from functools import partial
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Query, Request, Response

from ...errors import LibraryError, RidgelineError
from ...library import PageSource
from ..documents import MAX_BYTES_HERE
from ..extraction_route import find_source
from ..negotiation import HTML_TYPES, JSON, media_type_of
from ..problems import Problem
from ..state import Service, TheService
from ..work import Source
from .access import RENDERING_SECONDS, PageId, find_page
from .schemas import NewPage, Order, PageInfo, PageList, Shelf
from .work.inspection import Opened, look_at, read_new_page, render_page

router = APIRouter(tags=["pages"])
_AT_A_TIME = 100  # pages whose texts are read anew

_BODY = {
    "requestBody": {
        "required": True,
        "description": "A JSON document with the page or its address, or the page itself.",
        "content": {
            JSON: {"schema": NewPage.model_json_schema()},
            **{media_type: {"schema": {"type": "string"}} for media_type in HTML_TYPES},
        },
    }
}


@router.post("/v1/pages", status_code=201, openapi_extra=_BODY)
async def open_page(
    request: Request,
    service: TheService,
    url: Annotated[str | None, Query(max_length=8_192, description="The address of a page that is the body.")] = None,
    name: Annotated[str | None, Query(max_length=1_000, description="What to call a page that is the body.")] = None,
) -> PageInfo:
    """Store a page. One that was opened before is found again, with its corrections."""
    media_type, charset = media_type_of(request.headers.get("content-type"))
    if media_type in HTML_TYPES:
        source = Source(await request.body(), url, charset)
    elif media_type == JSON:
        source, given, is_rendered = await _read_document(service, await request.body())
        name = given or name
        if is_rendered:
            source = await _rendered(service, source)
    else:
        known = ", ".join((JSON, *HTML_TYPES))
        raise Problem(415, "unsupported-media-type", f"the Content-Type is one of {known}, not {media_type or 'none'}")
    return await store_page(service, source, name)


async def _read_document(service: Service, body: bytes) -> tuple[Source, str | None, bool]:
    """Return the page of a document, its name, and whether to render it."""
    if len(body) > MAX_BYTES_HERE:
        page, name, is_rendered = await service.pool.run(read_new_page, body)
        return Source(page.html, page.url, page.charset), name, is_rendered
    asked = await service.documents.read(NewPage, body)
    return await find_source(service, asked.html, asked.url), asked.name, asked.render


async def store_page(service: Service, source: Source, name: str | None) -> PageInfo:
    """Look at a page in a worker process, and store it."""
    return await store_opened(service, await service.pool.run(look_at, as_page_source(source)), name)


async def store_opened(service: Service, opened: Opened, name: str | None = None) -> PageInfo:
    """Store a page that was looked at."""
    add = partial(
        service.library.add_page,
        opened.source,
        name=name,
        site=opened.site,
        findings=opened.findings,
        text=opened.text,
    )
    identity = await anyio.to_thread.run_sync(add)
    return PageInfo.of(await find_page(service, identity))


async def index_texts(service: Service) -> None:
    """Read the texts of pages that were stored before there was a search, one after the other; requests go first."""
    with suppress(LibraryError, Problem):  # a file that cannot be used says so when it is; or the service ends
        while pages := await anyio.to_thread.run_sync(service.library.pages_without_text, _AT_A_TIME):
            for page in pages:
                await anyio.to_thread.run_sync(service.library.set_text, page, await _text_of(service, page))


async def _text_of(service: Service, page: str) -> str:
    try:
        source = await anyio.to_thread.run_sync(service.library.source, page)
        opened: Opened = await service.pool.run(look_at, source, patient=True)
    except RidgelineError:  # it is gone or cannot be read, so there is nothing to find
        return ""
    return opened.text


def as_page_source(source: Source) -> PageSource:
    """Return a page as the library stores it."""
    if isinstance(source.data, str):
        return PageSource(source.data.encode("utf-8", "replace"), source.url, "utf-8")
    return PageSource(source.data, source.url, source.charset)


async def _rendered(service: Service, source: Source) -> Source:
    """Return what a browser shows of a page. Its scripts may load what they ask for from public addresses."""
    if not service.settings.allow_fetch:
        raise Problem(403, "fetching-off", "this service fetches nothing: open the page without render")
    seconds = max(RENDERING_SECONDS, service.settings.page_seconds)
    shown: PageSource = await service.pool.run(render_page, as_page_source(source), seconds=seconds)
    return Source(shown.html, shown.url, shown.charset)


@router.get("/v1/pages")
async def list_pages(
    service: TheService,
    order: Annotated[Order, Query(description="Which come first.")] = "recent",
    q: Annotated[str, Query(max_length=500, description="Words of their contents, titles or addresses.")] = "",
    site: Annotated[str | None, Query(max_length=300)] = None,
    status: Annotated[str | None, Query(max_length=20)] = None,
    shelf: Annotated[Shelf | None, Query(description="Without the archive, unread ones, or the archive.")] = None,
    tag: Annotated[str | None, Query(max_length=200)] = None,
    offset: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> PageList:
    """List stored pages."""
    library, run = service.library, anyio.to_thread.run_sync
    wanted: dict[str, Any] = {"query": q, "site": site, "status": status, "shelf": shelf, "tag": tag}
    found = await run(partial(library.pages, order=order, offset=offset, limit=limit, **wanted))
    passages = await run(library.excerpts, [page.id for page in found], q) if q and found else {}
    pages = [PageInfo.of(page, passages.get(page.id)) for page in found]
    return PageList(pages=pages, total=await run(partial(library.count_pages, **wanted)))


@router.get("/v1/pages/{page}")
async def show_page(page: PageId, service: TheService) -> PageInfo:
    """Return a stored page."""
    return PageInfo.of(await find_page(service, page))


@router.delete("/v1/pages/{page}", status_code=204)
async def delete_page(page: PageId, service: TheService) -> Response:
    """Delete a stored page with its corrections."""
    await find_page(service, page)
    await anyio.to_thread.run_sync(service.library.delete_page, page)
    return Response(status_code=204)
