"""Checks of option values: a wrong one is reported when an extractor is made, not when it is used."""

import math
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any

from .errors import OptionError


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
