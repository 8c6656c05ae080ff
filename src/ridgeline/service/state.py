"""The state that the routes of a service share: `Depends(service_of)` gives it to them."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import Depends, Request

from ..library import FILE_NAME, Library, Reading, Snapshots, Subscriptions
from .configuration import ServiceSettings
from .crawl_states import CrawlStates
from .documents import Turns
from .fetcher import Fetcher
from .in_flight import InFlight
from .metrics import Metrics
from .politeness import Politeness
from .pool import Pool
from .work import Answer

RULES_FILE_NAME = "rules.toml"
CRAWLS_NAME = "crawls"


@dataclass(frozen=True, slots=True)
class Service:
    """The parts of a service."""

    settings: ServiceSettings
    pool: Pool  # where pages are worked on
    browser: Pool | None  # the one process that opens pages in a browser, and works on them
    metrics: Metrics
    documents: Turns  # in which JSON is read
    in_flight: InFlight  # bytes of bodies, pages and answers
    fetcher: Fetcher  # of pages that are named by their URL
    library: Library  # pages that a person opened; the file is made when the first one is stored
    snapshots: Snapshots  # their style sheets and pictures
    reading: Reading  # tags, archive, highlights
    feeds: Subscriptions
    politeness: Politeness  # towards the servers of feeds
    file_secret: bytes  # what the addresses of their files are signed with, new with every start
    rules_path: Path  # the user's site rules
    crawl_states: CrawlStates  # by which crawls are resumed
    crawls: dict[str, str] = field(default_factory=dict)  # those that run, by client


async def work_on(service: Service, function: Callable[..., Any], *arguments: Any, patient: bool = False) -> Any:
    """Return what a function of `work` returns about a page, called in a worker, or where the browser is if need be.

    Raises what `Pool.run` raises.
    """
    found = await service.pool.run(function, *arguments, patient=patient)
    answer = found[1] if isinstance(found, tuple) else found  # that of a batch has the id of its line
    if service.browser is None or not (isinstance(answer, Answer) and answer.is_for_browser):
        return found
    return await service.browser.run(function, *arguments, patient=patient)


def make_service(settings: ServiceSettings, pool: Pool, browser: Pool | None = None) -> Service:
    """Return the parts of a service; its files are in `settings.folder`."""
    folder = settings.folder
    return Service(
        settings,
        pool,
        browser,
        Metrics(pool),
        Turns(),
        InFlight(settings.max_body_bytes),
        Fetcher(settings),
        Library(folder / FILE_NAME),
        Snapshots(folder / FILE_NAME),
        Reading(folder / FILE_NAME),
        Subscriptions(folder / FILE_NAME),
        Politeness(),
        secrets.token_bytes(32),
        folder / RULES_FILE_NAME,
        CrawlStates(folder / CRAWLS_NAME, settings.crawl_keep_seconds),
    )


async def service_of(request: Request) -> Service:  # the framework calls what is not `async` in a thread
    """Return the service that a request is for."""
    return cast(Service, request.app.state.service)


TheService = Annotated[Service, Depends(service_of)]
