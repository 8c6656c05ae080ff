"""Feeds that a reader follows: read when somebody asks for that, and their new entries fetched as pages.

One request reads a feed, and one fetches an entry, so that whoever asks sees how far it is, and may stop. Requests to
one site have a pause between them, whoever makes them.
"""

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from ...errors import FetchError, InputError, RidgelineError
from ...fetch import FEED, Fetched
from ...library import StoredFeed
from ...library.feeds import MAX_BYTES, MAX_LENGTH, Feed, FeedEntry, read_feed, read_opml, write_opml
from ..politeness import REFUSALS
from ..problems import Problem
from ..schemas import Document
from ..state import Service, TheService
from .access import find_page
from .schemas import PageInfo
from .stored import store_page

router = APIRouter(tags=["feeds"])

_OPML = "text/x-opml"
_MAX_STEPS = 2  # from the page of a site to its feed
FeedId = Annotated[str, Path(pattern="^[0-9a-f]{1,64}$", description="The feed, as /v1/feeds names it.")]


class NewFeed(Document):
    """A feed to follow."""

    url: Annotated[str, Field(max_length=MAX_LENGTH, description="The address of the feed, or of a page that has one.")]


class FeedList(Document):
    """A list of feeds as other programs write it."""

    opml: Annotated[str, Field(max_length=MAX_BYTES)]


class FeedInfo(BaseModel):
    """A feed that is followed."""

    id: str
    url: str
    title: str
    added: Annotated[str, Field(description="The time, in ISO 8601.")]
    fetched: Annotated[str | None, Field(description="When it was last asked for.")]
    problem: Annotated[str | None, Field(description="Why that failed.")]
    waiting: Annotated[int, Field(description="Entries that are to be fetched.")]

    @classmethod
    def of(cls, feed: StoredFeed) -> "FeedInfo":
        """Return what is told about a feed."""
        return cls.model_validate(feed, from_attributes=True)


class FeedAnswer(BaseModel):
    """All feeds."""

    feeds: list[FeedInfo]


class EntryInfo(BaseModel):
    """An entry that is to be fetched."""

    url: str
    title: str


class EntryList(BaseModel):
    """The entries of a feed that are to be fetched, the newest first."""

    entries: list[EntryInfo]


class EntryAddress(Document):
    """Which entry to fetch."""

    url: Annotated[str, Field(max_length=MAX_LENGTH)]


@router.get("/v1/feeds")
async def list_feeds(service: TheService) -> FeedAnswer:
    """Return the feeds that are followed."""
    return FeedAnswer(feeds=[FeedInfo.of(feed) for feed in await anyio.to_thread.run_sync(service.feeds.all)])


@router.post("/v1/feeds", status_code=201)
async def follow_feed(asked: NewFeed, service: TheService) -> FeedInfo:
    """Follow a feed, by its address or by that of a page that names it. Its entries are fetched later."""
    url = asked.url.strip()
    for _ in range(_MAX_STEPS):
        fetched = await _fetch(service, url)
        found: Feed | str = await service.pool.run(read_feed, fetched.data, fetched.charset, fetched.url)
        if isinstance(found, Feed):
            identity = await anyio.to_thread.run_sync(service.feeds.add, fetched.url, found.title)
            await anyio.to_thread.run_sync(service.feeds.update, identity, found, fetched.etag, fetched.modified)
            return await _told(service, identity)
        url = found
    raise InputError(f"{url}: not a feed")


@router.delete("/v1/feeds/{feed}", status_code=204)
async def unfollow_feed(feed: FeedId, service: TheService) -> Response:
    """Follow a feed no more. Its pages stay."""
    await anyio.to_thread.run_sync(service.feeds.remove, feed)
    return Response(status_code=204)


@router.get("/v1/feeds/opml", response_class=Response, responses={200: {"content": {_OPML: {}}}})
async def export_feeds(service: TheService) -> Response:
    """Return the feeds as a list that other programs read."""
    followed = await anyio.to_thread.run_sync(service.feeds.all)
    written = write_opml(FeedEntry(feed.url, feed.title) for feed in followed)
    headers = {"content-disposition": 'attachment; filename="feeds.opml"'}
    return Response(written.encode("utf-8", "replace"), headers=headers, media_type=_OPML)


@router.post("/v1/feeds/opml", status_code=201)
async def import_feeds(asked: FeedList, service: TheService) -> FeedAnswer:
    """Follow the feeds of a list. They are read when their entries are fetched."""
    for feed in await service.pool.run(read_opml, asked.opml.encode("utf-8", "replace")):
        await anyio.to_thread.run_sync(service.feeds.add, feed.url, feed.title)
    return await list_feeds(service)


@router.post("/v1/feeds/{feed}/entries")
async def read_entries(feed: FeedId, service: TheService) -> EntryList:
    """Read a feed if it has changed, and return the entries that are to be fetched."""
    known = await anyio.to_thread.run_sync(service.feeds.feed, feed)
    try:
        found, fetched = await _read_again(service, known)
    except (RidgelineError, Problem) as error:
        said = str(error.detail if isinstance(error, Problem) else error)
        await anyio.to_thread.run_sync(service.feeds.fail, feed, said[:500])
        raise
    marks = (fetched.etag, fetched.modified) if fetched else ()
    await anyio.to_thread.run_sync(service.feeds.update, feed, found, *marks)
    waiting = await anyio.to_thread.run_sync(service.feeds.waiting, feed)
    return EntryList(entries=[EntryInfo.model_validate(entry, from_attributes=True) for entry in waiting])


@router.post("/v1/feeds/{feed}/pages", status_code=201)
async def fetch_entry(feed: FeedId, asked: EntryAddress, service: TheService) -> PageInfo:
    """Fetch and store the page of an entry. It gets the title of the feed as a tag."""
    known = await anyio.to_thread.run_sync(service.feeds.feed, feed)
    if asked.url not in {entry.url for entry in await anyio.to_thread.run_sync(service.feeds.waiting, feed)}:
        raise Problem(404, "no-such-entry", f"{asked.url[:200]} is no entry of this feed that waits to be fetched")
    page = await anyio.to_thread.run_sync(service.library.find_url, asked.url)
    try:
        if page is None:
            async with service.politeness.turn(asked.url):
                source = await service.fetcher.fetch(asked.url)
            page = (await store_page(service, source, None)).id
            await anyio.to_thread.run_sync(_tag, service, page, known.title)
    except (RidgelineError, Problem) as error:
        if getattr(error, "http_status", None) in REFUSALS:
            raise  # it was the server's fault, not that of the page
        await anyio.to_thread.run_sync(lambda: service.feeds.note(feed, asked.url, is_stored=False))
        raise
    await anyio.to_thread.run_sync(lambda: service.feeds.note(feed, asked.url, is_stored=True))
    return PageInfo.of(await find_page(service, page))


def _tag(service: Service, page: str, title: str) -> None:
    service.reading.change(page, tags=[*service.library.page(page).tags, title])


async def _fetch(service: Service, url: str, known: StoredFeed | None = None) -> Fetched:
    etag, modified = (known.etag, known.modified) if known else (None, None)
    async with service.politeness.turn(url):
        return await service.fetcher.fetch_file(url, FEED, MAX_BYTES, etag=etag, modified=modified)


async def _read_again(service: Service, known: StoredFeed) -> tuple[Feed | None, Fetched | None]:
    """Return what a feed lists now; None where it is as it was."""
    try:
        fetched = await _fetch(service, known.url, known)
    except FetchError as error:
        if error.http_status == 304:
            return None, None
        raise
    found: Feed | str = await service.pool.run(read_feed, fetched.data, fetched.charset, fetched.url)
    if isinstance(found, str):
        raise InputError(f"{known.url}: not a feed any more, but a page")
    return found, fetched


async def _told(service: Service, feed: str) -> FeedInfo:
    return FeedInfo.of(await anyio.to_thread.run_sync(service.feeds.feed, feed))
