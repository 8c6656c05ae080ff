"""Regular expressions that are compiled when they are first used.

To compile all patterns of this package takes longer than to read a page. Those that take a fifth of a millisecond or
more, and that many pages do not need, are lazy:

    _CAPTCHA = lazy_pattern(r"captcha|turnstile", re.IGNORECASE)
    _CAPTCHA().search(text)
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import AnyStr


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """Return a function that returns the compiled pattern."""
    return cache(partial(re.compile, pattern, flags))
