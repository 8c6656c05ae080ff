"""Values that are computed when first asked for: of an instance, without a lock; of strings, if they are short.

Until Python 3.12, `functools.cached_property` held one lock for all instances of a class: threads waited for each
other, and a fork that was made while a thread held it waited forever. Here two threads may both compute a value, which
is the same, and the last one stays.
"""

import sys
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - it takes the place of the one in functools
        """A method whose value becomes an attribute of the instance."""

        def __init__(self, compute):
            self.compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.compute(instance)
            return value


Value = TypeVar("Value")
_MAX_LENGTH = 500  # characters


def cached_if_short(max_size: int) -> Callable[[Callable[[str], Value]], Callable[[str], Value]]:
    """Remember the values of a function of a text, but for long texts, which it would keep.

    Texts are from pages: a cache of titles or class names may else hold gigabytes, long after its pages are gone.
    """

    def decorate(function: Callable[[str], Value]) -> Callable[[str], Value]:
        remembered = lru_cache(max_size)(function)

        @wraps(function)
        def answer(text: str) -> Value:
            return function(text) if len(text) > _MAX_LENGTH else remembered(text)

        return answer

    return decorate


__all__ = ["cached_if_short", "cached_property"]
