"""The Mountain Model: L. Bing, Y. Wang, Y. Zhang, H. Wang, «Primary Content Extraction with Mountain Model».

A page is a sequence of Information Cells: the texts between `>` and `<` in its source. Each cell has a score. The
smoothed scores form a mountain, a support vector machine classifies its ridges, and the text of the primary ridges is
kept.

    source ─find_cells→ Cells ─build_terrain→ Terrain ─Classifier→ primary ridges ─cells_of_leaves→ Extraction

    source      separates code from text
    cells       Information Cells and their features (Table 1)
    sentences   γ by language
    terrain     equations (1) to (7), blank cells, ridges
    classifier  the support vector machine
    leaves      maps leaves of the page to cells

`Mountain` applies the universal classifier, which ships with the package. `MountainSite` applies one that was trained
on pages of a single site. Both are trained by `ridgeline.lab.training.mountain`. They read `Page.source` and use the
parsed page only to name the kept leaves; `primary_text` needs no parsed page.

The paper does not say what to do with replaced elements such as images: they are kept if the text before and the text
after them belong to the same primary ridge. Text that the markup hides is not visible information. It forms cells like
any other text, and its leaves are dropped at the end.
"""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from ... import models
from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...page import BoolColumn, IntColumn, Page
from .cells import Cells, find_cells
from .classifier import Classifier
from .leaves import cells_of_leaves
from .sentences import gamma_of
from .terrain import FEATURES, PAPER_SETTINGS, Settings, Terrain, build_terrain

__all__ = ["Cells", "Classifier", "Mountain", "MountainSite", "Settings", "Terrain", "read_terrain"]


def read_terrain(source: str, settings: Settings = PAPER_SETTINGS) -> Terrain:
    """Return the mountain of a page's source."""
    cells = find_cells(source)
    gamma = gamma_of(source, cells) if settings.gamma is None else settings.gamma
    return build_terrain(cells, gamma, settings)


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
        """Use `model`, a file written by `save`, or the shipped model. `settings` are fields of `Settings`."""
        if classifier is not None and not isinstance(classifier, Classifier):
            raise OptionError("classifier is a Classifier, for Python alone; model is the file of one")
        if model is not None:
            saved = models.load(Path(model), self.name)
            classifier = classifier or Classifier.from_arrays(saved.arrays, str(model))
            settings = {**_saved_settings(saved.manifest.get("settings"), model), **settings}
        self.settings = _settings(self.name, settings)
        self.classifier = classifier or self._default_classifier()

    def _default_classifier(self) -> Classifier | None:
        return Classifier.from_arrays(models.load_shipped(self.name).arrays, f"the shipped model of {self.name}")

    def extract(self, page: Page) -> Extraction:
        """Run the Ridge Algorithm (Figure 2) on the page's source and keep the leaves of its primary ridges."""
        terrain = read_terrain(page.source, self.settings)
        cell_of_leaf = cells_of_leaves(page, terrain.cells)
        ridge_of_cell = np.append(terrain.ridge_of_cell, -1)  # leaves without a cell (-1) read the last entry
        ridge_of_leaf = _place_replaced_elements(ridge_of_cell[cell_of_leaf], cell_of_leaf >= 0)
        is_primary = np.append(self.primary_ridges(terrain), False)
        keep = np.flatnonzero(is_primary[ridge_of_leaf] & ~page.hidden[page.leaves]).astype(np.int32)
        scores = np.append(terrain.score[terrain.position], 0.0)[cell_of_leaf].astype(np.float32)
        return Extraction(page, keep, self.name, scores)

    def primary_ridges(self, terrain: Terrain) -> BoolColumn:
        """Return, for each ridge, whether the classifier predicts primary content."""
        is_primary: BoolColumn = self._trained_classifier().decide(terrain.features) > 0
        return is_primary

    def primary_text(self, source: str) -> str:
        """Return the texts of the cells in primary ridges, one a line, without parsing the source."""
        terrain = read_terrain(source, self.settings)
        is_primary = np.append(self.primary_ridges(terrain), False)[terrain.ridge_of_cell]
        return "\n".join(terrain.cells.text[cell] for cell in np.flatnonzero(is_primary).tolist())

    def save(self, path: Path) -> None:
        """Write the classifier and its settings."""
        models.save(self.to_saved(), path)

    def to_saved(self, provenance: Mapping[str, Any] | None = None) -> models.SavedModel:
        """Return the model as it is saved; `provenance`, such as the training data, is added to the manifest."""
        manifest = {"features": FEATURES, "settings": asdict(self.settings), **(provenance or {})}
        return models.SavedModel(self.name, manifest, self._trained_classifier().arrays())

    @classmethod
    def load(cls, path: Path, **settings: Any) -> Self:
        """Read a model that `save` wrote; `settings` override the saved ones."""
        return cls(model=path, **settings)

    def _trained_classifier(self) -> Classifier:
        if self.classifier is None:
            raise ModelError(
                f"{self.name} has no classifier: train one by `ridgeline train {self.name}` or "
                f'ridgeline.lab.training.fit("{self.name}", …), or load a saved model'
            )
        return self.classifier


class MountainSite(Mountain):
    """The Mountain Model with a site-oriented classifier (section 5), trained on about ten pages of the site."""

    name = "mountain-site"

    def _default_classifier(self) -> Classifier | None:
        return None


def _settings(name: str, options: dict[str, Any]) -> Settings:
    known = [field.name for field in fields(Settings)]
    for option in options:
        if option not in known:
            raise OptionError(f"{name} has no option {option!r}; it takes {', '.join(known)}")
    return replace(PAPER_SETTINGS, **options)


def _saved_settings(saved: Any, path: str | Path) -> dict[str, Any]:
    try:
        return asdict(replace(PAPER_SETTINGS, **saved))
    except (TypeError, OptionError) as error:
        raise ModelError(f"{path} has settings that this version of ridgeline does not know: train it again") from error


def _place_replaced_elements(ridge: IntColumn, has_cell: BoolColumn) -> IntColumn:
    """Return the ridge of each leaf; a leaf without a cell (an image) is in a ridge that both its neighbours are in."""
    position = np.arange(len(ridge))
    before = np.maximum.accumulate(np.where(has_cell, position, -1))
    after = np.minimum.accumulate(np.where(has_cell, position, len(ridge))[::-1])[::-1]
    padded = np.concatenate((ridge, [-1]))  # there is no ridge beyond either end; index -1 reads this entry, too
    between = np.where(padded[before] == padded[after], padded[before], -1)
    return np.where(has_cell, ridge, between)
