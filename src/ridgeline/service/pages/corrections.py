"""Corrections of stored pages, and the labels that follow from them."""

from typing import Annotated

import anyio.to_thread
from fastapi import APIRouter, Query, Response

from ...errors import UnknownPageError
from ...library import ANONYMOUS, Correction
from ...options import ExtractOptions
from ..problems import Problem
from ..state import TheService
from .access import PageId, find_page, find_source
from .presentation import answer_json
from .schemas import CorrectionInfo, CorrectionList, LabelAnswer, NewCorrection
from .work.answers import How
from .work.corrections import Corrected, find_stale, label_nodes, make_correction

router = APIRouter(tags=["corrections"])

Annotator = Annotated[str | None, Query(max_length=200, description="Whose correction; by default the newest one.")]


@router.put("/v1/pages/{page}/corrections")
@router.post("/v1/pages/{page}/corrections", status_code=201)
async def correct(page: PageId, said: NewCorrection, service: TheService) -> CorrectionInfo:
    """Store what an annotator takes for the content; an earlier correction of theirs is replaced.

    The exact marks of the paper follow from the kept leaves: the fewest selected nodes, and deselected nodes inside
    them. They are stored as clip paths, the paths from the root.
    """
    source = await find_source(service, page)
    made = Corrected(tuple(said.keep), said.annotator, said.seconds, said.title)
    how = How(ExtractOptions(extractor=said.extractor))
    correction: Correction = await service.pool.run(make_correction, source, how, made)
    await anyio.to_thread.run_sync(service.library.set_correction, page, correction)
    return CorrectionInfo.of(correction, [])


@router.get("/v1/pages/{page}/corrections")
async def corrections(page: PageId, service: TheService) -> CorrectionList:
    """Return the corrections of a page, the newest first. Their clip paths are followed again."""
    source = await find_source(service, page)
    found = await anyio.to_thread.run_sync(service.library.corrections, page)
    stale: list[list[str]] = await service.pool.run(find_stale, source, found) if found else []
    return CorrectionList(corrections=[CorrectionInfo.of(*each) for each in zip(found, stale, strict=True)])


@router.delete("/v1/pages/{page}/corrections", status_code=204)
async def delete_correction(
    page: PageId,
    service: TheService,
    annotator: Annotated[str, Query(max_length=200, description="Whose correction.")] = ANONYMOUS,
) -> Response:
    """Delete what an annotator said about a page."""
    await find_page(service, page)
    try:
        await anyio.to_thread.run_sync(service.library.delete_correction, page, annotator)
    except UnknownPageError as error:
        raise Problem(404, "no-such-correction", str(error)) from error
    return Response(status_code=204)


@router.get("/v1/pages/{page}/labels", response_model=LabelAnswer)
async def labels(page: PageId, service: TheService, annotator: Annotator = None) -> Response:
    """Return the labels of all nodes, by the rules (a) to (e) of the paper, and the marks that they follow from."""
    source = await find_source(service, page)
    correction = await anyio.to_thread.run_sync(service.library.correction, page, annotator)
    if correction is None:
        raise Problem(404, "no-such-correction", f"page {page} is not corrected yet: PUT /v1/pages/{page}/corrections")
    return await answer_json(service, label_nodes, source, correction.keep)
