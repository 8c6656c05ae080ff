"""Access to stored pages: who may use their routes, and how a page of the library is found."""

from typing import Annotated

import anyio.to_thread
from fastapi import Depends, Path

from ...errors import UnknownPageError
from ...library import PageSource, StoredPage
from ..problems import Problem
from ..state import Service, TheService

RENDERING_SECONDS = 90.0  # that a page may take in a browser, which starts with the first one
PageId = Annotated[str, Path(pattern="^[0-9a-f]{1,64}$", description="The page, as /v1/pages names it.")]


def check_studio(service: TheService) -> None:
    """Refuse where the service keeps no pages."""
    if not service.settings.studio:
        raise Problem(403, "studio-off", "this service keeps no pages: start it with `ridgeline studio`")


StudioOnly = Depends(check_studio)


async def find_page(service: Service, page: str) -> StoredPage:
    """Return a page of the library. Raises Problem (404)."""
    try:
        return await anyio.to_thread.run_sync(service.library.page, page)
    except UnknownPageError as error:
        raise Problem(404, "no-such-page", str(error)) from error


async def find_source(service: Service, page: str) -> PageSource:
    """Return what is needed to parse a page of the library again. Raises Problem (404)."""
    try:
        return await anyio.to_thread.run_sync(service.library.source, page)
    except UnknownPageError as error:
        raise Problem(404, "no-such-page", str(error)) from error
