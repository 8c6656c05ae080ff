"""A supervisor that is killed, interrupted, stopped: its worker processes end with it, whatever they are doing.

Each supervisor is a script of its own, which tests kill for real.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from .actions import DEADLINE_SECONDS, is_running, noted, wait_until

ROOT = Path(__file__).parents[2]
ORPHAN_SECONDS = 2.0

RUN = """
import sys
from pathlib import Path
from ridgeline.processes import Caps, run_tasks
from tests.processes.actions import Actions

folder = Path(sys.argv[1])
tasks = [Actions(folder, (action,)) for action in sys.argv[2:]]
"""
ALL = "for task, answer in run_tasks(lambda: tasks.pop() if tasks else None, 2): print(*answer)\n"


# What a shell starts in the background ignores interrupts, and so do the tests that it runs.
LISTEN = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"


@contextmanager
def script(code: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A Python script in a session of its own, which is gone in the end, with all that it started."""
    process = subprocess.Popen(
        [sys.executable, "-c", LISTEN + code, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        with process:
            yield process
            process.kill()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def pids(folder: Path, count: int) -> list[int]:
    """Return the processes that have noted themselves at their first item, once there are this many."""
    wait_until(lambda: len(noted(folder / "0")) >= count)
    return [int(pid) for pid in noted(folder / "0")]


@pytest.mark.parametrize(
    ("action", "number"),
    [("hang", signal.SIGKILL), ("hang with the lock", signal.SIGKILL), ("hang with the lock", signal.SIGTERM)],
)
def test_worker_processes_die_with_their_supervisor(tmp_path: Path, action: str, number: signal.Signals) -> None:
    with script(RUN + ALL, str(tmp_path), action, action) as supervisor:
        workers = pids(tmp_path, 2)
        assert all(map(is_running, workers))
        supervisor.send_signal(number)
        seconds = wait_until(lambda: not any(map(is_running, workers)))
    assert seconds < ORPHAN_SECONDS


def test_forked_processes_die_with_their_supervisor(tmp_path: Path) -> None:
    code = """
import sys
from pathlib import Path
from ridgeline.processes import map_in_processes
from tests.processes.actions import Actions

def work(item, advance):
    Actions(Path(sys.argv[1]), ("hang with the lock",))._act("0", "hang with the lock")

map_in_processes(work, range(4), 2)
"""
    with script(code, str(tmp_path)) as supervisor:
        workers = pids(tmp_path, 2)
        supervisor.kill()
        assert wait_until(lambda: not any(map(is_running, workers))) < ORPHAN_SECONDS


@pytest.mark.parametrize("fork", ["os.fork", "ctypes.CDLL(None).fork"])
def test_a_fork_of_the_supervisor_does_not_keep_worker_processes_alive(tmp_path: Path, fork: str) -> None:
    """Python's fork closes its copy of the lifeline; a fork that Python does not know of still has it."""
    code = f"""
import ctypes, os, signal
from ridgeline.processes import GuardedChild
{RUN}
child = GuardedChild()
child.give(tasks[0])
if {fork}() == 0:
    (folder / "forked").write_text(str(os.getpid()))
    signal.pause()
signal.pause()
"""
    with script(code, str(tmp_path), "hang") as supervisor:
        workers = pids(tmp_path, 1)
        wait_until((tmp_path / "forked").exists)
        supervisor.kill()
        assert wait_until(lambda: not any(map(is_running, workers))) < ORPHAN_SECONDS
        assert is_running(int(wait_for_text(tmp_path / "forked")))


def wait_for_text(path: Path) -> str:
    wait_until(path.read_text)
    return path.read_text()


def test_an_interrupt_ends_everything_with_one_traceback(tmp_path: Path) -> None:
    with script(RUN + ALL, str(tmp_path), "hang", "hang") as supervisor:
        workers = pids(tmp_path, 2)
        os.killpg(supervisor.pid, signal.SIGINT)  # as the keyboard does: the whole group
        _, errors = supervisor.communicate(timeout=DEADLINE_SECONDS)
        assert not any(map(is_running, workers))
    assert supervisor.returncode == -signal.SIGINT
    assert errors.count("Traceback") == 1
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_an_interrupt_while_processes_start(tmp_path: Path) -> None:
    """Interrupts at several moments of the start: one traceback, our own."""
    code = RUN + "print('ready', flush=True)\n" + ALL
    for delay_seconds in (0.0, 0.1, 0.2):
        with script(code, str(tmp_path), "hang", "hang") as supervisor:
            assert supervisor.stdout is not None
            supervisor.stdout.readline()
            time.sleep(delay_seconds)  # the moment is what is tested
            os.killpg(supervisor.pid, signal.SIGINT)
            _, errors = supervisor.communicate(timeout=DEADLINE_SECONDS)
        assert errors.count("Traceback (most recent") == errors.count("KeyboardInterrupt") == 1, errors


def test_a_group_that_was_stopped_for_long_loses_no_item(tmp_path: Path) -> None:
    code = (
        RUN
        + """
from tests.processes.actions import Busy
busy = [Busy(folder, 0.3)]
for task, answer in run_tasks(lambda: busy.pop() if busy else None, 2, Caps(item_seconds=1.5)): print(*answer)
"""
    )
    with script(code, str(tmp_path)) as supervisor:
        pids(tmp_path, 1)
        os.killpg(supervisor.pid, signal.SIGSTOP)
        time.sleep(2)  # longer than the cap
        os.killpg(supervisor.pid, signal.SIGCONT)
        output, _ = supervisor.communicate(timeout=DEADLINE_SECONDS)
    assert output == "done\n"
    assert len(noted(tmp_path / "0")) == 1


def test_what_worker_processes_print_does_not_mix_with_our_output(tmp_path: Path) -> None:
    with script(RUN + ALL, str(tmp_path), "say") as supervisor:
        output, errors = supervisor.communicate(timeout=DEADLINE_SECONDS)
    assert output == "0\n"
    assert errors == "a child speaks on standard output\n"


def test_a_script_needs_no_guard_and_its_own_classes_are_refused(tmp_path: Path) -> None:
    code = (
        RUN
        + """
print("the script runs")
class Own(Actions):
    pass
for task in (Own(folder, ("ok",)), Actions(folder, ("ok",))):
    waiting = [task]
    try:
        for _, answer in run_tasks(lambda: waiting.pop() if waiting else None, 2): print(*answer)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
"""
    )
    with script(code, str(tmp_path)) as supervisor:
        output, _ = supervisor.communicate(timeout=DEADLINE_SECONDS)
    assert output.splitlines() == [
        "the script runs",
        "OptionError: this works in one process only (processes=1): Own is defined in the script itself; "
        "move it to a module that can be imported",
        "0",
    ]


def test_a_file_of_the_working_directory_takes_no_module_s_place(tmp_path: Path) -> None:
    (tmp_path / "select.py").write_text("raise SystemExit('the wrong module')", encoding="ascii")
    (tmp_path / "socket.py").write_text("raise SystemExit('the wrong module')", encoding="ascii")
    code = f"import os\nimport sys\nsys.path[0] = {str(ROOT)!r}\n{RUN}\nos.chdir(folder)\n{ALL}"
    with script(code, str(tmp_path), "ok") as supervisor:
        output, errors = supervisor.communicate(timeout=DEADLINE_SECONDS)
    assert (output, errors) == ("0\n", "")


_STOPPED_AT_ITS_START = """
import os, signal
from ridgeline.processes.journal import Journal
from ridgeline.processes.launcher import start_fresh

worker = start_fresh(Journal.create())
os.kill(worker.process.pid, signal.SIGSTOP)
print(worker.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other signals do not end a process that is stopped")
def test_a_worker_that_is_stopped_while_it_starts_ends_too() -> None:
    command = [sys.executable, "-c", _STOPPED_AT_ITS_START]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE_SECONDS)
    worker = int(ran.stdout)
    wait_until(lambda: not is_running(worker))
