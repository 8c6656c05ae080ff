"""The types of a page's columns, and what is computed along them."""

import numpy as np
import numpy.typing as npt

IntColumn = npt.NDArray[np.int32]  # a NumPy array of integers, a value for each row or leaf
BoolColumn = npt.NDArray[np.bool_]  # a NumPy array of truth values, likewise
Attributes = dict[str, str | None]


def follow(following: IntColumn) -> IntColumn:
    """Return for each node where the chain that starts at it ends; a node that follows itself ends its chain."""
    # Every step doubles how far a node sees, so a chain of length d takes log2(d) steps.
    while True:
        further = following.take(following)
        if (further == following).all():
            return following
        following = further
