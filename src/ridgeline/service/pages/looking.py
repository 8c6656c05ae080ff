"""A stored page as it looks, and what an extractor keeps of it."""

import json
import secrets
from typing import Annotated, Any, Literal

import anyio.to_thread
from fastapi import APIRouter, Query, Response

from ...output import FORMATS
from ...registry import DEFAULT_EXTRACTOR
from ..problems import Problem
from ..state import Service, TheService
from .access import RENDERING_SECONDS, PageId, find_source
from .models import ExtractionAnswer
from .view import View, as_document, policy
from .work.answers import How, describe_stored
from .work.views import view_content, view_page, view_rendered

router = APIRouter(tags=["pages"])

ExtractorName = Annotated[str, Query(max_length=60, description="The algorithm, as /v1/extractors names it.")]
Favor = Annotated[
    Literal["precision", "balanced", "recall"] | None, Query(description="In doubt, keep less or more; summit only.")
]
Comments = Annotated[bool | None, Query(description="Keep or drop readers' comments; summit only.")]
Corrected = Annotated[bool, Query(description="The content as a person corrected it, where somebody has.")]
Annotator = Annotated[str | None, Query(max_length=200, description="Whose correction; by default the newest one.")]
Sites = Annotated[bool, Query(description="Apply the profile of the page's site: its rule, and what was learnt.")]


async def how_of(
    service: Service,
    page: str,
    extractor: str,
    *,
    favor: str | None = None,
    comments: bool | None = None,
    corrected: bool = False,
    annotator: str | None = None,
    sites: bool = False,
) -> How:
    """Return how a page is to be extracted."""
    options = {name: value for name, value in (("favor", favor), ("comments", comments)) if value is not None}
    correction = None
    if corrected:
        correction = await anyio.to_thread.run_sync(service.library.correction, page, annotator)
    return How(extractor, options, correction, service.settings.folder if sites else None)


@router.get("/v1/pages/{page}/view", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def view(
    page: PageId,
    service: TheService,
    of: Annotated[Literal["page", "content"], Query(description="The whole page, or its content alone.")] = "page",
    extractor: ExtractorName = DEFAULT_EXTRACTOR,
    styles: Annotated[bool, Query(description="Whether the page has its own style.")] = True,
    rendered: Annotated[
        bool, Query(description="The page as a real browser lays it out, without scripts; needs the extra render.")
    ] = False,
    network: Annotated[
        bool, Query(description="Let that browser load style sheets and pictures from public addresses.")
    ] = False,
    corrected: Corrected = False,
    annotator: Annotator = None,
    sites: Sites = False,
) -> Response:
    """Return a page as its reader sees it, for a sandboxed frame.

    Nothing of the page runs, and nothing is requested. Every leaf stands in an element `rl-leaf` with its number, and
    the script of the frame talks to the page around it by messages.
    """
    source = await find_source(service, page)
    if of == "page" and rendered:
        if network and not service.settings.allow_fetch:
            raise Problem(403, "fetching-off", "this service fetches nothing: leave network out")
        seconds = max(RENDERING_SECONDS, service.settings.page_seconds)
        written: View = await service.pool.run(view_rendered, source, network, seconds=seconds)
    elif of == "page":
        written = await service.pool.run(view_page, source, styles)
    else:
        how = await how_of(service, page, extractor, corrected=corrected, annotator=annotator, sites=sites)
        written = await service.pool.run(view_content, source, how)
    nonce = secrets.token_urlsafe(16)
    headers = {"content-security-policy": policy(nonce)}
    document = as_document(written, nonce).encode("utf-8", "replace")
    return Response(document, headers=headers, media_type="text/html; charset=utf-8")


@router.get("/v1/pages/{page}/extraction", response_model=ExtractionAnswer)
async def extraction(
    page: PageId,
    service: TheService,
    extractor: ExtractorName = DEFAULT_EXTRACTOR,
    favor: Favor = None,
    comments: Comments = None,
    corrected: Corrected = False,
    annotator: Annotator = None,
    sites: Sites = False,
    formats: Annotated[
        str, Query(max_length=200, description=f"Names, with commas between: {', '.join(FORMATS)}.")
    ] = "markdown,text",
) -> Response:
    """Return what an extractor keeps of a page: leaves, scores, blocks, and the content in several formats."""
    names = tuple(dict.fromkeys(filter(None, (name.strip() for name in formats.split(",")))))
    for name in names:
        if name not in FORMATS:
            raise Problem(422, "invalid-option", f"there is no format {name!r:.40}; there are: {', '.join(FORMATS)}")
    how = await how_of(
        service, page, extractor, corrected=corrected, annotator=annotator, sites=sites, favor=favor, comments=comments
    )
    source = await find_source(service, page)
    return as_json(await service.pool.run(describe_stored, source, how, names))


def as_json(document: dict[str, Any]) -> Response:
    """Return a document that a worker made; it is not checked again, since it may be large."""
    content = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return Response(content, media_type="application/json")
