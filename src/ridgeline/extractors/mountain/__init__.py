"""The Mountain Model: L. Bing, Y. Wang, Y. Zhang, H. Wang, «Primary Content Extraction with Mountain Model».

A page is a sequence of Information Cells, the texts between `>` and `<` in its source. Each has a score; the scores,
smoothed, make a mountain; a support vector machine tells its ridges apart, and what the primary ones hold is kept.

    source ─find_cells→ Cells ─survey→ Terrain ─Classifier→ primary ridges ─cells_of_leaves→ Extraction

    source      what is code and what is text
    cells       Information Cells and Table 1
    sentences   γ by language
    terrain     equations (1) to (7), blank cells, ridges
    classifier  the support vector machine
    leaves      from cells to the page's leaves

`Mountain` has the universal classifier, which ships with the package; `MountainSite` learns one from some pages of a
site. Both read `Page.source` and use the parsed page only to say which of its leaves were kept; `primary_text` does
without a page altogether.

What the paper is silent on: replaced elements (images) are kept where the text before and after them belongs to one
primary ridge. Text that the markup hides is not visible information; cells are found without regard to that, and such
leaves are dropped at the end.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from ... import models
from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...page import BoolColumn, IntColumn, Page
from .cells import Cells, Reals, find_cells
from .classifier import Classifier, train
from .leaves import cells_of_leaves
from .sentences import gamma_of
from .terrain import FEATURES, PAPER, Settings, Terrain, survey

__all__ = [
    "Cells",
    "Classifier",
    "Mountain",
    "MountainSite",
    "Sample",
    "Settings",
    "Terrain",
    "label_ridges",
    "mountain_of",
    "train_on",
]

PRIMARY_SHARE = 0.5  # of a ridge's visible characters: with more of them in the gold text it is primary


@dataclass(frozen=True, eq=False, slots=True)
class Sample:
    """The ridges of a page, labelled: what a classifier learns from."""

    features: Reals
    is_primary: BoolColumn


def mountain_of(source: str, settings: Settings = PAPER) -> Terrain:
    """The mountain of a page's source."""
    cells = find_cells(source)
    gamma = gamma_of(source, cells) if settings.gamma is None else settings.gamma
    return survey(cells, gamma, settings)


def label_ridges(terrain: Terrain, cell_of_leaf: IntColumn, labels: BoolColumn) -> BoolColumn:
    """By ridge: whether most of its visible characters stand in leaves of the gold text."""
    cells = terrain.cells
    has_cell = cell_of_leaf >= 0
    leaves = np.bincount(cell_of_leaf[has_cell], minlength=len(cells))
    wanted = np.bincount(cell_of_leaf[has_cell & labels], minlength=len(cells))
    share = np.concatenate(([0.0], np.cumsum(cells.length * wanted / np.maximum(leaves, 1))))
    length = np.concatenate(([0], np.cumsum(cells.length)))
    first, after = terrain.first, terrain.last + 1
    answer: BoolColumn = share[after] - share[first] > PRIMARY_SHARE * (length[after] - length[first])
    return answer


def train_on(samples: Sequence[Sample]) -> Classifier:
    """A classifier learnt from the ridges of some pages."""
    features = np.concatenate([np.empty((0, len(FEATURES))), *(sample.features for sample in samples)])
    labels = np.concatenate([np.empty(0, dtype=np.bool_), *(sample.is_primary for sample in samples)])
    return train(features, labels)


class Mountain:
    """The Mountain Model with the universal classifier."""

    name = "mountain"

    def __init__(
        self,
        *,
        model: str | Path | None = None,
        classifier: Classifier | None = None,
        **settings: Any,
    ) -> None:
        """`model` is a file that `save` wrote, instead of what the package ships. Settings are fields of `Settings`."""
        if model is not None:
            stored = models.load(Path(model), self.name)
            classifier = classifier or Classifier.from_arrays(stored.arrays, str(model))
            settings = {**_stored_settings(stored.manifest.get("settings"), model), **settings}
        self.settings = _settings(self.name, settings)
        self.classifier = classifier or self._default_classifier()

    def _default_classifier(self) -> Classifier | None:
        return Classifier.from_arrays(models.load_shipped(self.name).arrays, f"the shipped model of {self.name}")

    def extract(self, page: Page) -> Extraction:
        """The Ridge Algorithm (Figure 2), on the page's source; the answer in leaves."""
        terrain = mountain_of(page.source, self.settings)
        cell_of_leaf = cells_of_leaves(page, terrain.cells)
        ridge_of_cell = np.append(terrain.ridge_of_cell, -1)  # the last entry is that of leaves without a cell
        ridge = _with_replaced(ridge_of_cell[cell_of_leaf], cell_of_leaf >= 0)
        primary = np.append(self.primary_ridges(terrain), False)
        keep = np.flatnonzero(primary[ridge] & ~page.hidden[page.leaves]).astype(np.int32)
        scores = np.append(terrain.score[terrain.place], 0.0)[cell_of_leaf].astype(np.float32)
        return Extraction(page, keep, self.name, scores)

    def primary_ridges(self, terrain: Terrain) -> BoolColumn:
        """By ridge: whether the classifier takes it for primary content."""
        primary: BoolColumn = self._fitted().decide(terrain.features) > 0
        return primary

    def primary_text(self, source: str) -> str:
        """The primary content of a source without parsing it: the texts of the primary ridges' cells, a line each."""
        terrain = mountain_of(source, self.settings)
        chosen = np.append(self.primary_ridges(terrain), False)[terrain.ridge_of_cell]
        return "\n".join(terrain.cells.text[position] for position in np.flatnonzero(chosen).tolist())

    def sample(self, page: Page, gold: str) -> Sample:
        """The page's ridges with the labels that its gold text gives them."""
        terrain = mountain_of(page.source, self.settings)
        labels = __import__("ridgeline.lab.align", fromlist=["align"]).align(page, gold).labels
        return Sample(terrain.features, label_ridges(terrain, cells_of_leaves(page, terrain.cells), labels))

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Learn from pages and their gold texts."""
        if gold is None:
            raise OptionError(f"{self.name} learns from labelled ridges: it needs the gold texts of the pages")
        self.classifier = train_on([self.sample(page, text) for page, text in zip(pages, gold, strict=True)])
        return self

    def save(self, path: Path) -> None:
        """Write the classifier and the settings it was trained with."""
        models.save(self.to_model({}), path)

    def to_model(self, remarks: dict[str, Any]) -> models.SavedModel:
        """What was learnt; `remarks` are added to the manifest."""
        manifest = {"features": FEATURES, "settings": asdict(self.settings), **remarks}
        return models.SavedModel(self.name, manifest, self._fitted().arrays())

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what `save` wrote."""
        return cls(model=path)

    def _fitted(self) -> Classifier:
        if self.classifier is None:
            raise ModelError(f"{self.name} has not learnt a site yet: fit() it, or load a model that was fitted")
        return self.classifier


class MountainSite(Mountain):
    """The Mountain Model with a site-oriented classifier (section 5), learnt from about ten pages of the site."""

    name = "mountain-site"

    def _default_classifier(self) -> Classifier | None:
        return None


def _settings(name: str, options: dict[str, Any]) -> Settings:
    try:
        return replace(PAPER, **options)
    except TypeError as error:
        raise OptionError(f"{name} does not take these options: {error}") from error


def _stored_settings(stored: Any, path: str | Path) -> dict[str, Any]:
    try:
        return asdict(replace(PAPER, **stored))
    except TypeError as error:
        raise ModelError(f"{path} has settings that this ridgeline does not know: train it again") from error


def _with_replaced(ridge: IntColumn, has_cell: BoolColumn) -> IntColumn:
    """By leaf: its ridge; a leaf without a cell (an image) is in the ridge of the leaves on both sides of it."""
    position = np.arange(len(ridge))
    before = np.maximum.accumulate(np.where(has_cell, position, -1))
    after = np.minimum.accumulate(np.where(has_cell, position, len(ridge))[::-1])[::-1]
    padded = np.concatenate((ridge, [-1]))  # beyond either end there is no ridge; -1 finds it too
    between = np.where(padded[before] == padded[after], padded[before], -1)
    return np.where(has_cell, ridge, between)
