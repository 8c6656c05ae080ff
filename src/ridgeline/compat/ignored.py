"""The warning about a parameter that has no meaning in ridgeline: once for each name in a process."""

import sys
import warnings

_PACKAGE = __name__.rpartition(".")[0]
_warned: set[str] = set()


class IgnoredParameterWarning(UserWarning):
    """A parameter of another package was given that has no meaning in ridgeline."""


def warn_ignored(name: str, why: str) -> None:
    """Warn that a parameter is ignored, at the line of the caller's program; later calls with this name do nothing."""
    if name in _warned:
        return
    _warned.add(name)
    warnings.warn(f"{name} is ignored: {why}", IgnoredParameterWarning, stacklevel=_levels_to_the_caller())


def _levels_to_the_caller() -> int:
    """Return the `stacklevel` of the frame that called this package, seen from `warn_ignored`."""
    level, last, frame = 1, 1, sys._getframe(1).f_back
    while frame is not None:
        level += 1
        if str(frame.f_globals.get("__name__", "")).startswith(_PACKAGE):
            last = level
        frame = frame.f_back
    return last + 1
