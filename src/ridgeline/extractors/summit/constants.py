"""Constants of summit and of the laboratory. Kept apart, since to import the rest takes a while."""

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]

NAME = "summit"
# Of a page; later leaves are decided with the last of them. The longest page of wcxb-dev has 2,641. As many take 30 MB.
MAX_LINES = 10_000
PAGE_TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
SCALES = ("line_mean", "line_scale", "page_mean", "page_scale")  # parameters that all networks of a model share
# b, how much more recall counts than precision. The balanced one has the greatest mean of word F1 over sets that were
# left out whole (docs/experiments.md); the core computes it once where it is asked for it (selection.c).
FAVORS = {"precision": 0.4, "balanced": 0.9, "recall": 2.5}
# Where the first network expects an F1 below this, all networks are run. On eleven sets that were left out whole this
# loses 0.0002 of word F1 on average, 0.0012 at most (docs/experiments.md).
DOUBT = 0.9
