"""What a reader does with stored pages: tags, archive, highlights with notes."""

from functools import partial
from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from ...library import Highlight
from ...library.reading import MAX_TAGS
from ..schemas import Document
from ..state import TheService
from .access import PageId, find_page
from .schemas import PageInfo

router = APIRouter(tags=["reading"])

HighlightId = Annotated[str, Path(pattern="^[0-9a-f]{1,64}$")]
Note = Annotated[str, Field(max_length=20_000, description="What the reader wrote about it.")]
Context = Annotated[str, Field(max_length=500)]
Tag = Annotated[str, Field(max_length=200)]


class ReadingState(Document):
    """What changes about a page; what is left out stays."""

    archived: bool | None = None
    unread: bool | None = None
    tags: Annotated[list[Tag] | None, Field(max_length=MAX_TAGS, description="All of its tags.")] = None


class NewHighlight(Document):
    """A passage to mark, anchored by its text, what stands around it, and its position."""

    exact: Annotated[str, Field(min_length=1, max_length=20_000, description="The passage.")]
    prefix: Context = ""
    suffix: Context = ""
    start: Annotated[int, Field(ge=0, le=10**9, description="Where it begins in the text of the content.")] = 0
    note: Note = ""


class HighlightNote(Document):
    """A note about a passage."""

    note: Note


class HighlightInfo(BaseModel):
    """A passage that a reader marked."""

    id: str
    made: Annotated[str, Field(description="The time, in ISO 8601.")]
    exact: str
    prefix: str
    suffix: str
    start: int
    note: str

    @classmethod
    def of(cls, highlight: Highlight) -> "HighlightInfo":
        """Return what is told about a highlight."""
        return cls.model_validate(highlight, from_attributes=True)


class HighlightList(BaseModel):
    """The highlights of a page, and of other versions of it, in the order of the text."""

    highlights: list[HighlightInfo]


class TagCount(BaseModel):
    """A tag, and how many pages have it."""

    name: str
    pages: int


class TagList(BaseModel):
    """All tags."""

    tags: list[TagCount]


@router.put("/v1/pages/{page}/reading")
async def change_reading(page: PageId, said: ReadingState, service: TheService) -> PageInfo:
    """Archive a page, mark it as read, give it tags, or the reverse."""
    change = partial(service.reading.change, page, **said.model_dump(exclude_none=True))
    await anyio.to_thread.run_sync(change)
    return PageInfo.of(await find_page(service, page))


@router.get("/v1/tags")
async def list_tags(service: TheService) -> TagList:
    """Return all tags."""
    found = await anyio.to_thread.run_sync(service.reading.tags)
    return TagList(tags=[TagCount(name=name, pages=count) for name, count in found])


@router.get("/v1/pages/{page}/highlights")
async def list_highlights(page: PageId, service: TheService) -> HighlightList:
    """Return the highlights of a page, also those made on another version of it."""
    await find_page(service, page)
    found = await anyio.to_thread.run_sync(service.reading.highlights, page)
    return HighlightList(highlights=[HighlightInfo.of(one) for one in found])


@router.post("/v1/pages/{page}/highlights", status_code=201)
async def add_highlight(page: PageId, said: NewHighlight, service: TheService) -> HighlightInfo:
    """Mark a passage."""
    add = partial(service.reading.add_highlight, page, **said.model_dump())
    return HighlightInfo.of(await anyio.to_thread.run_sync(add))


@router.put("/v1/pages/{page}/highlights/{highlight}", status_code=204)
async def change_note(page: PageId, highlight: HighlightId, said: HighlightNote, service: TheService) -> Response:
    """Change the note about a passage."""
    await anyio.to_thread.run_sync(service.reading.set_note, page, highlight, said.note)
    return Response(status_code=204)


@router.delete("/v1/pages/{page}/highlights/{highlight}", status_code=204)
async def delete_highlight(page: PageId, highlight: HighlightId, service: TheService) -> Response:
    """Delete a highlight with its note."""
    await anyio.to_thread.run_sync(service.reading.delete_highlight, page, highlight)
    return Response(status_code=204)
