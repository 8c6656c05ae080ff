"""Routes that explain an extraction: why a leaf is kept, what other extractors keep, the mountain of a page."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import Field

from ...errors import WorkerError
from ...library import PageSource
from ...registry import REGISTRY
from ..problems import Problem, problem_of
from ..state import Service, TheService
from .access import RENDERING_SECONDS, PageId, find_page, find_source
from .presentation import answer_json, how_of
from .schemas import CompareAnswer, MountainAnswer, StoredQuery, WhyAnswer
from .work.comparison import PRESETS, Kept, compare, keep_by
from .work.reasons import explain_leaf
from .work.terrain import describe_terrain

router = APIRouter(tags=["pages"])

_MAX_COMPARED = 8


class WhyQuery(StoredQuery):
    """The leaf that is asked about, and how the page is extracted."""

    leaf: Annotated[int, Field(ge=0, le=10_000_000, description="The leaf, by its position.")]


@router.get("/v1/pages/{page}/why", response_model=WhyAnswer)
async def why(page: PageId, query: Annotated[WhyQuery, Query()], service: TheService) -> Response:
    """Return why an extractor kept or dropped a leaf.

    For `summit`, the inputs of its networks that moved the log odds of the line most; for the extractors of the papers,
    their own explanations.
    """
    how = await how_of(service, page, query)
    source = await find_source(service, page)
    seconds = seconds_for(service, query.extractor)
    return await answer_json(service, explain_leaf, source, how, query.leaf, seconds=seconds)


@router.get("/v1/pages/{page}/compare", response_model=CompareAnswer)
async def compare_extractors(
    page: PageId,
    service: TheService,
    extractors: Annotated[
        str, Query(max_length=300, description="Names, with commas between; or the name of a preset.")
    ] = ",".join(PRESETS["default and papers"]),
) -> Response:
    """Run several extractors on a page: what each keeps, what only one keeps, agreement as word F1, seconds."""
    names = _names(extractors)
    stored, source = await find_page(service, page), await find_source(service, page)
    answers = await asyncio.gather(*(_answer(service, source, name, stored.site) for name in names))
    return await answer_json(service, compare, answers)


def _names(extractors: str) -> list[str]:
    given = PRESETS.get(extractors) or [name.strip() for name in extractors.split(",")]
    names = list(dict.fromkeys(filter(None, given)))
    if not 1 <= len(names) <= _MAX_COMPARED:
        raise Problem(422, "invalid-option", f"name 1 to {_MAX_COMPARED} extractors, not {len(names)}")
    for name in names:
        if name not in REGISTRY:
            raise Problem(422, "unknown-extractor", f"there is no extractor {name!r:.60}: see /v1/extractors")
    return names


async def _answer(service: Service, source: PageSource, name: str, site: str) -> Kept:
    call = keep_by, source, name, service.settings.folder, site
    try:
        kept: Kept = await service.pool.run(*call, seconds=seconds_for(service, name))
    except WorkerError as error:  # the page killed this one's process: the others may do better
        return Kept(name, unavailable=str(problem_of(error).detail))
    return kept


def seconds_for(service: Service, extractor: str) -> float | None:
    """Return the cap on the time of an extractor; None for the usual one. Those that need a browser have more."""
    entry = REGISTRY.get(extractor)
    is_rendering = entry is not None and entry.needs == "render"
    return max(RENDERING_SECONDS, service.settings.page_seconds) if is_rendering else None


@router.get("/v1/pages/{page}/mountain", response_model=MountainAnswer)
async def mountain(page: PageId, service: TheService) -> Response:
    """Return the mountain of a page: cells, smoothed scores, thresholds and ridges."""
    source = await find_source(service, page)
    return await answer_json(service, describe_terrain, source)
