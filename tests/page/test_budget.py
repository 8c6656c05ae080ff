"""The time that a page may take: what is charged, what ends early, what says so."""

import pickle
from collections.abc import Iterator
from threading import Thread

import pytest

import ridgeline
from ridgeline import Limits
from ridgeline.page import Budget


class Clock:
    """CPU time that passes when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("ridgeline.page.budget.time.thread_time", made)
    return made


def test_only_time_inside_is_charged(clock: Clock) -> None:
    budget = Budget(10)
    clock.now = 5
    with budget.spending():
        clock.now = 7
        assert (budget.spent, budget.left) == (2, 8)
    clock.now = 100
    assert (budget.spent, budget.left) == (2, 8)


def test_nested_blocks_are_charged_once(clock: Clock) -> None:
    budget = Budget(10)
    with budget.spending():
        clock.now = 1
        with budget.spending():
            clock.now = 3
        clock.now = 4
    assert budget.spent == 4


def test_time_is_charged_where_a_block_raises(clock: Clock) -> None:
    budget = Budget(10)

    def fail() -> None:
        with budget.spending():
            clock.now = 3
            raise ValueError("late")

    with pytest.raises(ValueError, match="late"):
        fail()
    assert budget.spent == 3


def test_threads_share_a_budget(clock: Clock) -> None:
    budget = Budget(10)

    def work() -> None:
        with budget.spending():
            clock.now += 2

    for thread in [Thread(target=work) for _ in range(3)]:
        thread.start()
        thread.join()
    assert budget.spent == 6


def test_iterations_end_when_it_is_spent(clock: Clock) -> None:
    budget = Budget(10)

    def numbers() -> Iterator[int]:
        for number in range(1_000):
            clock.now += 0.5
            yield number

    with budget.spending():
        assert 20 <= len(list(budget.limited(numbers()))) < 40  # the clock is not read at every item
        assert budget.is_cut
        assert list(budget.limited("abc")) == []


def test_without_a_number_nothing_ends(clock: Clock) -> None:
    budget = Budget()
    with budget.spending():
        clock.now = 1e9
        assert list(budget.limited(range(100))) == list(range(100))
        assert not budget.is_spent()
        assert not budget.is_cut


def test_a_share_ends_before_the_whole(clock: Clock) -> None:
    budget = Budget(8)
    with budget.spending(), budget.share(0.25) as own:
        clock.now = 3
        assert own.is_spent()
    assert budget.is_cut
    assert not budget.is_spent()
    assert list(budget.limited("abc")) == ["a", "b", "c"]


def test_a_share_is_no_more_than_is_left(clock: Clock) -> None:
    budget = Budget(8)
    with budget.spending():
        clock.now = 7
        with budget.share(0.5) as own:
            assert own.seconds == 1


def test_copies_and_pickles_go_on_alone(clock: Clock) -> None:
    budget = Budget(8)
    with budget.spending():
        clock.now = 3
        others = [budget.copy(), pickle.loads(pickle.dumps(budget))]
        clock.now = 5
    assert [(other.seconds, other.spent) for other in others] == [(8, 3), (8, 3)]
    assert budget.spent == 5


LONG = "".join(f"<p>Paragraph {number} of a long page.</p>" for number in range(2_000))


@pytest.fixture
def late(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> ridgeline.Extraction:
    """An extraction that has a second left, while every look at the clock takes a tenth of one."""
    extraction = ridgeline.extract(LONG, extractor="everything", limits=Limits(seconds=10))

    def tick() -> float:
        clock.now += 0.1
        return clock.now

    with extraction.budget.spending():
        clock.now += 9
    monkeypatch.setattr("ridgeline.page.budget.time.thread_time", tick)
    return extraction


@pytest.mark.parametrize("view", ["json", "cleaneval"])
def test_a_view_ends_early_with_what_there_is_and_says_so(late: ridgeline.Extraction, view: str) -> None:
    assert not late.is_unfinished
    written = getattr(late, view)
    whole = getattr(ridgeline.extract(LONG, extractor="everything", limits=Limits(seconds=None)), view)
    assert "Paragraph 5 of" in written
    assert len(written) < len(whole)
    assert late.is_unfinished
    assert late.cuts == frozenset()  # of the page as it was read, whatever is asked for later


@pytest.mark.parametrize("view", ["text", "markdown", "html", "tei"])
def test_what_the_core_writes_is_always_whole(late: ridgeline.Extraction, view: str) -> None:
    assert getattr(late, view).count("Paragraph") == 2_000
    assert not late.is_unfinished
    assert late.cuts == frozenset()


def test_extractions_of_one_page_have_budgets_of_their_own(clock: Clock) -> None:
    page = ridgeline.parse(LONG, limits=Limits(seconds=10))
    extractor = ridgeline.load("everything")
    first, second = extractor.extract(page), extractor.extract(page)
    with first.budget.spending():
        clock.now += 20
    assert first.budget.left == 0
    assert second.budget.left > 9
    assert second.markdown.count("Paragraph") == 2_000


def test_the_search_in_data_has_a_part_of_it(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page whose data would take a minute to search is extracted all the same, and says that something was cut."""

    def tick() -> float:
        clock.now += 0.05
        return clock.now

    monkeypatch.setattr("ridgeline.page.budget.time.thread_time", tick)
    texts = ", ".join(f'"It is sentence number {number}."' for number in range(50_000))
    page = f'<p>Short.</p><script type="application/json">{{"text": [{texts}]}}</script>'
    extraction = ridgeline.extract(page, limits=Limits(seconds=40))
    assert extraction.cuts == {"seconds"}
    assert extraction.budget.left > 0
