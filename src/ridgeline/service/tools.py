"""/mcp: the tools of `ridgeline mcp` over HTTP, where the extra `mcp` is installed. Their work is done by the pool."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from importlib.util import find_spec
from typing import Any

from fastapi import FastAPI

from ..errors import WorkerError
from ..status import Status
from .configuration import ServiceSettings
from .pool import Pool
from .problems import Problem
from .work import use_shown_page

PATH = "/mcp"


def add_tools(
    app: FastAPI, settings: ServiceSettings, pool: Pool, browser: Pool | None = None
) -> AbstractAsyncContextManager[None]:
    """Add the tools to an application, and return what has to be open while it is served."""
    if find_spec("mcp") is None:
        return nullcontext()
    from mcp.server.transport_security import TransportSecuritySettings

    from ..integrations.mcp import Bounds, make_server

    bounds = Bounds(
        settings.fetch_seconds,
        min(settings.max_body_bytes, Bounds().max_bytes),
        allow_fetch=settings.allow_fetch,
        allow_private=settings.allow_private,
    )
    server = make_server(bounds, _runner(pool, browser, is_always_rendered=settings.render == "always"))
    tools = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        json_response=True,
        max_request_body_size=settings.max_body_bytes,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # the guard does it
    )
    app.router.routes.extend(tools.routes)
    return server.session_manager.run()


def _runner(pool: Pool, browser: Pool | None, *, is_always_rendered: bool) -> Callable[..., Any]:
    """Return what calls `use_page` in a worker, or where the browser is, and raises only errors of ridgeline."""

    async def run(function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            if browser is not None and is_always_rendered:
                return await browser.run(use_shown_page, *arguments)
            found = await pool.run(function, *arguments)
            if browser is not None and Status.SHELL in _statuses(found):
                return await browser.run(use_shown_page, *arguments)
            return found
        except Problem as problem:
            raise WorkerError(problem.detail) from problem

    return run


def _statuses(found: Mapping[str, Any]) -> set[Any]:
    """Return the statuses in the answer of a tool: one, or that of each extractor."""
    return {found.get("status"), *(each["status"] for each in found.get("answers", ()))}
