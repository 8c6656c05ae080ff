"""The compiled core: parser, features, networks and text in C, with the same answers as the modules in Python.

It is there where the package was built with a C compiler (hatch_build.py). The environment variable RIDGELINE_PURE
turns it off. A page that it parsed stays in it (`Page.compiled`); whatever works on that page asks there.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

try:
    from . import _core
except ImportError:  # no compiler was at hand
    _built: ModuleType | None = None
else:
    _built = _core

_is_used = _built is not None and not os.environ.get("RIDGELINE_PURE")


def is_used() -> bool:
    """Whether the compiled core parses pages."""
    return _is_used


def is_built() -> bool:
    """Whether there is a compiled core."""
    return _built is not None


def built() -> ModuleType:
    """The compiled core, where there is one."""
    if _built is None:
        raise ImportError("the compiled core was not built")
    return _built


def describe() -> str:
    """A phrase for people: which core runs."""
    return f"compiled core, {built().instructions()}" if _is_used else "Python core"


@contextmanager
def using(*, compiled: bool) -> Iterator[None]:
    """Choose the core that parses pages, for a while. For tests and benchmarks; it holds for all threads."""
    global _is_used
    if compiled:
        built()
    before, _is_used = _is_used, compiled
    try:
        yield
    finally:
        _is_used = before
