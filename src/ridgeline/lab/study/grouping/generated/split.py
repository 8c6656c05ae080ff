"""The two parts of the generated pages."""

from enum import StrEnum


class Split(StrEnum):
    """What pages are for."""

    TRAINING = "training"
    TEST = "test"
