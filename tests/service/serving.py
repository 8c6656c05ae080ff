"""Services for tests: in this process by a client without sockets, or as a real command on a free port."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from ridgeline.service import ServiceSettings, make_app
from ridgeline.service.state import Service

from ..processes.actions import DEADLINE_SECONDS

BASE = "http://127.0.0.1:8765"
TOKEN = "a-token-of-some-length"


@contextmanager
def client_of(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """Yield a client of a service whose worker processes run."""
    app = make_app(ServiceSettings(**{"workers": 1, "folder": folder, **settings}))
    with TestClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        yield client


def service_of(client: TestClient) -> Service:
    """Return the parts of the service of a client."""
    found: Service = client.app.state.service  # type: ignore[attr-defined]
    return found


def has_loaded(client: TestClient, module: str) -> bool:
    """Return whether a worker of the service of a client has a module; the one that worked last answers."""
    assert client.portal is not None
    loaded = f"{module!r} in __import__('sys').modules"
    return bool(client.portal.call(service_of(client).pool.run, eval, loaded))


def problem(answer: Any) -> str:
    """Return the kind of a problem, after a look at its form."""
    assert answer.headers["content-type"] == "application/problem+json"
    document = answer.json()
    assert document["status"] == answer.status_code
    assert document["title"]
    assert document["detail"]
    assert "\n" not in document["detail"]
    return f"{answer.status_code} {document['type'].removeprefix('urn:ridgeline:problem:')}"


class Running(NamedTuple):
    """The command `ridgeline serve`."""

    process: "subprocess.Popen[str]"
    port: int

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serve_command(folder: Path, *options: str, max_files: int | None = None) -> Iterator[Running]:
    """Run `ridgeline serve` on a free port until the block ends; it may have only so many files open."""
    command = [sys.executable, "-m", "ridgeline", "serve", "--port", "0", "--folder", str(folder), *options]
    limit = [] if max_files is None else ["prlimit", f"--nofile={max_files}:{max_files}"]
    with subprocess.Popen([*limit, *command], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        watchdog = threading.Timer(3 * DEADLINE_SECONDS, process.kill)
        watchdog.start()
        try:
            line = process.stderr.readline()
            found = re.search(r"listening on http://127\.0\.0\.1:(\d+),", line)
            assert found, line + process.stderr.read()
            watchdog.cancel()
            yield Running(process, int(found[1]))
        finally:
            watchdog.cancel()
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.communicate(timeout=DEADLINE_SECONDS)
