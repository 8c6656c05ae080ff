"""Pickle what is sent to another interpreter, or say clearly why it cannot be sent."""

import io
import pickle
from types import FunctionType
from typing import Any

from ..errors import OptionError


def pickle_for_another_process(value: Any) -> bytes:
    """Return the pickled value. Raises an OptionError where another interpreter could not load it."""
    file = io.BytesIO()
    try:
        _Pickler(file, pickle.HIGHEST_PROTOCOL).dump(value)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise OptionError(f"this works in one process only (processes=1): {error}") from error
    return file.getvalue()


class _Pickler(pickle.Pickler):
    """Refuses classes and functions of the script itself: worker processes never run it."""

    def reducer_override(self, value: Any) -> Any:
        """Let every value be pickled as usual, but those of the script."""
        if isinstance(value, type | FunctionType) and value.__module__ == "__main__":
            raise pickle.PicklingError(
                f"{value.__qualname__} is defined in the script itself; move it to a module that can be imported"
            )
        return NotImplemented
