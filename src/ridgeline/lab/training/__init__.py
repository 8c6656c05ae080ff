"""Training: extractors that learn from pages with gold texts. What they learn is applied in `ridgeline.extractors`."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ...errors import OptionError
from ...extraction import Extractor
from ...page import Page

# Extractor → "module:function" inside this package. Each function takes pages, gold texts and options.
LEARNERS: dict[str, str] = {
    "mountain": "mountain_classifiers:fit_mountain",
    "mountain-site": "mountain_classifiers:fit_mountain_site",
    "style-tree": "style_tree:fit_style_tree",
    "clg": "grouping:fit_clg",
    "lr": "grouping:fit_lr",
    "svm": "grouping:fit_svm",
    "lr-a": "grouping:fit_lr_a",
    "svm-a": "grouping:fit_svm_a",
    "mss": "mss:fit_mss",
    "ice-elaborate": "ice.thresholds:fit_elaborate",
    "ice-tree": "ice.tree:fit_tree",
    "ice-lm": "ice.thresholds:fit_language_model",
    "ice-ga": "ice.evolution:fit_genetic",
}


def fit(name: str, pages: Sequence[Page], gold: Sequence[str], **options: Any) -> Extractor:
    """Train the extractor of this name on pages and their gold texts."""
    if name not in LEARNERS:
        raise OptionError(f"{name} does not learn from gold texts; these do: {', '.join(LEARNERS)}")
    module, function = LEARNERS[name].split(":")
    learner = getattr(import_module(f".{module}", __package__), function)
    trained: Extractor = learner(pages, gold, **options)
    return trained
