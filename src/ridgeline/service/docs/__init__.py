"""/docs: a page that shows the OpenAPI document and can send requests. Its files ship with the package: no CDN."""

from functools import cache
from importlib.resources import files
from typing import Final

from fastapi import APIRouter, Response

from ..problems import Problem

router = APIRouter(include_in_schema=False)

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
ASSETS: Final = ("docs.css", "docs.js", "schemas.js")
_MEDIA_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


@router.get("/docs")
async def show_docs() -> Response:
    """Return the page."""
    return _file("docs.html")


@router.get("/docs/{name}")
async def read_asset(name: str) -> Response:
    """Return its styles or one of its modules."""
    if name not in ASSETS:
        raise Problem(404, "not-found", "there is no such file")
    return _file(name)


def _file(name: str) -> Response:
    media_type = _MEDIA_TYPES[name[name.rindex(".") :]]
    return Response(_content(name), headers={"content-security-policy": POLICY}, media_type=media_type)


@cache
def _content(name: str) -> bytes:
    return files(__package__).joinpath(name).read_bytes()
