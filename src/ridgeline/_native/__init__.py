"""The core, in C: parser, columns, features, networks, choice, text. `core` is its module, built by hatch_build.py.

What is in C has no twin in Python. A page lives in the core (`Page.core`), and whatever works on that page asks there.
"""

try:
    from . import _core as core
except ImportError as error:
    raise ImportError(
        "ridgeline's compiled core is missing: install a wheel of ridgeline, or install it where there is a C compiler"
    ) from error

__all__ = ["core", "describe"]


def describe() -> str:
    """Return a phrase for people: what the core uses of the processor."""
    return f"compiled core, {core.instructions()}"
