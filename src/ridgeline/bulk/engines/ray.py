"""A Ray cluster as the engine: the same tasks as Ray core tasks.

Ray does a task again on another machine when its worker or its machine dies. Every Ray worker keeps one guarded
process, which does the pages, so the caps on time and memory hold there as well. All machines need ridgeline and the
same paths to inputs and output.

Ray runs its workers at nice 15, after everything else on the machine. A cluster that is started here runs them at the
priority of this process; for another one set RAY_worker_niceness=0 before `ray start`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from tempfile import TemporaryDirectory
from typing import Any

from ...errors import MissingExtraError, OptionError, WorkerError
from ...processes import Caps, GuardedChild, TaskFailed, usable_cores
from . import Answers, OnProgress, Take

_MAX_RETRIES = 10  # of a task whose worker or machine died; a page that kills its process does not count
_WAIT_SECONDS = 0.5
_NAMESPACE = "ridgeline"
_ENVIRONMENT = {"RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0"}  # of a cluster that is started here

_children: dict[Caps, GuardedChild] = {}  # in a Ray worker: its guarded process


class RayEngine:
    """A cluster of Ray: one that is there, or one that is started on this machine and stopped at the end."""

    def __init__(self, address: str | None, processes: int | None, caps: Caps) -> None:
        if processes == 0:
            raise OptionError("Ray runs its tasks in other processes: processes is positive")
        self._address, self._wanted, self._caps = address, processes, caps
        self.processes = processes or usable_cores()

    def run(self, take: Take, on_progress: OnProgress) -> Answers:
        """Yield each task with its answer or with a TaskFailed, as they end."""
        ray = _import_ray()
        with _connected(ray, self._address, self._wanted):
            begin = ray.remote(num_cpus=1, max_retries=_MAX_RETRIES)(do_guarded).remote
            pending: dict[Any, Any] = {}
            try:
                while True:
                    self.processes = self._wanted or max(1, int(ray.cluster_resources().get("CPU", 1)))
                    while len(pending) < self.processes and (task := take()) is not None:
                        pending[begin(task, self._caps)] = task
                    if not pending:
                        return
                    ended, _ = ray.wait(list(pending), timeout=_WAIT_SECONDS)
                    on_progress([])
                    for reference in ended:
                        yield pending.pop(reference), _answer(ray, reference)
            finally:
                for reference in pending:
                    ray.cancel(reference, force=True)


def do_guarded(task: Any, caps: Caps) -> Any:
    """Do a task in the guarded process of this Ray worker, and return its answer or a TaskFailed."""
    if caps not in _children:
        _children[caps] = GuardedChild(caps)
    try:
        return _children[caps].call(task)
    except Exception as error:  # handed to the run, as the local engine does
        return TaskFailed(error)


def _answer(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayError as error:
        first_line = str(error).strip().partition("\n")[0]
        return TaskFailed(WorkerError(f"Ray gave up: {type(error).__name__}: {first_line}"))


@contextmanager
def _connected(ray: Any, address: str | None, processes: int | None) -> Iterator[None]:
    """Connect to a cluster, or start one; at the end undo what was done here."""
    if ray.is_initialized():
        yield
        return
    with nullcontext() if address else _new_cluster() as folder:
        own = {"num_cpus": processes or usable_cores(), "include_dashboard": False, "_temp_dir": folder}
        try:
            ray.init(
                address or "local",
                namespace=_NAMESPACE,
                log_to_driver=False,
                logging_level="ERROR",
                **({} if address else own),
            )
            yield
        except (ConnectionError, ValueError, RuntimeError) as error:
            if ray.is_initialized():
                raise
            raise WorkerError(f"no Ray cluster at {address or 'this machine'}: {error}") from error
        finally:
            ray.shutdown()


@contextmanager
def _new_cluster() -> Iterator[str]:
    """Yield a folder for the files of a cluster that is started here, with the environment that it needs."""
    # Ray keeps its files in one folder of the machine otherwise, for ever. The paths of its sockets have to be short.
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder, _environment(_ENVIRONMENT):
        yield folder


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Set environment variables that are not set, for a while."""
    new = {name: value for name, value in variables.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingExtraError("the engine ray needs Ray", "ray") from error
    return ray
