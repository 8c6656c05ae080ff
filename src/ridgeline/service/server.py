"""Runs the service until it is told to end: `ridgeline serve` and `ridgeline studio`."""

import asyncio
import gc
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..errors import InputError, OutputError, WorkerError
from ..integrations import needs
from . import log, make_app
from .configuration import ServiceSettings

_GRACE_SECONDS = 10  # for requests that are being answered when the service is told to end
_MAX_TOKEN_BYTES = 4_096
_MAX_FILES = 10_240  # open at a time; macOS allows no more
_OTHER_FILES = 200  # those of workers, of pages that are fetched, of the library
_MIN_CONNECTIONS = 16
_QUEUED_CONNECTIONS = 1_024  # that the system holds; one that it has no room for is tried again after a second


def run(settings: ServiceSettings, on_ready: Callable[[ServiceSettings], object]) -> None:
    """Serve until a signal ends it: requests that are being answered are finished, the worker processes end.

    `on_ready` is called when requests are answered, with the port that was found where the settings have none.

    Raises:
        MissingExtraError: The extra `studio` is not installed.
        OutputError: The address cannot be listened on.
        WorkerError: The worker processes could not be started.
    """
    with listen(settings.host, settings.port) as listening:
        settled = replace(settings, port=listening.getsockname()[1])
        with needs("studio"):
            import uvicorn

            from .connections import BACKLOG, Connections

        log.configure()
        config = uvicorn.Config(
            make_app(settled),
            http=Connections(max_connections(raise_file_limit())).protocol,  # type: ignore[arg-type]
            log_config=None,
            backlog=BACKLOG,
            ws="none",
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )

        class Server(uvicorn.Server):
            """Says when it is ready."""

            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                if self.started:
                    listening.listen(_QUEUED_CONNECTIONS)  # asyncio takes as many at once as it lets wait
                    await asyncio.to_thread(on_ready, settled)

        server = Server(config)
        gc.collect()
        gc.freeze()  # modules and routes are no garbage: what looks for it need not look at them again and again
        server.run(sockets=[listening])
        if not server.started:
            raise WorkerError("the service could not start its worker processes; what it wrote above says why")


def raise_file_limit() -> int:
    """Let this process have as many files open as it may, and return how many that are."""
    if sys.platform == "win32":
        return _MAX_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, _MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _MAX_FILES if soft == resource.RLIM_INFINITY else soft


def max_connections(files: int) -> int:
    """Return how many connections fit in so many open files, beside those that are taken before they are counted."""
    from .connections import BACKLOG, MAX_CONNECTIONS

    return max(_MIN_CONNECTIONS, min(MAX_CONNECTIONS, files - _OTHER_FILES - 2 * BACKLOG))


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address; on port 0, on one that is free. Raises OutputError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By its protocol asyncio knows that it is TCP, and sends answers without delay; else they take 40 ms longer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OutputError(f"{host}:{port}: cannot be listened on: {error.strerror}; choose another --port") from error
    return listening


def base_url(settings: ServiceSettings) -> str:
    """Return the address of a service for a person on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104
    return f"http://[{name}]:{settings.port}" if ":" in name else f"http://{name}:{settings.port}"


def read_token(path: Path) -> str:
    """Return the token of a file: its first line. Raises InputError."""
    try:
        with path.open("rb") as stream:
            return stream.read(_MAX_TOKEN_BYTES).decode("utf-8", "replace").partition("\n")[0].strip()
    except OSError as error:
        raise InputError(f"{path}: the token cannot be read: {error.strerror}") from error
