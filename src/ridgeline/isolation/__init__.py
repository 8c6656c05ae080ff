"""Isolation: a page is read in a guarded process, and only the answers come back.

    extract(html, isolated=True) ─request→ process: parse, extract, keep ─facts→ IsolatedExtraction
    extraction.markdown          ─request→ process: the kept extraction  ─view→  str

    allowance.py   Isolation: what a page may use
    extraction.py  IsolatedExtraction: the extraction as its caller sees it
    requests.py    what is sent, and the side of the process
    pool.py        the processes, which all callers share

The calling process never parses the page. One that takes too long, takes too much memory or crashes costs its process:
what was asked for is then as of an empty page, and `IsolatedExtraction.failure` says why.

It is no sandbox: the process has the rights of its caller, and its answers are pickled. It protects from pages that
exhaust or crash a process, not from one that takes it over.
"""

from .allowance import Isolation, choose_isolation
from .extraction import IsolatedExtraction, extract_isolated
from .pool import end_processes

__all__ = ["IsolatedExtraction", "Isolation", "choose_isolation", "end_processes", "extract_isolated"]
