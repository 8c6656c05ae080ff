"""Start worker processes: fresh interpreters, or forks of this one."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Literal, Protocol
from weakref import WeakSet

from .board import Board
from .child import Descriptors, kill_at_hangup, main
from .journal import Journal


class _Process(Protocol):
    """The interface that Popen has, and that forks get here."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def kill(self) -> None: ...

    def wait(self) -> int: ...


class Worker:
    """A worker process, and our ends of what connects us to it."""

    def __init__(self, start: "_Launch", journal: Journal) -> None:
        self.board, board = Board.create()
        self.connection, theirs = socket.socketpair()
        self.connection.setblocking(False)
        lifeline, self._lifeline = os.pipe()
        _workers.add(self)
        try:
            with _interrupts_held_back():
                self.process = start(Descriptors(theirs.fileno(), lifeline, board, journal.descriptor))
                kill_at_hangup(lifeline, self.process.pid)
        except BaseException:
            self.hang_up()
            raise
        finally:
            os.close(board)
            os.close(lifeline)
            theirs.close()

    def go(self) -> None:
        """Let the process do the task of the journal."""
        with suppress(OSError):  # the process died: `listen` says so
            self.connection.send(b".")

    def listen(self) -> Literal["busy", "done", "gone"]:
        """Return what has become of the process: "done" with its task, or "gone" before it was done."""
        has_ended = self.process.poll() is not None
        try:
            return "done" if self.connection.recv(1) else "gone"
        except BlockingIOError:
            return "gone" if has_ended else "busy"
        except OSError:
            return "gone"

    def close(self) -> int:
        """End the process, whatever it is doing, and return its status: as of Popen, minus the signal it died of."""
        self.process.kill()
        self.hang_up()
        return self.process.wait()

    def hang_up(self) -> None:
        """Close our ends, which ends the process too."""
        self.connection.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
        self._lifeline = -1


_Launch = Callable[[Descriptors], _Process]
Start = Callable[[Journal], Worker]
_workers: WeakSet[Worker] = WeakSet()


def _hang_up_in_fork() -> None:
    """Close a fork's copies of our ends: were they left open, worker processes would live as long as the fork."""
    for worker in list(_workers):
        worker.hang_up()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_hang_up_in_fork)


def start_fresh(journal: Journal) -> Worker:
    """Start a new interpreter, with our search path for modules."""
    return Worker(_launch_interpreter, journal)


def start_forked(journal: Journal) -> Worker:
    """Fork this process."""
    return Worker(_fork, journal)


def _launch_interpreter(descriptors: Descriptors) -> "subprocess.Popen[bytes]":
    """Run `child.main` in a new interpreter.

    -P: a file of the working directory cannot take the place of a module. What the process prints goes to standard
    error: standard output may be a pipe that carries results.
    """
    code = (
        f"import sys; sys.path[:] = {[path for path in sys.path if isinstance(path, str)]!r}; "
        "from ridgeline.processes.child import Descriptors, main; "
        f"main(Descriptors{tuple(descriptors)}, {os.getpid()})"
    )
    return subprocess.Popen(  # noqa: S603  our own code in our own interpreter
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=2 if _is_open(2) else subprocess.DEVNULL,
        pass_fds=descriptors,
    )


def _is_open(descriptor: int) -> bool:
    with suppress(OSError):
        os.fstat(descriptor)
        return True
    return False


def _fork(descriptors: Descriptors) -> "_Fork":
    supervisor = os.getpid()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()  # or the fork would write it a second time
    pid = os.fork()
    if pid == 0:
        try:
            os.dup2(2, 1)  # as in a new interpreter
            main(descriptors, supervisor)
        finally:
            os._exit(1)  # whatever happens, the fork never goes on with our work
    return _Fork(pid)


class _Fork:
    """A forked process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the status of the process if it has ended."""
        return self._collect(os.WNOHANG)

    def wait(self) -> int:
        """Return the status of the process when it has ended."""
        status = self._collect(0)
        return 0 if status is None else status

    def kill(self) -> None:
        """Kill the process if it has not ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _collect(self, flags: int) -> int | None:
        if self._status is None:
            try:
                pid, status = os.waitpid(self.pid, flags)
            except ChildProcessError:  # somebody else has collected it: its status is lost
                pid, status = self.pid, 0
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block keyboard interrupts: a process started meanwhile never sees one, and this process sees it afterwards."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
