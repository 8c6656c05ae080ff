"""The HTTP service: pages in, content out.

    make_app(settings) -> FastAPI      the application; `ridgeline serve` runs it

    configuration.py  ServiceSettings: where it listens, who may use it, what a page may cost
    app.py            routes, middleware, lifespan
    state.py          what the routes share
    pool.py           guarded worker processes behind an asyncio loop; work.py is what they do
    guard.py          Host, Origin, token, length and time of the body; headers.py
    connections.py    how many connections there are, and how long one may make the service wait; log.py
    in_flight.py      the bytes that all requests together may hold
    documents.py      reads the JSON of requests, where caps hold if it is large
    problems.py       errors as problem documents (RFC 9457)
    disconnects.py    gives up requests whose client is gone
    metrics.py        counts and times
    schemas.py        the documents that go in and out
    capabilities.py, extraction_route.py …   a few routes each

Worker processes import this package: it loads the framework only when an application is made.
"""

from typing import TYPE_CHECKING

from ..integrations import needs
from .configuration import ServiceSettings

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["ServiceSettings", "make_app"]


def make_app(settings: ServiceSettings) -> "FastAPI":
    """Return the application, an ASGI one. Its worker processes start and end with its lifespan.

    Raises:
        MissingExtraError: The extra `studio` is not installed.
        OptionError: This system has no guarded processes.
    """
    with needs("studio"):
        from .app import make_app as make
    return make(settings)
