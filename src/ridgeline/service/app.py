"""Makes the application: routes, guard, metrics, and the processes that live as long as it does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from importlib.util import find_spec
from typing import Final

from fastapi import APIRouter, FastAPI

from .. import __version__
from ..errors import MissingExtraError, RidgelineError
from . import (
    address_prefix,
    batch,
    capabilities,
    crawling,
    docs,
    extraction_route,
    pages,
    rules,
    site_map,
    sites,
    studio,
)
from .configuration import ServiceSettings
from .disconnects import GivingUp
from .guard import Guard
from .metrics import Counting
from .openapi import Application, reference
from .pages.stored import index_texts
from .pool import Pool
from .problems import MEDIA_TYPE, Problem, add_handlers
from .schemas import ProblemDocument
from .state import Service, make_service
from .tools import add_tools
from .work import end_browser, prepare, prepare_browser

ROUTERS: Final[tuple[APIRouter, ...]] = (
    capabilities.router,
    docs.router,
    extraction_route.router,
    address_prefix.router,
    batch.router,
    site_map.router,
    crawling.router,
    rules.router,
    pages.router,
    sites.router,
    studio.router,
)

_ENDING_SECONDS = 5.0  # for the browser
_DESCRIPTION = (
    "Finds the primary content of web pages: a page in, its content out as Markdown, text, HTML or JSON. "
    "Errors are problem documents (RFC 9457)."
)
_PROBLEMS = {
    "4XX": "The request cannot be served as it is.",
    "422": "A value of the request cannot be used.",
    "5XX": "The page could not be worked on, or the service is overloaded.",
}


def make_app(settings: ServiceSettings) -> FastAPI:
    """Return the application. Its worker processes start and end with its lifespan.

    Raises OptionError where this system has no guarded processes.
    """
    pool = Pool(settings.workers, settings.queue_size, settings.caps, prepare)
    browser = None if settings.render is None else _browser(settings)
    service = make_service(settings, pool, browser)
    app = Application(
        title="ridgeline",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
        redirect_slashes=False,
        responses={status: _problem(meaning) for status, meaning in _PROBLEMS.items()},
    )
    app.needs_token = settings.token is not None
    app.state.service = service
    for router in ROUTERS:
        app.include_router(router)
    app.state.tools = add_tools(app, settings, pool, browser)
    add_handlers(app)
    # The last one added is the outermost.
    app.add_middleware(extraction_route.ShortCut)
    app.add_middleware(GivingUp)
    app.add_middleware(Guard, settings=settings, in_flight=service.in_flight)
    app.add_middleware(Counting, metrics=service.metrics)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    pool = service.pool
    async with AsyncExitStack() as stack:
        stack.callback(service.fetcher.close)
        stack.push_async_callback(pool.close)
        service.crawl_states.make_room(())
        await pool.start()
        if service.browser is not None:
            stack.push_async_callback(_end, service.browser)
            await service.browser.start()
        await stack.enter_async_context(app.state.tools)
        if service.settings.studio:
            indexing = asyncio.create_task(index_texts(service))
            stack.callback(indexing.cancel)
        yield


async def _end(browser: Pool) -> None:
    """End the browser, then its process: a browser that is killed leaves its temporary files behind."""
    with suppress(RidgelineError, Problem, TimeoutError):
        await asyncio.wait_for(browser.run(end_browser), _ENDING_SECONDS)
    await browser.close()


def _browser(settings: ServiceSettings) -> Pool:
    """Return the process that has the browser: one page at a time, and a queue as long as that of the workers.

    Raises MissingExtraError.
    """
    if find_spec("playwright") is None:
        raise MissingExtraError("--render needs Playwright", "render")
    starting = partial(prepare_browser, settings.render_seconds, settings.allow_private)
    return Pool(1, settings.queue_size, settings.browser_caps, starting)


def _problem(meaning: str) -> dict[str, object]:
    return {"description": meaning, "content": {MEDIA_TYPE: {"schema": reference(ProblemDocument)}}}
