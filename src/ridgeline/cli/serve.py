"""`ridgeline serve`: the HTTP service."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_SECONDS, parameter, read_seconds
from .command import Table
from .render_mode import DEFAULT_RENDER_SECONDS, Render, RenderSeconds
from .terminal import note

if TYPE_CHECKING:
    from ..service import ServiceSettings

_MEGABYTE = 2**20


def _read_token(path: Path) -> str:
    from ..service.server import read_token

    return read_token(path)


@dataclass(frozen=True)
class ServiceOptions:
    """The options of a service, by the names of `ServiceSettings`, which takes a while to import."""

    host: str = parameter(
        "127.0.0.1", "Where to listen. Other machines need a token (--token-file).", metavar="ADDRESS"
    )
    port: int = parameter(8765, "The port to listen on; 0 finds a free one.", metavar="N")
    token: str | None = parameter(
        None,
        "A file with the token that every request has to carry.",
        type=Path,
        flag="--token-file",
        metavar="FILE",
        read=_read_token,
    )
    allowed_hosts: tuple[str, ...] = parameter(
        (),
        "Another name of the service, such as that of its proxy; repeatable.",
        flag="--allow-host",
        metavar="NAME",
    )
    allow_fetch: bool = parameter(
        False, "Fetch no pages: requests have to carry their HTML.", flag="--no-fetch", read=lambda given: not given
    )
    allow_private: bool = parameter(False, "Also fetch from this machine and its network.")
    fetch_seconds: float = parameter(
        DEFAULT_TIMEOUT_SECONDS, "Time limit for fetching a page.", flag="--timeout", metavar="SECONDS"
    )
    proxy: str | None = parameter(None, "Fetch through an HTTP proxy: http://HOST:PORT.", metavar="URL", is_secret=True)
    forward_headers: bool = parameter(
        False, "Let clients send cookies, user agent, referrer and language with a page's request (X-Set-Cookie …)."
    )
    cache: Path | None = parameter(
        None, "Keep fetched pages in this file, or in a file of this folder.", metavar="PATH"
    )
    cache_seconds: float | None = parameter(
        None,
        "How old a page of the cache may be, as 90s, 12h or 7d; a day by default.",
        type=str,
        flag="--cache-age",
        metavar="TIME",
        read=read_seconds,
    )
    crawl_pages: int = parameter(100, "The most pages of one crawl (POST /v1/crawl); 0 for none.", metavar="N")
    crawl_keep_seconds: float | None = parameter(
        None,
        "How long a crawl that was broken off can be resumed, as 12h or 7d; a day by default, 0s: not at all.",
        type=str,
        flag="--keep-crawls",
        metavar="TIME",
        read=read_seconds,
    )
    workers: int | None = parameter(None, "Worker processes; one for each core by default.", metavar="N")
    queue_size: int = parameter(
        64, "Requests that may wait for a worker; more are answered with 503.", flag="--queue", metavar="N"
    )
    page_seconds: float = parameter(30.0, "The time that a page may take.", metavar="SECONDS")
    page_memory_bytes: int | None = parameter(
        None,
        "The memory of a worker process; 2048 on Linux.",
        flag="--page-memory",
        metavar="MB",
        read=lambda megabytes: megabytes * _MEGABYTE,
    )
    max_body_bytes: int = parameter(
        DEFAULT_MAX_BYTES, "The largest request, and the largest page.", flag="--max-body", metavar="BYTES"
    )
    folder: Path | None = parameter(
        None, "Where pages and site profiles are kept; the user's data folder by default.", metavar="FOLDER"
    )


Asked = Annotated[dict[str, Any], Table(ServiceOptions)]


def serve(asked: Asked, render: Render = None, render_seconds: RenderSeconds = DEFAULT_RENDER_SECONDS) -> None:
    """Serve extraction over HTTP: pages in, content out as Markdown, text, HTML or JSON.

    The service answers only this machine, unless it listens elsewhere, which needs a token. Pages are worked on in
    separate processes with caps on time and memory. /docs describes all requests. Ctrl-C ends it.
    """
    from ..service import ServiceSettings
    from ..service.server import run

    mode: Any = None if render is None else render.value
    run(ServiceSettings(**asked, render=mode, render_seconds=render_seconds), _announce)


def _announce(settings: "ServiceSettings") -> None:
    from ..service.server import base_url

    workers = (
        f"{settings.workers} worker{'s' * (settings.workers != 1)}{' and a browser' * (settings.render is not None)}"
    )
    note(f"listening on {base_url(settings)}, with {workers}; {base_url(settings)}/docs describes it")
