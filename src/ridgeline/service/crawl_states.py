"""The states of crawls that can be resumed: the frontier of each in a file, bounded in number, bytes and age.

A client gets a token with each line, the name of the crawl and the number of the line. The name is random, and whoever
has it may go on with the crawl. Where the folder cannot be written, crawls are in memory, and end with their clients.
"""

import os
import re
import secrets
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_MAX_STATES = 100
_MAX_BYTES = 1_000_000_000  # of all states, when a crawl begins
_NAME = re.compile(r"([0-9a-f]{32})\.sqlite")
_PARTS = ("", "-wal", "-shm")  # of a file of SQLite


class Token(NamedTuple):
    """A place in a crawl: after which line it goes on."""

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name}.{self.number}"


def read_token(text: str) -> Token:
    """Return the token that a client has; the request's document has checked its form."""
    name, _, number = text.partition(".")
    return Token(name, int(number))


class _State(NamedTuple):
    used: float  # when it was written last
    name: str
    bytes: int


class CrawlStates:
    """The states in a folder. A crawl that runs locks its own."""

    def __init__(self, folder: Path, keep_seconds: float) -> None:
        """Make nothing yet. With 0 seconds none is kept."""
        self._folder, self._keep_seconds = folder, keep_seconds

    @property
    def are_kept(self) -> bool:
        """Whether crawls can be resumed."""
        return self._keep_seconds > 0

    def begin(self, running: Collection[str]) -> str | None:
        """Make room for a new state and return its name; None where states are not kept or cannot be written."""
        if not self.are_kept:
            return None
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return None
        self.make_room(running)
        return secrets.token_hex(16) if os.access(self._folder, os.W_OK) else None

    def path(self, name: str) -> Path:
        """Return the file of a state."""
        return self._folder / f"{name}.sqlite"

    def has(self, name: str) -> bool:
        """Return whether there is a state of this name that is young enough."""
        state = self._state(name)
        return state is not None and state.used > time.time() - self._keep_seconds

    def remove(self, name: str) -> None:
        """Remove a state, if it is there."""
        for part in _PARTS:
            with suppress(OSError):
                self.path(name).with_name(f"{name}.sqlite{part}").unlink()

    def make_room(self, running: Collection[str]) -> None:
        """Remove the states that are too old, and the oldest of those that are too many or too large together."""
        found = [_NAME.fullmatch(path.name) for path in self._folder.glob("*.sqlite")]
        states = sorted(state for match in found if match and (state := self._state(match[1])))
        count, size, oldest = len(states), sum(state.bytes for state in states), time.time() - self._keep_seconds
        for state in states:
            if state.name in running:
                continue
            if state.used > oldest and count < _MAX_STATES and size < _MAX_BYTES:
                break
            self.remove(state.name)
            count, size = count - 1, size - state.bytes

    def _state(self, name: str) -> _State | None:
        parts = []
        for part in _PARTS:
            with suppress(OSError):
                parts.append(self.path(name).with_name(f"{name}.sqlite{part}").stat())
        return _State(max(part.st_mtime for part in parts), name, sum(p.st_size for p in parts)) if parts else None
