"""Bulk extraction: a corpus in, a corpus out, on one machine or a cluster.

report = ridgeline.bulk.run(["crawl/*.warc.gz"], "out/")

records.py, slices.py, sources/   what is read: records, in slices of large files
settings.py, row_fields.py            what was asked for
hosts.py                          what pages of one host share
rows.py, outcome.py               a record to the fields of its row
tasks.py, retries.py              what worker processes do
parts.py, row_files.py, storage/  what is written
plan.py, queue.py, engines/       what is done when, and where
runner.py, report.py, status.py   a run, and what became of it
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .entry_point import run
    from .report import Report
    from .status import Progress, State, read_status

__all__ = ["Progress", "Report", "State", "read_status", "run"]

_HOMES = {"run": "entry_point", "Report": "report", "Progress": "status", "State": "status", "read_status": "status"}


def __getattr__(name: str) -> object:
    """Import a public name when it is asked for: worker processes and `ridgeline --help` need few of them."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
