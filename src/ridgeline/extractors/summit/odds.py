"""Log odds of probabilities, which site memory and heads add to."""

import numpy as np
import numpy.typing as npt

from .constants import Matrix

_MIN_PROBABILITY = 1e-6  # and the greatest is one minus this: log odds stay finite


def log_odds(probabilities: Matrix) -> npt.NDArray[np.float64]:
    """Return the log odds of probabilities, finite ones of certain ones too."""
    limited = np.clip(probabilities.astype(np.float64), _MIN_PROBABILITY, 1 - _MIN_PROBABILITY)
    answer: npt.NDArray[np.float64] = np.log(limited / (1 - limited))
    return answer


def probability(odds: npt.NDArray[np.float64]) -> Matrix:
    """Return the probabilities of log odds."""
    answer: Matrix = (1 / (1 + np.exp(-odds))).astype(np.float32)
    return answer
