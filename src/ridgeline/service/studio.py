"""The studio's page, its files, and the form by which the bookmarklet sends a page."""

import hmac
from typing import Annotated, Final

import anyio.to_thread
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from ..studio import Asset, bookmarklet, find_asset, front_page, send_token, version
from .negotiation import media_type_of
from .pages.access import StudioOnly
from .pages.stored import store_opened
from .pages.work.inspection import look_at_form
from .problems import Problem
from .state import Service, TheService

router = APIRouter(tags=["studio"])

SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "frame-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_FORM = "application/x-www-form-urlencoded"
_PLAIN_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>ridgeline</title><h1>ridgeline</h1>'
    '<p>This service finds the primary content of web pages: <a href="/docs">what it answers</a>. '
    "The studio, its page for people, is started by <code>ridgeline studio</code>.</p></html>"
)


class Bookmarklet(BaseModel):
    """The bookmark that sends the page one is on to the studio."""

    address: Annotated[str, Field(description="A javascript: address, to be kept as a bookmark.")]


@router.get("/", response_class=Response, include_in_schema=False)
async def show_studio(request: Request, service: TheService) -> Response:
    """Return the studio; a page that says what this is where there is none."""
    if not service.settings.studio:
        return Response(_PLAIN_PAGE, media_type="text/html; charset=utf-8")
    return _answer(request, front_page())


@router.get("/studio/bookmarklet", dependencies=[StudioOnly])
async def read_bookmarklet(request: Request, service: TheService) -> Bookmarklet:
    """Return the bookmark that sends pages to this studio."""
    token = await _send_token(service)
    return Bookmarklet(address=bookmarklet(f"{request.url.scheme}://{request.url.netloc}", token))


@router.get("/studio/{name:path}", response_class=Response, include_in_schema=False, dependencies=[StudioOnly])
async def file(name: str, request: Request) -> Response:
    """Return a file of the studio. One that is asked for by the present version may be kept for good."""
    first, _, rest = name.partition("/")
    if first.startswith("v-"):
        return _answer(request, _asset(rest), is_lasting=first == version())
    return _answer(request, _asset(name))


@router.post("/studio/send", response_class=Response, include_in_schema=False, dependencies=[StudioOnly])
async def send(request: Request, service: TheService) -> Response:
    """Store a page that the bookmarklet sent, and go to it.

    The answer is a page that leads there, not a redirect: after one, the browser would still take this for a request of
    the other site, and would not send the cookie of the session.
    """
    form = await _read_form(request, await _send_token(service))
    info = await store_opened(service, await service.pool.run(look_at_form, form))
    return _leading_to(f"/#/pages/{info.id}")


async def _send_token(service: Service) -> str:
    return await anyio.to_thread.run_sync(send_token, service.settings.folder)


async def _read_form(request: Request, token: str) -> bytes:
    """Return a form of the bookmarklet. Raises Problem where it is none.

    Any page of any site can send a form here. So the token comes first in it, and no more is read before it is known.
    """
    media_type, _ = media_type_of(request.headers.get("content-type"))
    if media_type != _FORM:
        raise Problem(415, "unsupported-media-type", f"the bookmarklet sends {_FORM}, not {media_type or 'nothing'}")
    beginning, form, is_known = f"token={token}&".encode(), bytearray(), False
    async for part in request.stream():
        form += part
        if not is_known and len(form) >= len(beginning):
            is_known = hmac.compare_digest(form[: len(beginning)], beginning)
            if not is_known:
                break
    if not is_known:
        raise Problem(403, "token-needed", "this bookmark is not one of this studio: make a new one at /#/bookmarklet")
    return bytes(form)


def _asset(name: str) -> Asset:
    found = find_asset(name)
    if found is None:
        raise Problem(404, "not-found", f"the studio has no file {name!r:.100}")
    return found


def _answer(request: Request, asset: Asset, *, is_lasting: bool = False) -> Response:
    """Return a file, or that the browser has it already."""
    caching = "private, max-age=31536000, immutable" if is_lasting else "no-cache"
    headers = {"etag": asset.tag, "cache-control": caching, "content-security-policy": SECURITY_POLICY}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    return Response(asset.data, headers=headers, media_type=asset.media_type)


def _leading_to(path: str) -> Response:
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={path}">'
        f'<title>ridgeline</title><p><a href="{path}">The page is in the studio.</a></p></html>'
    )
    return Response(page, media_type="text/html; charset=utf-8")
