"""The processes of isolated pages: kept between pages, shared by threads, not shared with a fork."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import ridgeline
from ridgeline import IsolatedExtraction
from ridgeline.errors import WorkerError
from ridgeline.isolation import end_processes, pool
from ridgeline.isolation.requests import Asking

from ..pages import AWKWARD
from ..processes.actions import is_running, wait_until
from .hostile import Hostile, page

ARTICLE = AWKWARD["article"]


@pytest.fixture(autouse=True)
def _no_process_before() -> Iterator[None]:
    end_processes()
    yield
    end_processes()


def isolated(html: str) -> IsolatedExtraction:
    extraction = ridgeline.extract(html, isolated=True)
    assert isinstance(extraction, IsolatedExtraction)
    return extraction


def process_of(extraction: IsolatedExtraction) -> int:
    assert extraction._process is not None
    return extraction._process


def test_the_process_is_kept() -> None:
    first = isolated(ARTICLE)
    second = isolated(AWKWARD["broken"])
    assert first.markdown
    assert process_of(first) == process_of(second) != os.getpid()


def test_threads() -> None:
    pages = [ARTICLE.replace("forty", str(number)) for number in range(30)]

    def read(html: str) -> tuple[str, str]:
        extraction = isolated(html)
        return extraction.text, extraction.markdown

    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(read, pages))
    assert found == [(one.text, one.markdown) for one in map(ridgeline.extract, pages)]


def test_threads_of_which_some_read_pages_that_crash() -> None:
    def read(number: int) -> str:
        html = page("segfault" if number % 3 == 0 else "nothing")
        return ridgeline.extract(html, extractor=Hostile(), isolated=True).text

    with ThreadPoolExecutor(3) as threads:
        found = list(threads.map(read, range(9)))
    assert found == ["" if number % 3 == 0 else "Nobody should have to read this." for number in range(9)]


def test_a_view_goes_to_the_process_that_has_the_page() -> None:
    shared = pool.Pool(2)
    asking = Asking(isolated(ARTICLE)._request, bool)
    caps = ridgeline.Isolation().caps()
    with shared._lent(None) as held:  # so that a second process starts
        _, other = shared.ask(asking, caps)
        held.call(asking, caps)
        first = held.pid
    assert first != other
    assert [shared.ask(asking, caps, wanted)[1] for wanted in (other, first, other)] == [other, first, other]
    shared.close()


def test_a_fork_has_processes_of_its_own() -> None:
    extraction = isolated(ARTICLE)
    with pool._pool._lock:  # as if another thread used the pool at this moment
        pid = os.fork()
    if pid == 0:
        is_right = False
        try:
            mine = isolated(ARTICLE)
            is_right = mine.text == extraction.text and mine._process != extraction._process
            is_right = is_right and extraction.markdown == mine.markdown
            end_processes()
        finally:
            os._exit(0 if is_right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert isolated(ARTICLE)._process == extraction._process


def test_ended_processes_are_gone_and_replaced() -> None:
    process = process_of(isolated(ARTICLE))
    end_processes()
    assert not is_running(process)
    assert process_of(isolated(ARTICLE)) != process


@pytest.mark.parametrize("end", ["pass", "os.kill(os.getpid(), signal.SIGKILL)"], ids=["exit", "killed"])
def test_processes_end_with_the_one_that_uses_them(end: str) -> None:
    code = (
        "import os, signal, ridgeline\n"
        f"print(ridgeline.extract({ARTICLE!r}, isolated=True)._process, flush=True)\n"
        f"{end}"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.returncode == (0 if end == "pass" else -signal.SIGKILL)
    wait_until(lambda: not is_running(int(ran.stdout)))


def test_a_script_needs_no_main_guard_and_starts_one_process() -> None:
    code = f"import ridgeline\nprint(ridgeline.extract({ARTICLE!r}, isolated=True).title)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "The ferry\n"


def test_a_process_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with pytest.raises(WorkerError, match="cannot be started"):
        isolated(ARTICLE)
    monkeypatch.undo()
    assert isolated(ARTICLE).title == "The ferry"
