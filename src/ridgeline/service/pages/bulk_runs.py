"""The output of a bulk run at a glance, and any page of it opened again."""

from pathlib import Path
from typing import Annotated, Literal

import anyio.to_thread
from fastapi import APIRouter, Query, Response
from fastapi import Path as PathParameter
from pydantic import BaseModel, Field

from ...errors import UnknownPageError
from ...library import PageSource
from ..problems import Problem
from ..schemas import Document
from ..state import Service, TheService
from ..work import Source
from .presentation import answer_json
from .schemas import PageInfo, Score
from .stored import store_page
from .work.runs import BINS, MAX_SORTED, RowQuery, Unconfirmed, check_run, find_rows, overview, read_source

router = APIRouter(tags=["bulk runs"])

RunId = Annotated[str, PathParameter(pattern="^[0-9a-f]{1,64}$", description="The run, as /v1/runs names it.")]
RowId = Annotated[str, PathParameter(pattern="^[0-9a-z]{1,64}-[0-9]{1,12}$", description="A row, by its `n`.")]
_READING_SECONDS = 600.0  # a run of many millions of rows takes a while


class NewRun(Document):
    """The output folder of a bulk run."""

    path: Annotated[str, Field(min_length=1, max_length=4_096, description="A folder of this machine.")]


class OpenRow(Document):
    """The file that may be opened."""

    file: Annotated[str, Field(max_length=4_096, description="The file that a 409 named, once a person has agreed.")]


class RunInfo(BaseModel):
    """A run that was opened."""

    id: str
    path: str
    opened: Annotated[str, Field(description="The time, in ISO 8601.")]


class RunList(BaseModel):
    """Runs that were opened, the last one first."""

    runs: list[RunInfo]


class RunRow(BaseModel):
    """A row of a run, without its texts; members are missing where the run has no such field."""

    n: str
    id: str | None = None
    url: str | None = None
    source: str | None = None
    offset: int | None = None
    http_status: int | None = None
    status: str | None = None
    error: str | None = None
    title: str | None = None
    date: str | None = None
    language: str | None = None
    page_type: str | None = None
    confidence: Score = None
    seconds: float | None = None


class RunSite(BaseModel):
    """How many pages of a run are of a site."""

    site: str
    pages: int


class RunErrors(BaseModel):
    """Rows that failed in the same way."""

    kind: str
    examples: Annotated[list[RunRow], Field(description="n, url, error.")]


class RunOverview(BaseModel):
    """A bulk run at a glance; null where its rows do not have the field."""

    path: str
    extractors: list[str]
    fields: list[str]
    is_running: bool
    pages: int
    rows: int
    filtered: int
    parts: int
    statuses: dict[str, int]
    error_kinds: dict[str, int]
    skipped: Annotated[dict[str, int], Field(description="Records that are no pages, by type.")]
    troubles: Annotated[list[str], Field(description="Inputs of which pages are missing.")]
    confidence: Annotated[list[int] | None, Field(description=f"Pages by confidence, in {BINS} steps from 0 to 1.")]
    sites: Annotated[list[RunSite], Field(description="The sites with the most pages.")]
    site_count: int
    types: dict[str, int] | None
    slowest: Annotated[list[RunRow] | None, Field(description="n, url, title, seconds.")]
    seconds: Annotated[float | None, Field(description="Of all pages together.")]
    errors: Annotated[list[RunErrors], Field(description="Examples of each kind.")]


class RunRows(BaseModel):
    """Rows of a run, a part of all that fit."""

    rows: list[RunRow]
    total: int


@router.post("/v1/runs", status_code=201)
async def open_run(asked: NewRun, service: TheService) -> RunInfo:
    """Open the output folder of a bulk run on this machine."""
    if "://" in asked.path or "\0" in asked.path:
        raise Problem(422, "invalid-option", f"{asked.path[:200]}: a folder of this machine is wanted")
    path = str(Path(asked.path).expanduser().resolve())
    await service.pool.run(check_run, path)
    run = await anyio.to_thread.run_sync(service.library.add_run, path)
    return next(info for info in (await list_runs(service)).runs if info.id == run)


@router.get("/v1/runs")
async def list_runs(service: TheService) -> RunList:
    """List the runs that were opened."""
    found = await anyio.to_thread.run_sync(service.library.runs)
    return RunList(runs=[RunInfo(id=run.id, path=run.path, opened=run.opened) for run in found])


@router.get("/v1/runs/{run}", response_model=RunOverview)
async def show_run(run: RunId, service: TheService) -> Response:
    """Return a run at a glance: counts by status, histogram of confidence, sites, types, slowest pages, errors."""
    path = await _path_of(service, run)
    return await answer_json(service, overview, path, seconds=_READING_SECONDS)


@router.get("/v1/runs/{run}/rows", response_model=RunRows)
async def list_rows(
    run: RunId,
    service: TheService,
    status: Annotated[str | None, Query(max_length=30)] = None,
    site: Annotated[str | None, Query(max_length=300)] = None,
    type: Annotated[str | None, Query(max_length=60, description="The type of the page.")] = None,
    order: Annotated[Literal["run", "least-certain", "slowest"], Query(description="Which come first.")] = "run",
    offset: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
) -> Response:
    """Return rows of a run, without their texts."""
    path = await _path_of(service, run)
    if order != "run" and offset + limit > MAX_SORTED:
        raise Problem(422, "invalid-option", f"in this order the first {MAX_SORTED:,} rows can be reached: filter them")
    query = RowQuery(status, site, type, order, offset, limit)
    return await answer_json(service, find_rows, path, query, seconds=_READING_SECONDS)


@router.post("/v1/runs/{run}/rows/{row}/open", status_code=201)
async def open_row(run: RunId, row: RowId, service: TheService, asked: OpenRow | None = None) -> PageInfo:
    """Open the page of a row: it is read again from its source, or fetched again where it came from the network.

    A run that somebody else made may name any file of this machine, so a person has to confirm it first (409).
    """
    path, confirmed = await _path_of(service, run), asked.file if asked is not None else None
    call = read_source, path, row, confirmed
    found: PageSource | Unconfirmed | str = await service.pool.run(*call, seconds=_READING_SECONDS)
    if isinstance(found, Unconfirmed):
        detail = f"the run says that this page is in {found.file[:300]}: confirm that it may be opened"
        raise Problem(409, "not-confirmed", detail, file=found.file)
    if isinstance(found, str):
        return await store_page(service, await service.fetcher.fetch(found), None)
    return await store_page(service, Source(found.html, found.url, found.charset), None)


async def _path_of(service: Service, run: str) -> str:
    try:
        return await anyio.to_thread.run_sync(service.library.run_path, run)
    except UnknownPageError as error:
        raise Problem(404, "no-such-run", str(error)) from error
