"""The side of the worker process: do the items of one task after the other, until the supervisor is gone.

A worker process ends with its supervisor. It holds one end of a pipe, the lifeline, whose other end the supervisor
alone has open, and the system is asked to kill it when that end is closed, however it came to be closed. This works
while the process is busy in C code that never lets Python run (PR_SET_PDEATHSIG would too, but follows the thread that
started the process). The supervisor asks, so it also works while the process starts, or is stopped before it has. A
thread watches as well: for systems without such signals, and for a lifeline that some other process has inherited.
"""

import os
import pickle
import select
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple, NoReturn

from ..errors import WorkerError
from .board import Board
from .bounds import NO_BOUNDS
from .journal import Journal

_PARENT_CHECK_SECONDS = 1.0
# By how much sooner than its supervisor Linux ends a process: as if it took this many thousandths more of all memory.
_SOONER, _MAX_PREFERENCE = 500, 1000


class Descriptors(NamedTuple):
    """The open files that a worker process is given, as numbers."""

    connection: int
    lifeline: int
    board: int
    journal: int


def main(descriptors: Descriptors, supervisor: int) -> NoReturn:
    """Serve the supervisor, a process id, until it is gone.

    The process ends without what an interpreter does at its end: it may be a fork, and most often is killed anyway.
    """
    status = 1
    connection = socket.socket(fileno=descriptors.connection)  # open until the process has ended
    try:
        _serve(connection, descriptors, supervisor)
        status = 0
    except BaseException:  # no Exception gets here: a call of sys.exit, or a panic of compiled code
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _serve(connection: socket.socket, descriptors: Descriptors, supervisor: int) -> None:
    for number in (signal.SIGTERM, signal.SIGQUIT):  # a process inherits what the supervisor does at a signal
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt from the keyboard reaches the whole group
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for descriptor in descriptors:
        os.set_inheritable(descriptor, False)
    _die_with(supervisor, descriptors.lifeline)
    _die_before(supervisor)
    journal, board = Journal(descriptors.journal), Board(descriptors.board)
    try:
        while connection.recv(1):
            _answer(journal, board)
            connection.send(b".")
    except ConnectionError:
        pass  # the supervisor is gone


def _answer(journal: Journal, board: Board) -> None:
    """Run the task of the journal, and add its answer or the exception that it raised."""
    try:
        _run(journal, board)
    except Exception as error:  # raised in the supervisor, or handed to its caller
        _leave_items(board)
        journal.add_error(_pickled_error(error))


def _run(journal: Journal, board: Board) -> None:
    position, is_complete, end = journal.recover()
    task = journal.task()
    if not is_complete:
        _begin_item(board, position)
        for result in task.results(position, _BoardWatch(board)):
            end = journal.add_result(end, result)
            position += 1
            _begin_item(board, position)
        end = journal.add_end(end)
    _leave_items(board)
    journal.add_answer(end, task.finish(journal.results()))


def _begin_item(board: Board, position: int) -> None:
    board.begin_item(position)
    board.bounds.apply()


def _leave_items(board: Board) -> None:
    NO_BOUNDS.apply()
    board.leave_items()


class _BoardWatch:
    """The Watch of a task in a worker process."""

    def __init__(self, board: Board) -> None:
        self._board = board

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Stop the clock of the item; what is used meanwhile is not the item's."""
        seconds = self._board.stop_clock()
        NO_BOUNDS.apply()
        try:
            yield
        finally:
            self._board.bounds.apply()
            self._board.restart_clock(seconds)

    def advance(self, steps: int) -> None:
        """Report steps."""
        self._board.add_steps(steps)


def _pickled_error(error: Exception) -> bytes:
    """Return the exception with a note of where it was raised; a WorkerError instead if it cannot be sent."""
    try:
        error.add_note(f"In a worker process:\n{traceback.format_exc()}")
        data = pickle.dumps(error)
        pickle.loads(data)  # noqa: S301  our own; an exception with a constructor of its own often cannot be loaded
    except Exception:  # whatever pickling a stranger's exception raises
        return pickle.dumps(WorkerError(f"{type(error).__name__}: {error}"))
    return data


def _die_with(supervisor: int, lifeline: int) -> None:
    if _has_hung_up(lifeline, 0) or os.getppid() != supervisor:
        os._exit(1)  # it died before the signal was asked for
    threading.Thread(target=_watch, args=(supervisor, lifeline), daemon=True).start()


def _die_before(supervisor: int) -> None:
    """Let a system that is short of memory end this process, which holds a page, rather than its supervisor."""
    with suppress(OSError, ValueError):  # only Linux can be asked
        preference = int(Path(f"/proc/{supervisor}/oom_score_adj").read_text(encoding="ascii"))
        value = min(preference + _SOONER, _MAX_PREFERENCE)
        Path("/proc/self/oom_score_adj").write_text(str(value), encoding="ascii")


def kill_at_hangup(lifeline: int, process: int) -> None:
    """Send a process a signal when the other end is closed: SIGKILL on Linux, elsewhere SIGIO, which ends it too."""
    import fcntl  # not on Windows

    with suppress(OSError):  # a system that cannot do this for pipes has the thread
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, process)
        if sys.platform == "linux":
            fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)


def _watch(supervisor: int, lifeline: int) -> None:
    while not _has_hung_up(lifeline, _PARENT_CHECK_SECONDS) and os.getppid() == supervisor:
        pass
    os._exit(1)


def _has_hung_up(lifeline: int, timeout_seconds: float) -> bool:
    """Return whether the lifeline's other end is closed, after at most this time: nothing is ever written to it."""
    poller = select.poll()
    poller.register(lifeline, select.POLLIN)
    return bool(poller.poll(timeout_seconds * 1000))
