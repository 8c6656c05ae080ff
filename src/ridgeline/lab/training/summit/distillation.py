"""Distillation: one network learns what several teachers answer, and costs a fraction of them.

The target of a line is the middle between its gold label and the mean probability of the teachers; where there is no
gold label, it is the teachers' alone. So pages teach whose gold text could not be found. Teachers read pages as they
are, the student reads them perturbed (`trainer`). It learns most from teachers that differ: some are trained on all
sets, some on the first ones alone (docs/experiments.md).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

import numpy as np

from ....extractors.summit.constants import Matrix
from ....extractors.summit.network import PROBABILITY, Parameters, run, sigmoid, softmax, standardise
from ....extractors.summit.network_input import Reading
from ....extractors.summit.tape import Tape
from .examples import NO_TYPE, Example

_TEACHERS_SHARE = 0.5  # of the target of a line that has a label
_MIN_CERTAINTY = 0.7  # of the teachers about the type of a page that has none


def taught(example: Example, teachers: Sequence[Parameters]) -> Example:
    """Return an example with the targets of a student."""
    answers = [_answer(teacher, example.reading) for teacher in teachers]
    lines, types = (reduce(np.add, parts) / len(answers) for parts in zip(*answers, strict=True))
    share = (1 - _TEACHERS_SHARE) * example.weights
    known = example.type
    if known == NO_TYPE and types.max() >= _MIN_CERTAINTY:
        known = int(types.argmax())
    return replace(
        example,
        labels=(lines + share * (example.labels - lines)).astype(np.float32),
        weights=(share + _TEACHERS_SHARE).astype(np.float32),
        type=known,
    )


def _answer(teacher: Parameters, reading: Reading) -> tuple[Matrix, Matrix]:
    """Return the probabilities of lines, and those of the types of the page."""
    features = (
        standardise(reading.line_features, teacher, "line"),
        standardise(reading.page_features, teacher, "page"),
    )
    logits = run(Tape(teacher), reading, *features)
    return sigmoid(logits.lines.data[:, PROBABILITY]), softmax(logits.types.data)[0]
