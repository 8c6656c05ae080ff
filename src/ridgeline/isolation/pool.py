"""The processes that read isolated pages: as many as cores are usable, shared by all threads, and kept between pages.

A process starts with the first page that finds no idle one. A fork of this process has processes of its own.
"""

import atexit
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import WorkerError
from ..processes import Caps, Failure, GuardedChild, usable_cores
from .requests import Asking, Request, View

# What the pages before may have left behind in a process: memory that they took, or damaged.
_PERHAPS_INHERITED = frozenset({"memory", "crash"})


class Pool:
    """Guarded children, each lent to one thread at a time."""

    def __init__(self, size: int) -> None:
        self._room = threading.BoundedSemaphore(size)
        self._lock = threading.Lock()
        self._idle: list[GuardedChild] = []

    def ask(self, task: Asking, caps: Caps, preferred: int | None = None) -> tuple[bytes | Failure, int | None]:
        """Return the answer to a question about a page, and the id of the process that gave it.

        The process `preferred` does it if it is idle, else another. A page that kills a process which has read others
        before is read again in a fresh one.

        Raises WorkerError if no process can be started.
        """
        with self._lent(preferred) as child:
            process = child.pid
            answer = _ask(child, task, caps)
            has_died = process is not None and child.pid != process
            if has_died and isinstance(answer, Failure) and answer.kind in _PERHAPS_INHERITED:
                answer = _ask(child, task, caps)
            return answer, child.pid

    def close(self) -> None:
        """End the processes that are idle."""
        with self._lock:
            children, self._idle = self._idle, []
        for child in children:
            child.kill()  # all at once
        for child in children:
            child.close()

    @contextmanager
    def _lent(self, preferred: int | None) -> Iterator[GuardedChild]:
        with self._room:
            child = self._take(preferred)
            try:
                yield child
            finally:
                with self._lock:
                    self._idle.append(child)

    def _take(self, preferred: int | None) -> GuardedChild:
        with self._lock:
            for position, child in enumerate(self._idle):
                if child.pid == preferred:
                    return self._idle.pop(position)
            return self._idle.pop() if self._idle else GuardedChild()


def _ask(child: GuardedChild, task: Asking, caps: Caps) -> bytes | Failure:
    try:
        return child.call(task, caps)
    except WorkerError as error:
        if error.kind is None:
            raise  # that is not the page's doing
        return Failure("crash", str(error))


_pool = Pool(usable_cores())


def ask(request: Request, view: View, caps: Caps, preferred: int | None) -> tuple[bytes | Failure, int | None]:
    """Ask a process of the pool that this process shares: see `Pool.ask`."""
    return _pool.ask(Asking(request, view), caps, preferred)


def end_processes() -> None:
    """End the processes of isolated pages that are idle. The next page starts a new one; at exit all end anyway."""
    _pool.close()


def _begin_anew() -> None:
    """Give a fork its own pool: the processes are not its own, and a thread that is not there may hold the locks."""
    global _pool
    _pool = Pool(usable_cores())


atexit.register(end_processes)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
