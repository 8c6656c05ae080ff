"""Values that are computed when first asked for, without a lock.

Until Python 3.12, `functools.cached_property` held one lock for all instances of a class: threads waited for each
other, and a fork that was made while a thread held it waited forever. Here two threads may both compute a value, which
is the same, and the last one stays.
"""

import sys
from typing import TYPE_CHECKING

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


__all__ = ["cached_property"]
