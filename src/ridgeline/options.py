"""Checks of option values: a wrong one is reported when an extractor is made, not when it is used.

The bounds of a fetch and of a page in a guarded process are here, too: the command line needs them for its options, and
seldom what fetches or starts processes.
"""

import math
import sys
import threading
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

from .errors import OptionError

DEFAULT_TIMEOUT_SECONDS = 20.0
DEFAULT_MAX_BYTES = 32_000_000
DEFAULT_MAX_REDIRECTS = 5
DEFAULT_PAGE_SECONDS = 60.0
DEFAULT_PAGE_MEMORY_BYTES = 2 * 2**30 if sys.platform == "linux" else None  # no other system can keep the cap


def check_number(
    option: str,
    value: Any,
    expected: str = "a finite number",
    is_allowed: Callable[[Any], bool] = lambda _: True,
    *,
    whole: bool = False,
) -> None:
    """Raise OptionError unless an option's value is a finite number, with `whole` an integer, within its bounds.

    `is_allowed` is called with a number only; `expected` describes the allowed values in the message.
    """
    is_number = isinstance(value, Integral if whole else Real) and not isinstance(value, bool)
    if not is_number or not _is_finite(value) or not is_allowed(value):
        raise OptionError(f"{option} is {expected}, not {value!r}")


def _is_finite(number: Any) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # an integer beyond the range of floats
        return False


def check_fetch(
    timeout_seconds: float, max_bytes: int = DEFAULT_MAX_BYTES, max_redirects: int = DEFAULT_MAX_REDIRECTS
) -> None:
    """Raise OptionError if nothing can be fetched within these bounds."""
    if not 0 < timeout_seconds <= threading.TIMEOUT_MAX:  # also catches NaN
        raise OptionError(f"a timeout is a positive number of seconds, not {timeout_seconds}")
    if max_bytes <= 0:
        raise OptionError(f"a limit on bytes is positive, not {max_bytes}")
    if max_redirects < 0:
        raise OptionError(f"a limit on redirects is not negative, not {max_redirects}")
