"""Runs a target on documents, and makes a document small that breaks a law."""

import hashlib
import random
import time
import traceback
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis.errors import HypothesisWarning

from .documents import Document, documents
from .targets import Choice, Target

MAX_SECONDS = 10.0  # of CPU for one document; nearly all take a hundredth of one
_EXAMPLES_A_ROUND = 100
_MAX_TRIES = 2_000  # to make a document smaller


class TooSlowError(Exception):
    """A view took too long."""


@dataclass(frozen=True)
class Failure:
    """A document that breaks a law."""

    document: Document
    choice: Choice
    error: BaseException

    @property
    def place(self) -> tuple[object, ...]:
        """What tells this failure from others: the kind of error, and the line of code that raised it."""
        frames = traceback.extract_tb(self.error.__traceback__)
        return type(self.error), frames[-1].filename, frames[-1].lineno

    def describe(self) -> str:
        """The document, the choice, and the traceback."""
        shown = "".join(traceback.format_exception(self.error))
        return f"{self.document.html[:2000]!r}\nurl: {self.document.url!r}\nchoice: {self.choice}\n{shown[-4000:]}"

    def save(self, folder: Path, target: str) -> Path:
        """Write the document, and beside it what happened; returns the path of the document."""
        html = self.document.html
        data = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
        path = folder / f"{target}-{hashlib.sha256(data).hexdigest()[:8]}.html"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.with_suffix(".txt").write_text(self.describe(), encoding="utf-8", errors="backslashreplace")
        return path


@dataclass(frozen=True)
class Outcome:
    """What became of a run."""

    executions: int
    failure: Failure | None = None
    slowest_seconds: float = 0.0


class _Run:
    """Counts what is executed, and remembers the smallest failure."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.executions = 0
        self.slowest_seconds = 0.0
        self.failure: Failure | None = None

    def attempt(self, document: Document, choice: Choice) -> None:
        """Check the laws; a failure is remembered and raised."""
        self.executions += 1
        begun = time.process_time()
        try:
            self.target.check(document, choice)
            seconds = time.process_time() - begun
            self.slowest_seconds = max(self.slowest_seconds, seconds)
            if seconds > MAX_SECONDS:
                raise TooSlowError(f"{seconds:.1f} s")
        # Everything is a finding here: "nothing raises" is the law.
        except Exception as error:
            self.failure = Failure(document, choice, error)
            raise


def check_document(target: Target, document: Document, choice: Choice) -> Failure | None:
    """The failure of one document, if it is one."""
    run = _Run(target)
    try:
        run.attempt(document, choice)
    except Exception:  # which is in `run.failure`
        return run.failure
    return None


def fuzz(target: Target, *, seconds: float | None = None, examples: int = _EXAMPLES_A_ROUND, seed: int = 0) -> Outcome:
    """Fuzz a target with so many examples, or for some seconds; stops at the first failure, made small."""
    run, deadline = _Run(target), time.monotonic() + (seconds or 0)
    while run.failure is None:
        _fuzz_round(run, examples, seed, deadline if seconds else None)
        seed += 1
        if seconds is None or time.monotonic() >= deadline:
            break
    failure = run.failure and smaller(target, run.failure)
    return Outcome(run.executions, failure, run.slowest_seconds)


def _fuzz_round(run: _Run, examples: int, seed: int, deadline: float | None) -> None:
    @seeded(seed)
    @settings(
        max_examples=examples,
        database=None,
        derandomize=False,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(documents(), run.target.choices)
    def attempt(document: Document, choice: Choice) -> None:
        if run.failure is None and deadline is not None and time.monotonic() >= deadline:
            return
        run.attempt(document, choice)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HypothesisWarning)  # of large representations, when it shrinks
            attempt()
    except Exception:
        if run.failure is None:  # it is the fuzzer's own
            raise


def smaller(target: Target, failure: Failure, max_tries: int = _MAX_TRIES) -> Failure:
    """The failure with parts of its document taken out, as long as the same line raises the same error.

    Hypothesis has made the document small in its own terms, but a seed is whole to it.
    """
    size, tries = max(1, len(failure.document.html) // 2), 0
    while size and tries < max_tries:
        start, shrunk = 0, False
        while start < len(failure.document.html) and tries < max_tries:
            tries += 1
            found = check_document(target, _without(failure.document, start, size), failure.choice)
            if found is not None and found.place == failure.place:
                failure, shrunk = found, True
            else:
                start += size
        size = size if shrunk and size == 1 else size // 2
    return failure


def _without(document: Document, start: int, size: int) -> Document:
    html = document.html
    if isinstance(html, str):
        return replace(document, html=html[:start] + html[start + size :])
    return replace(document, html=html[:start] + html[start + size :])


def fresh_seed() -> int:
    """A seed that no run had before."""
    return random.SystemRandom().randrange(2**32)
