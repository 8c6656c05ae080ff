"""Gold standards: what to look at next, how far annotators agree, and the corrected pages as a data set."""

from collections.abc import AsyncIterator
from functools import partial
from statistics import fmean
from typing import Annotated, Literal

import anyio.to_thread
from fastapi import APIRouter, Query, Response
from starlette.responses import StreamingResponse

from ...errors import UnknownPageError
from ...library import ANONYMOUS, Correction, StoredPage
from ..state import Service, TheService
from .schemas import AgreementAnswer, AnnotatorPair, Order, PageInfo, QueueAnswer, SecondLook
from .work.corrections import PairAgreement, measure_agreement, write_record

router = APIRouter(tags=["annotation"])

_MAX_COMPARED = 2_000  # pages that agreement is measured on
_NDJSON = "application/x-ndjson"


@router.get("/v1/annotation/queue")
async def queue(
    service: TheService,
    order: Annotated[Order, Query(description="Which come first.")] = "least-certain",
    annotator: Annotated[str, Query(max_length=200, description="Whose queue.")] = ANONYMOUS,
    site: Annotated[str | None, Query(max_length=300)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> QueueAnswer:
    """Return the pages that an annotator has not corrected yet, those first of which the extractor is least certain.

    `second` has those that others have corrected: an agreement of annotators can be measured on them.
    """
    library = service.library
    waiting = partial(library.pages, order=order, site=site, lacking=annotator, limit=limit)
    seconds = partial(library.pages, order=order, site=site, lacking=annotator, second=True, limit=limit)
    run = anyio.to_thread.run_sync
    total = await run(partial(library.count_pages, site=site))
    left = await run(partial(library.count_pages, site=site, lacking=annotator))
    second_total = await run(partial(library.count_pages, site=site, lacking=annotator, second=True))
    return QueueAnswer(
        pages=[PageInfo.of(page) for page in await run(waiting)],
        done=total - left,
        total=total,
        second=SecondLook(pages=[PageInfo.of(page) for page in await run(seconds)], total=second_total),
    )


@router.get("/v1/annotation/agreement")
async def agreement(service: TheService) -> AgreementAnswer:
    """Return how far annotators agree about the pages that several of them have corrected."""
    pages = await anyio.to_thread.run_sync(service.library.compared_pages)
    found: dict[tuple[str, str], list[PairAgreement]] = {}
    for page in pages[:_MAX_COMPARED]:
        for pair in await _page_agreement(service, page):
            found.setdefault((pair.first, pair.second), []).append(pair)
    return AgreementAnswer(
        pairs=[
            AnnotatorPair(
                first=first,
                second=second,
                pages=len(pairs),
                word_f1=round(fmean(pair.word_f1 for pair in pairs), 4),
                leaf_kappa=round(fmean(pair.leaf_kappa for pair in pairs), 4),
            )
            for (first, second), pairs in sorted(found.items())
        ]
    )


async def _page_agreement(service: Service, page: str) -> list[PairAgreement]:
    try:
        source = await anyio.to_thread.run_sync(service.library.source, page)
        corrections = await anyio.to_thread.run_sync(service.library.corrections, page)
    except UnknownPageError:  # it was deleted meanwhile
        return []
    pairs: list[PairAgreement] = await service.pool.run(measure_agreement, source, corrections, patient=True)
    return pairs


@router.get(
    "/v1/annotation/export",
    response_class=Response,
    responses={200: {"content": {_NDJSON: {}}, "description": "Lines"}},
)
async def export(
    service: TheService,
    annotator: Annotated[
        str | None, Query(max_length=200, description="Whose corrections; by default the newest of each page.")
    ] = None,
    site: Annotated[str | None, Query(max_length=300)] = None,
    format: Annotated[Literal["jsonl"], Query(description="One JSON object a line.")] = "jsonl",
) -> Response:
    """Return the corrected pages as a data set, which `ridgeline eval --data FILE` reads."""
    found = await anyio.to_thread.run_sync(service.library.corrected_pages, site, annotator)
    headers = {"content-disposition": 'attachment; filename="corrected-pages.jsonl"'}
    return StreamingResponse(_lines(service, found), headers=headers, media_type=_NDJSON)


async def _lines(service: Service, found: list[tuple[StoredPage, Correction]]) -> AsyncIterator[bytes]:
    for stored, correction in found:
        try:
            source = await anyio.to_thread.run_sync(service.library.source, stored.id)
        except UnknownPageError:  # it was deleted meanwhile
            continue
        line: str = await service.pool.run(write_record, source, stored, correction, patient=True)
        yield line.encode() + b"\n"
