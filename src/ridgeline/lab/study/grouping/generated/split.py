"""The two parts of the generated pages."""

from enum import StrEnum


class Split(StrEnum):
    """The use of pages: training or test."""

    TRAINING = "training"
    TEST = "test"
