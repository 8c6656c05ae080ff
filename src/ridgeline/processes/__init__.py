"""Guarded worker processes: a process that dies costs only the item that killed it.

    run_tasks          tasks in fresh interpreters, sent by pickling; caps on seconds and memory of every item
    GuardedChild       one such process, kept between tasks: `child.call(task)`
    Call               the task of calling one function
    run_here           one task in this process, without caps
    map_in_processes   one function over many items; forked processes inherit both, so only results are sent

A task consists of items, which are done in order. Before each item the worker process writes "item k since t" into
memory that it shares with the supervising process, and appends each result to a journal, an unlinked temporary file
that both have open. So nothing is sent for an item, and nothing is lost or left behind when either of them is killed.
The supervisor kills a process that is over a cap; `bounds.py` has those that the system itself keeps. An item whose
process died is tried again, first thing in a new process; if that dies too, `Task.failure` gives the item its result,
and a new process goes on with the next item.

The pools of the standard library cannot do this: multiprocessing.Pool waits forever for a process that was killed, and
concurrent.futures gives up on all tasks.

Worker processes die with the supervising process, however it ends: see `child.py`. Where it matters:

- A script needs no `if __name__ == "__main__"`: a worker process never imports it. So what is sent may not be defined
  in the script itself.
- Linux has everything. macOS has no cap on memory: an OptionError says so. On Windows tasks run in this process, one
  after the other, and any cap is an OptionError.
"""

from .calls import Call
from .executor import run_here, run_tasks, usable_cores
from .guarded import GuardedChild
from .parallel_map import Advance, map_in_processes
from .tasks import NO_CAPS, Caps, Failure, Running, Task, TaskFailed, Watch

__all__ = [
    "NO_CAPS",
    "Advance",
    "Call",
    "Caps",
    "Failure",
    "GuardedChild",
    "Running",
    "Task",
    "TaskFailed",
    "Watch",
    "map_in_processes",
    "run_here",
    "run_tasks",
    "usable_cores",
]
