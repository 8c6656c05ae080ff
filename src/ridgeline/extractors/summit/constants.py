"""Constants of summit and of the laboratory. Kept apart, since to import the rest takes a while."""

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]

NAME = "summit"
# Of a page; later leaves are decided with the last of them. The longest page of wcxb-dev has 2,641. As many take 30 MB.
MAX_LINES = 10_000
PAGE_TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
SCALES = ("line_mean", "line_scale", "page_mean", "page_scale")  # parameters that all networks of a model share
FAVORS = {"precision": 0.4, "balanced": 1.0, "recall": 2.5}  # b, how much more recall counts than precision
# Where the first network expects an F1 below this, all networks are run. From here on the loss on the folds of
# wcxb-dev, 0.0001 of word F1, hardly falls; lower thresholds lose over 0.001 on other sets (docs/experiments.md).
DOUBT = 0.95
