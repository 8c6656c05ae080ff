"""`ridgeline serve`: the HTTP service."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..parameters import DEFAULT_TIMEOUT_SECONDS
from . import extraction_options
from .command import Option
from .terminal import note

if TYPE_CHECKING:
    from ..service import ServiceSettings

_DEFAULT_HOST, _DEFAULT_PORT = "127.0.0.1", 8765
_DEFAULT_QUEUE_SIZE = 64
_DEFAULT_PAGE_SECONDS = 30.0
_DEFAULT_MAX_BODY_BYTES = 32_000_000
_MEGABYTE = 2**20

Host = Annotated[
    str, Option("--host", metavar="ADDRESS", help="Where to listen. Other machines need a token (--token-file).")
]
Port = Annotated[int, Option("--port", metavar="N", help="The port to listen on; 0 finds a free one.")]
TokenFile = Annotated[
    Path | None,
    Option("--token-file", metavar="FILE", help="A file with the token that every request has to carry."),
]
AllowedHosts = Annotated[
    list[str] | None,
    Option("--allow-host", metavar="NAME", help="Another name of the service, such as that of its proxy; repeatable."),
]
NoFetch = Annotated[bool, Option("--no-fetch", help="Fetch no pages: requests have to carry their HTML.")]
FetchSeconds = Annotated[float, Option("--timeout", metavar="SECONDS", help="Time limit for fetching a page.")]
Workers = Annotated[
    int | None, Option("--workers", metavar="N", help="Worker processes; one for each core by default.")
]
QueueSize = Annotated[
    int, Option("--queue", metavar="N", help="Requests that may wait for a worker; more are answered with 503.")
]
PageSeconds = Annotated[float, Option("--page-seconds", metavar="SECONDS", help="The time that a page may take.")]
PageMemory = Annotated[
    int | None, Option("--page-memory", metavar="MB", help="The memory of a worker process; 2048 on Linux.")
]
MaxBody = Annotated[int, Option("--max-body", metavar="BYTES", help="The largest request, and the largest page.")]
Folder = Annotated[
    Path | None,
    Option("--folder", metavar="FOLDER", help="Where site rules are kept; the user's data folder by default."),
]


def serve(
    host: Host = _DEFAULT_HOST,
    port: Port = _DEFAULT_PORT,
    token_file: TokenFile = None,
    allow_host: AllowedHosts = None,
    no_fetch: NoFetch = False,
    allow_private: extraction_options.AllowPrivate = False,
    timeout: FetchSeconds = DEFAULT_TIMEOUT_SECONDS,
    workers: Workers = None,
    queue: QueueSize = _DEFAULT_QUEUE_SIZE,
    page_seconds: PageSeconds = _DEFAULT_PAGE_SECONDS,
    page_memory: PageMemory = None,
    max_body: MaxBody = _DEFAULT_MAX_BODY_BYTES,
    folder: Folder = None,
) -> None:
    """Serve extraction over HTTP: pages in, content out as Markdown, text, HTML or JSON.

    The service answers only this machine, unless it listens elsewhere, which needs a token. Pages are worked on in
    separate processes with caps on time and memory. /docs describes all requests. Ctrl-C ends it.
    """
    from ..service.server import run

    settings = make_settings(
        host=host,
        port=port,
        token_file=token_file,
        allow_host=allow_host,
        no_fetch=no_fetch,
        allow_private=allow_private,
        timeout=timeout,
        workers=workers,
        queue=queue,
        page_seconds=page_seconds,
        page_memory=page_memory,
        max_body=max_body,
        folder=folder,
    )
    run(settings, _announce)


def make_settings(
    *,
    host: str,
    port: int,
    token_file: Path | None,
    allow_host: list[str] | None,
    no_fetch: bool,
    allow_private: bool,
    timeout: float,
    workers: int | None,
    queue: int,
    page_seconds: float,
    page_memory: int | None,
    max_body: int,
    folder: Path | None,
) -> "ServiceSettings":
    """Return the settings of a command line. Raises OptionError, or InputError for the file of the token."""
    from ..service import ServiceSettings
    from ..service.server import read_token

    given = {
        "workers": workers,
        "page_memory_bytes": None if page_memory is None else page_memory * _MEGABYTE,
        "folder": folder,
        "token": None if token_file is None else read_token(token_file),
    }
    return ServiceSettings(
        host=host,
        port=port,
        allowed_hosts=tuple(allow_host or ()),
        allow_fetch=not no_fetch,
        allow_private=allow_private,
        fetch_seconds=timeout,
        queue_size=queue,
        page_seconds=page_seconds,
        max_body_bytes=max_body,
        **{name: value for name, value in given.items() if value is not None},  # type: ignore[arg-type]
    )


def _announce(settings: "ServiceSettings") -> None:
    from ..service.server import base_url

    workers = f"{settings.workers} worker{'s' * (settings.workers != 1)}"
    note(f"listening on {base_url(settings)}, with {workers}; {base_url(settings)}/docs describes it")
