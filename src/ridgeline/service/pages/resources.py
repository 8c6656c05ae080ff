"""The style sheets and pictures of a stored page: loaded when they are asked for, then stored and served from here.

They are fetched as the page itself: from public addresses alone, within a time, up to a number of bytes. What a file is
its bytes say, not its server. Files are served to frames that have no session: their addresses carry a signature.
"""

import asyncio
import hashlib
import hmac
from collections.abc import Iterable
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from ...errors import FetchError, RidgelineError, UnknownPageError
from ...fetch import PICTURE, STYLE_SHEET, Fetched, Wanted
from ...library import LoadedResource, Resource
from ..guard import FILES_PATH
from ..headers import PAGE_SECURITY_POLICY
from ..problems import Problem
from ..schemas import Document
from ..state import Service, TheService
from .access import PageId, find_page, find_source
from .view import Snapshot
from .work.resources import MAX_PICTURES, MAX_SHEETS, PageResources, find_resources, read_picture, read_sheet

router = APIRouter(tags=["pages"])

MAX_BYTES = 40_000_000  # of all files of a page
_MAX_FILE_BYTES = {STYLE_SHEET: 2_000_000, PICTURE: 10_000_000}
_AT_A_TIME = 6  # as browsers do with one server
_SECONDS = 40.0  # for all files of a page
_MAX_IMPORTS = 3  # levels of style sheets that import each other
_MAX_TRIES = 3  # addresses of one picture
_MAX_TOLD = 8  # problems


class NewResources(Document):
    """What to load for a page."""

    pictures: Annotated[bool, Field(description="Load its pictures too, not only its style sheets.")] = True


class ResourceProblem(BaseModel):
    """A file that is not stored."""

    url: str
    problem: str


class ResourceAnswer(BaseModel):
    """What a page loads, and what of it is stored."""

    styles: Annotated[int, Field(description="Style sheets that the page links to or imports.")]
    styles_stored: int
    pictures: Annotated[int, Field(description="Pictures of the page, without those of its style sheets.")]
    pictures_stored: int
    problems: Annotated[list[ResourceProblem], Field(description="Why a file is not stored: the first of them.")]
    files: Annotated[dict[str, str], Field(description="By address of a picture: where it is served from here.")]


@router.get("/v1/pages/{page}/resources")
async def list_resources(page: PageId, service: TheService) -> ResourceAnswer:
    """Return what a page loads, and what of it is stored."""
    found = await service.pool.run(find_resources, await find_source(service, page))
    return await _answer(service, page, found)


@router.post("/v1/pages/{page}/resources")
async def load_resources(page: PageId, asked: NewResources, service: TheService) -> ResourceAnswer:
    """Load the style sheets and pictures of a page, and store them. What was stored before and is gone stays."""
    await find_page(service, page)
    if not service.settings.allow_fetch:
        raise Problem(403, "fetching-off", "this service fetches nothing")
    source = await find_source(service, page)
    found: PageResources = await service.pool.run(find_resources, source)
    loaded = await _Loading(service).load(found, with_pictures=asked.pictures)
    await anyio.to_thread.run_sync(service.snapshots.add, page, loaded)
    return await _answer(service, page, found)


@router.get(FILES_PATH + "{page}/{signature}/{number}", response_class=Response)
async def read_file(
    page: PageId,
    signature: Annotated[str, Path(max_length=64)],
    number: Annotated[int, Path(ge=1, le=1_000_000)],
    service: TheService,
) -> Response:
    """Return a picture that is stored with a page. The address carries a signature instead of a session."""
    if not hmac.compare_digest(signature.encode(), _signature(service, page).encode()):
        raise Problem(404, "not-found", "there is no such file")
    try:
        file = await anyio.to_thread.run_sync(service.snapshots.file, page, number)
    except UnknownPageError as error:
        raise Problem(404, "not-found", str(error)) from error
    headers = {
        "content-security-policy": PAGE_SECURITY_POLICY,
        "cross-origin-resource-policy": "cross-origin",  # the frame has an origin of its own
        "cache-control": "private, max-age=3600",
    }
    return Response(file.data, headers=headers, media_type=file.media_type)


def files_folder(service: Service, page: str) -> str:
    """Return the path below which the files of a page are served."""
    return f"{FILES_PATH}{page}/{_signature(service, page)}/"


async def snapshot_of(service: Service, page: str, *, with_styles: bool = True) -> Snapshot:
    """Return what is stored of the style sheets and pictures of a page, for its view."""
    known = await anyio.to_thread.run_sync(service.snapshots.resources, page)
    if not known:
        return Snapshot()
    styles = await anyio.to_thread.run_sync(service.snapshots.style_sheets, page) if with_styles else {}
    return Snapshot(styles, _served(service, page, known))


def _served(service: Service, page: str, known: Iterable[Resource]) -> dict[str, str]:
    folder = files_folder(service, page)
    return {one.url: f"{folder}{one.file}" for one in known if one.kind == "picture" and one.file is not None}


def _signature(service: Service, page: str) -> str:
    return hmac.new(service.file_secret, page.encode(), hashlib.sha256).hexdigest()


async def _answer(service: Service, page: str, found: PageResources) -> ResourceAnswer:
    known = await anyio.to_thread.run_sync(service.snapshots.resources, page)
    stored = {one.url for one in known if one.file is not None}
    sheets = {*found.styles, *found.imports, *(one.url for one in known if one.kind == "style")}
    told = [ResourceProblem(url=one.url, problem=one.problem) for one in known if one.problem and one.file is None]
    return ResourceAnswer(
        styles=len(sheets),
        styles_stored=len(sheets & stored),
        pictures=len(found.pictures),
        pictures_stored=sum(not stored.isdisjoint(urls) for urls in found.pictures),
        problems=sorted(told, key=lambda one: one.url not in sheets)[:_MAX_TOLD],
        files=_served(service, page, known),
    )


class _Loading:
    """Loads the files of one page, a few at a time, within their bounds."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._turns = asyncio.Semaphore(_AT_A_TIME)
        self._left = MAX_BYTES
        self._end = asyncio.get_running_loop().time() + _SECONDS

    async def load(self, found: PageResources, *, with_pictures: bool) -> list[LoadedResource]:
        """Return what came of each file: style sheets, pictures of the page, pictures of the style sheets."""
        sheets, backgrounds = await self._load_sheets([*found.styles, *found.imports])
        if not with_pictures:
            return sheets
        shown = [(url,) for url in dict.fromkeys((*found.backgrounds, *backgrounds))]
        wanted = list(dict.fromkeys((*found.pictures, *shown)))[:MAX_PICTURES]
        return [*sheets, *await asyncio.gather(*map(self._picture, wanted))]

    async def _load_sheets(self, urls: list[str]) -> tuple[list[LoadedResource], list[str]]:
        """Load style sheets and those that they import, level by level; return also the pictures that they name."""
        loaded: list[LoadedResource] = []
        backgrounds: list[str] = []
        seen: set[str] = set()
        for _ in range(_MAX_IMPORTS):
            wanted = [url for url in dict.fromkeys(urls) if url not in seen][: MAX_SHEETS - len(seen)]
            seen.update(wanted)
            answers = await asyncio.gather(*map(self._sheet, wanted))
            loaded += [resource for resource, _, _ in answers]
            urls = [url for _, imports, _ in answers for url in imports]
            backgrounds += [url for _, _, pictures in answers for url in pictures]
        return loaded, backgrounds

    async def _sheet(self, url: str) -> tuple[LoadedResource, tuple[str, ...], tuple[str, ...]]:
        try:
            fetched = await self._fetch(url, STYLE_SHEET)
            data = fetched.data, fetched.charset, fetched.url
            file, found = await self._service.pool.run(read_sheet, *data, patient=True)
        except (RidgelineError, Problem) as error:
            return LoadedResource("style", (url,), problem=_said(error, url)), (), ()
        return LoadedResource("style", (url,), file), found.imports, found.pictures

    async def _picture(self, urls: tuple[str, ...]) -> LoadedResource:
        """Load a picture by the first of its addresses that gives one."""
        problem = ""
        for url in urls[:_MAX_TRIES]:
            try:
                fetched = await self._fetch(url, PICTURE)
                return LoadedResource("picture", urls, read_picture(fetched.data))
            except (RidgelineError, Problem) as error:
                problem = problem or _said(error, url)
        return LoadedResource("picture", urls, problem=problem)

    async def _fetch(self, url: str, wanted: Wanted) -> Fetched:
        """Return a file. Raises FetchError also where a bound of the page is reached."""
        async with self._turns:
            try:
                async with asyncio.timeout_at(self._end):
                    max_bytes = max(1, min(self._left, _MAX_FILE_BYTES[wanted]))
                    fetched = await self._service.fetcher.fetch_file(url, wanted, max_bytes)
            except TimeoutError as error:
                raise FetchError(f"the files of the page were not there within {_SECONDS:g} s") from error
        if len(fetched.data) > self._left:  # others came meanwhile
            raise FetchError(f"the files of the page are larger than {MAX_BYTES:,} bytes")
        self._left -= len(fetched.data)
        return fetched


def _said(error: Exception, url: str) -> str:
    """Return what a problem says, without the address that it is listed under."""
    text = str(error.detail if isinstance(error, Problem) else error)
    return text.removeprefix(f"{url}: ")[:500]
