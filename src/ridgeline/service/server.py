"""Runs the service until it is told to end: `ridgeline serve` and `ridgeline studio`."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ..errors import InputError, OutputError, WorkerError
from ..integrations import needs
from . import make_app
from .configuration import ServiceSettings

_GRACE_SECONDS = 10  # for requests that are being answered when the service is told to end
_MAX_TOKEN_BYTES = 4_096


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

        config = uvicorn.Config(
            make_app(settled),
            http="httptools",
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
                    await asyncio.to_thread(on_ready, settled)

        server = Server(config)
        server.run(sockets=[listening])
        if not server.started:
            raise WorkerError("the service could not start its worker processes; what it wrote above says why")


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
