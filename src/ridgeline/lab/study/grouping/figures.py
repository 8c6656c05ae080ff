"""Figures 11, 13, 14 and 15 of the paper, plotted from a study."""

from collections.abc import Mapping
from pathlib import Path

from ... import plots
from ...metrics import Score
from .cross_validation import METHODS, Study

LABELS = {"lr-a": "LR_A", "svm-a": "SVM_A", "mss": "MSS", "lr": "LR", "svm": "SVM", "clg": "CLG"}
_BAR_WIDTH = 0.27


def draw(study: Study, folder: Path) -> list[Path]:
    """Draw all figures that the study has scores for; return the written files."""
    drawn = [_methods(study, folder / "figure-11.svg")]
    if study.mean_by_threshold("clg"):
        drawn.append(_thresholds(study, folder / "figure-13.svg"))
        drawn.append(_thresholds_with_lr(study, folder / "figure-14.svg"))
        drawn.append(_ratios(study, folder / "figure-15.svg"))
    return drawn


def _methods(study: Study, path: Path) -> Path:
    with plots.drawing(path, size=(6.4, 3.4)) as (_, (axes,)):
        scores = [study.mean(name) for name in METHODS]
        for place, measure in enumerate(("precision", "recall", "f1")):
            positions = [number + (place - 1) * _BAR_WIDTH for number in range(len(METHODS))]
            values = [getattr(score, measure) for score in scores]
            bars = axes.bar(positions, values, _BAR_WIDTH, label=measure.replace("f1", "F1"))
            axes.bar_label(bars, fmt="%.2f", fontsize=6.5)
        axes.set_xticks(range(len(METHODS)), [LABELS[name] for name in METHODS])
        axes.set_ylim(0, 1)
        axes.set_ylabel("area, mean over pages")
        axes.grid(visible=False, axis="x")
        axes.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.14))
    return path


def _thresholds(study: Study, path: Path) -> Path:
    return _precision_and_recall(study.mean_by_threshold("clg"), "score threshold", path)


def _thresholds_with_lr(study: Study, path: Path) -> Path:
    with plots.drawing(path, size=(5.2, 3.2)) as (_, (axes,)):
        for name, marker in (("clg", "o"), ("lr", "s")):
            by_value = study.mean_by_threshold(name)
            axes.plot(list(by_value), [score.f1 for score in by_value.values()], marker=marker, label=LABELS[name])
        axes.set_ylim(0, 1)
        axes.set_xlabel("score threshold")
        axes.set_ylabel("area F1")
        axes.legend()
    return path


def _ratios(study: Study, path: Path) -> Path:
    return _precision_and_recall(study.mean_by_ratio(), "projection overlap ratio threshold", path)


def _precision_and_recall(by_value: Mapping[float, Score], parameter: str, path: Path) -> Path:
    """Plot both over the values of a parameter."""
    with plots.drawing(path, size=(5.2, 3.2)) as (_, (axes,)):
        for measure, marker in (("precision", "o"), ("recall", "s")):
            values = [getattr(score, measure) for score in by_value.values()]
            axes.plot(list(by_value), values, marker=marker, label=measure)
        axes.set_ylim(0, 1)
        axes.set_xlabel(parameter)
        axes.set_ylabel("CLG: area precision and recall")
        axes.legend()
    return path
