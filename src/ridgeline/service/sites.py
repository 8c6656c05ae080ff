"""/v1/sites: site profiles. Learn from corrected pages, check, keep, forget."""

from typing import TYPE_CHECKING, Annotated, Literal

import anyio.to_thread
from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from ..errors import OptionError, SiteError
from ..sites import KINDS, Learnt, SiteFolder
from ..sites.learning import Check
from ..sites.site_names import normalise_site
from .pages.access import StudioOnly
from .problems import Problem
from .schemas import Document
from .site_work import Kept, check_site, keep_lesson
from .state import Service, TheService

router = APIRouter(tags=["sites"], dependencies=[StudioOnly])

LEARNING_SECONDS = 300.0  # that learning and checking may take

if TYPE_CHECKING:
    Kind = str
else:
    Kind = Literal[tuple(KINDS)]
Site = Annotated[str, Path(min_length=1, max_length=255, description="A host such as example.org.")]
Annotator = Annotated[
    str | None, Field(max_length=200, description="Whose corrections; by default the newest of each page.")
]


class CheckRequest(Document):
    """A request to learn."""

    kind: Annotated[Kind, Field(description="The kind of knowledge.")]
    annotator: Annotator = None


class KeepRequest(CheckRequest):
    """A request to learn and keep."""

    force: Annotated[bool, Field(description="Keep it although no second page confirms it.")] = False


class KindInfo(BaseModel):
    """A kind of knowledge about sites."""

    kind: Kind
    label: str
    summary: str
    advice: Annotated[str, Field(description="When to choose it.")]


class LearntInfo(BaseModel):
    """Something that was learnt about a site."""

    kind: Kind
    made: Annotated[str, Field(description="The time, in ISO 8601.")]
    pages: Annotated[int, Field(description="Corrected pages that it was learnt from.")]
    f1_before: Annotated[float | None, Field(description="Mean word F1 of those pages without it.")]
    f1_after: Annotated[float | None, Field(description="The same with what the other pages teach.")]


class SiteInfo(BaseModel):
    """A site, and what was learnt about it."""

    site: str
    pages: Annotated[int, Field(description="Pages of it in the library.")]
    corrected: Annotated[int, Field(description="Those that were corrected.")]
    learnt: list[LearntInfo]


class SiteList(BaseModel):
    """All sites that have pages in the library or about which something was learnt, and what can be learnt."""

    sites: list[SiteInfo]
    kinds: list[KindInfo]


class CheckedPage(BaseModel):
    """A corrected page."""

    id: str
    name: str
    before: Annotated[float, Field(description="Word F1 of what the default extractor keeps.")]
    after: Annotated[float | None, Field(description="With what the other pages teach; null without another page.")]


class CheckAnswer(BaseModel):
    """The changes that a lesson would make, each corrected page left out in turn."""

    kind: Kind
    pages: list[CheckedPage]
    before: float | None
    after: float | None
    worse: Annotated[list[str], Field(description="The ids of pages that get worse.")]
    needs: Annotated[str | None, Field(description="What is missing before it can be kept; null where nothing is.")]
    preview: Annotated[str, Field(description="What was learnt, for people: a rule as TOML …")]


class KeepAnswer(CheckAnswer):
    """The record of what was kept."""

    learnt: LearntInfo


@router.get("/v1/sites")
async def list_sites(service: TheService) -> SiteList:
    """List the sites of the library, and what was learnt about each."""
    return await anyio.to_thread.run_sync(_list_sites, service)


@router.post("/v1/sites/{site}/check")
async def check_lesson(site: Site, asked: CheckRequest, service: TheService) -> CheckAnswer:
    """Learn from the corrected pages of a site, and return what it would change; nothing is kept.

    Each page is extracted with what the other corrected pages teach, and its word F1 is compared with that of the
    default extractor.
    """
    name = _site(site)
    await _check_corrected(service, name, asked.annotator)
    call = check_site, service.library.path, name, asked.kind, asked.annotator
    checked: Check = await service.pool.run(*call, seconds=LEARNING_SECONDS)
    return CheckAnswer(**checked.as_dict())


@router.post("/v1/sites/{site}/learnt", status_code=201)
async def keep_learnt(site: Site, asked: KeepRequest, service: TheService) -> KeepAnswer:
    """Learn from the corrected pages of a site, and keep it for `sites: true`, `--sites` and bulk runs.

    A second corrected page has to confirm it (409), unless `force` is given.
    """
    name = _site(site)
    await _check_corrected(service, name, asked.annotator)
    call = keep_lesson, service.library.path, service.settings.folder, name, asked.kind, asked.annotator, asked.force
    kept: Kept = await service.pool.run(*call, seconds=LEARNING_SECONDS)
    if kept.learnt is None:
        raise Problem(409, "not-confirmed", f"{name}: this needs {kept.checked.needs}", check=kept.checked.as_dict())
    return KeepAnswer(**kept.checked.as_dict(), learnt=_learnt(kept.learnt))


@router.delete("/v1/sites/{site}/learnt/{kind}", status_code=204)
async def forget_learnt(site: Site, kind: Kind, service: TheService) -> Response:
    """Delete what was learnt about a site. Corrections stay."""
    name = _site(site)
    folder = SiteFolder(service.settings.folder)
    found = await anyio.to_thread.run_sync(folder.learnt, name)
    if all(own.kind != kind for own in found):
        raise Problem(404, "nothing-learnt", f"nothing of the kind {kind} was learnt about {name:.100}")
    await anyio.to_thread.run_sync(folder.forget, name, kind)
    return Response(status_code=204)


def _list_sites(service: Service) -> SiteList:
    folder = SiteFolder(service.settings.folder)
    counts = {count.site: count for count in service.library.sites()}
    found = []
    for site in sorted({*counts, *folder.sites()}):
        count = counts.get(site)
        learnt = [_learnt(own) for own in _readable(folder, site)]
        if count is not None or learnt:
            pages, corrected = (count.pages, count.corrected) if count is not None else (0, 0)
            found.append(SiteInfo(site=site, pages=pages, corrected=corrected, learnt=learnt))
    kinds = [
        KindInfo(kind=name, label=kind.label, summary=kind.summary, advice=kind.advice) for name, kind in KINDS.items()
    ]
    return SiteList(sites=found, kinds=kinds)


def _readable(folder: SiteFolder, site: str) -> tuple[Learnt, ...]:
    """Return what was learnt about a site; a damaged record of one site does not hide the others."""
    try:
        return folder.learnt(site)
    except (OptionError, SiteError):  # a name of the library that is no site, such as localhost:80
        return ()


def _site(site: str) -> str:
    """Return a site as files name it. Raises Problem (404)."""
    try:
        return normalise_site(site)
    except OptionError as error:
        raise Problem(404, "no-such-site", str(error)) from error


async def _check_corrected(service: Service, site: str, annotator: str | None) -> None:
    """Refuse to learn where there is nothing to learn from. Raises Problem (409)."""
    if not await anyio.to_thread.run_sync(service.library.corrected_pages, site, annotator):
        raise Problem(409, "nothing-corrected", f"{site:.100}: no page of it is corrected: correct two pages first")


def _learnt(learnt: Learnt) -> LearntInfo:
    return LearntInfo(**learnt.as_dict())
