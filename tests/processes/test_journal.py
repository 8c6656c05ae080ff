"""The journal of a task: whatever part of it was written, the results that are whole are read, and no others."""

import os
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from ridgeline.errors import OutputError
from ridgeline.processes.journal import Extent, Journal

TASK = pickle.dumps("the task")
RESULTS = ["one", {"two": 2}, b"3" * 1000]


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal.create()
    yield journal
    journal.close()


def filled(journal: Journal) -> int:
    """Write a task and its results, and return where they end."""
    journal.begin(TASK)
    end = journal.recover().end
    for result in RESULTS:
        end = journal.add_result(end, result)
    return end


def test_what_is_written_is_read(journal: Journal) -> None:
    end = filled(journal)
    assert journal.task() == "the task"
    assert list(journal.results()) == RESULTS
    assert journal.recover() == Extent(3, is_complete=False, end=end)
    with pytest.raises(LookupError):
        journal.outcome()
    journal.add_answer(journal.add_end(end), "the answer")
    assert journal.outcome() == ("the answer", True)
    assert list(journal.results()) == RESULTS


def test_a_journal_cut_off_anywhere_goes_on_after_its_last_whole_result(journal: Journal) -> None:
    end = filled(journal)
    whole = os.pread(journal.descriptor, end, 0)
    journal.clear()
    journal.begin(TASK)
    first = journal.recover().end
    seen = set()
    for size in range(first, end + 1):
        os.ftruncate(journal.descriptor, 0)
        os.pwrite(journal.descriptor, whole[:size], 0)
        extent = journal.recover()
        seen.add(extent.results)
        assert not extent.is_complete
        assert list(journal.results()) == RESULTS[: extent.results]
        end_again = extent.end
        for result in RESULTS[extent.results :]:
            end_again = journal.add_result(end_again, result)
        assert end_again == end
        assert os.pread(journal.descriptor, end + 1, 0) == whole
    assert seen == {0, 1, 2, 3}


def test_an_answer_that_nobody_heard_of_is_given_again(journal: Journal) -> None:
    end = journal.add_end(filled(journal))
    journal.add_answer(end, "lost")
    assert journal.recover() == Extent(3, is_complete=True, end=end)
    journal.add_answer(end, "again")
    assert journal.outcome() == ("again", True)


def test_an_error_takes_the_place_of_an_answer(journal: Journal) -> None:
    filled(journal)
    journal.add_error(pickle.dumps(ValueError("wrong")))
    error, is_answer = journal.outcome()
    assert (str(error), is_answer) == ("wrong", False)


def test_results_are_read_one_by_one(journal: Journal) -> None:
    filled(journal)
    results = journal.results()
    assert next(results) == "one"
    journal.clear()
    assert list(results) == []


def test_a_system_without_a_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(OutputError, match="No such file or directory: set TMPDIR"):
        Journal.create()


def test_a_journal_has_no_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    journal = Journal.create()
    filled(journal)
    assert list(tmp_path.iterdir()) == []
    journal.close()
