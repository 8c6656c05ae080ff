"""The structure of a stored page: which leaves are in which element, and which of them are one passage."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from ..state import TheService
from .access import PageId, find_source
from .presentation import answer_json
from .work.page_structure import describe_structure

router = APIRouter(tags=["pages"])


class Structure(BaseModel):
    """The leaves of a page and the tree around them: the descendants of row i are the rows i + 1 to ends[i] - 1."""

    leaves: Annotated[list[int], Field(description="By leaf: its row.")]
    texts: Annotated[list[str], Field(description="By leaf: its text on one line, empty for a picture or a control.")]
    passages: Annotated[
        list[tuple[int, int]], Field(description="Paragraphs: the first leaf of each, and the one after its last.")
    ]
    passage_texts: Annotated[list[str], Field(description="By passage: its text on one line.")]
    parents: Annotated[list[int], Field(description="By row: that of the element around it, -1 at the root.")]
    ends: Annotated[list[int], Field(description="By row: the one after its last descendant.")]
    tags: Annotated[list[str], Field(description="By row: the name of the element.")]


@router.get("/v1/pages/{page}/structure", response_model=Structure)
async def structure(page: PageId, service: TheService) -> Response:
    """Return leaves, passages and elements of a page, for selections that grow and shrink."""
    source = await find_source(service, page)
    return await answer_json(service, describe_structure, source)
