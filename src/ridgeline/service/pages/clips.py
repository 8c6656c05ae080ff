"""The content of stored pages as files: Markdown with front matter, HTML in one file, text, JSON, EPUB."""

from collections.abc import Callable
from typing import Annotated, Any, Literal
from urllib.parse import quote

import anyio.to_thread
from fastapi import APIRouter, Query, Response
from pydantic import Field

from ...errors import OptionError
from ...output.epub import Chapter
from ..headers import PAGE_SECURITY_POLICY
from ..state import Service, TheService
from .access import PageId, find_page, find_source
from .presentation import how_of
from .schemas import StoredQuery
from .work.clips import EPUB, Beside, Clip, bind_chapters, file_name, pack_clips, write_chapter, write_clip, write_line

router = APIRouter(tags=["clips"])

ClipFormat = Literal["markdown", "text", "html", "json", "epub"]
_FILES: dict[int | str, dict[str, object]] = {200: {"description": "The file.", "content": {"*/*": {}}}}
JSON_LINES = "jsonl"
_MAX_CLIPS = 500
_MAX_BOOK_BYTES = 100_000_000  # of pictures


class ClipQuery(StoredQuery):
    """How the content of a page is saved."""

    format: Annotated[ClipFormat, Field(description="The format of the file.")] = "markdown"
    download: Annotated[bool, Field(description="Let a browser save it rather than show it.")] = False


class NewClips(StoredQuery):
    """Pages whose content is wanted as one file."""

    pages: Annotated[
        list[str], Field(min_length=1, max_length=_MAX_CLIPS, fail_fast=True, description="Stored pages, in order.")
    ]
    format: Annotated[
        Literal["epub", "markdown", "html", "text", "jsonl"],
        Field(
            description="epub: one book. jsonl: a line for each page, with tags and highlights. "
            "Others: an archive with a file for each page, or the file of a single one."
        ),
    ] = "epub"
    title: Annotated[str | None, Field(max_length=500, description="Of the book or the archive.")] = None
    corrected: Annotated[bool, Field(description="As corrected, where somebody has.")] = True


@router.get("/v1/pages/{page}/clip", response_class=Response, responses={**_FILES})
async def clip(page: PageId, query: Annotated[ClipQuery, Query()], service: TheService) -> Response:
    """Return the content of a page as a file."""
    source = await find_source(service, page)
    how = await how_of(service, page, query)
    beside = await _beside(service, page, query.format)
    written: Clip = await service.pool.run(write_clip, source, how, query.format, beside)
    return as_file(written, is_download=query.download)


@router.post("/v1/clips", response_class=Response, responses={**_FILES})
async def clips(asked: NewClips, service: TheService) -> Response:
    """Return the content of several pages as one book, or one archive of files."""
    if asked.format == EPUB:
        chapters = [await _chapter(service, asked, page) for page in asked.pages]
        if sum(len(picture.data) for chapter in chapters for picture in chapter.pictures) > _MAX_BOOK_BYTES:
            raise OptionError(f"the pictures have more than {_MAX_BOOK_BYTES:,} bytes: choose fewer pages for a book")
        written: Clip = await service.pool.run(bind_chapters, chapters, asked.title)
    elif asked.format == JSON_LINES:
        lines = [await _work(service, asked, page, write_line) for page in asked.pages]
        written = Clip(file_name(asked.title or "pages"), ".jsonl", "application/x-ndjson", b"".join(lines))
    else:
        files = [await _file(service, asked, page) for page in asked.pages]
        written = files[0] if len(files) == 1 else await service.pool.run(pack_clips, files, asked.title)
    return as_file(written, is_download=True)


async def _chapter(service: Service, asked: NewClips, page: str) -> Chapter:
    chapter: Chapter = await _work(service, asked, page, write_chapter)
    return chapter


async def _file(service: Service, asked: NewClips, page: str) -> Clip:
    source, how = await find_source(service, page), await how_of(service, page, asked)
    beside = await _beside(service, page, asked.format)
    written: Clip = await service.pool.run(write_clip, source, how, asked.format, beside, patient=True)
    return written


async def _work(service: Service, asked: NewClips, page: str, write: Callable[..., Any]) -> Any:
    source, how = await find_source(service, page), await how_of(service, page, asked)
    return await service.pool.run(write, source, how, await _beside(service, page, asked.format), patient=True)


async def _beside(service: Service, page: str, format: str) -> Beside:
    """Return what is stored beside a page, as far as a format can carry it."""
    run = anyio.to_thread.run_sync
    pictures = await run(service.snapshots.pictures, page) if format in (EPUB, "html") else {}
    return Beside(await find_page(service, page), pictures, tuple(await run(service.reading.highlights, page)))


def as_file(clip: Clip, *, is_download: bool) -> Response:
    """Return a file as an answer. HTML of a page never runs with the rights of the service."""
    kind = "attachment" if is_download else "inline"
    name = quote(f"{clip.name}{clip.suffix}", safe="")
    headers = {
        "content-disposition": f"{kind}; filename=\"clip{clip.suffix}\"; filename*=UTF-8''{name}",
        "content-security-policy": PAGE_SECURITY_POLICY,
    }
    return Response(clip.data, headers=headers, media_type=clip.media_type)
