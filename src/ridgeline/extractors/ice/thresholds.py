"""Thresholds in saved models. `ridgeline.lab.training.ice.thresholds` chooses them."""

from ...errors import ModelError
from ...storage.models import SavedModel


def read_threshold(model: SavedModel) -> float:
    """Return the threshold of a saved model."""
    threshold = model.manifest.get("threshold")
    if isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise ModelError(f"the model of {model.extractor} has no numeric threshold: train it again")
    return float(threshold)
