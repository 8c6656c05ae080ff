"""One call of a function in a guarded process: a task of one item."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import WorkerError
from .tasks import Failure, Watch


@dataclass(frozen=True, slots=True)
class Call:
    """Calls a function that can be imported, and returns what it returns. Both are sent by pickling.

    `prepare` is called first, and its time is not counted: for models that are loaded once in a process.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    prepare: Callable[[], object] | None = None

    def results(self, first: int, watch: Watch) -> Iterator[Any]:
        """Yield the result, unless the call was tried already and killed its process."""
        if first > 0:
            return
        if self.prepare is not None:
            with watch.waiting():
                self.prepare()
        yield self.function(*self.arguments)

    def failure(self, position: int, failure: Failure) -> Failure:
        """Return the failure as the result."""
        return failure

    def finish(self, results: Iterable[Any]) -> Any:
        """Return the result. Raises WorkerError if the process died of the call."""
        result = next(iter(results))
        if isinstance(result, Failure):
            error = WorkerError(str(result))
            error.kind = result.kind
            raise error
        return result
