"""The Mountain Model: L. Bing, Y. Wang, Y. Zhang, H. Wang, «Primary Content Extraction with Mountain Model».

A page is a sequence of Information Cells: the texts between `>` and `<` in its source. Each cell has a score. The
smoothed scores form a mountain, a support vector machine classifies its ridges, and the text of the primary ridges is
kept.

    Page ─find_cells→ Cells ─build_terrain→ Terrain ─Classifier→ primary ridges ─of_leaves→ Extraction

    cells       Information Cells and their features (Table 1)
    gamma       γ, the length of a sentence, by language
    terrain     equations (1) to (7), blank cells, ridges
    classifier  the support vector machine
    training    a classifier from pages whose content leaves are known

`Mountain` applies the universal classifier, which ships with the package. `MountainSite` applies one that was trained
on pages of a single site. `ridgeline.lab.training.mountain_classifiers` trains both from gold texts,
`ridgeline.sites.learning.site_classifier` the latter from corrected pages.

Figure 2 keeps every ridge that the classifier accepts, and the paper does not say what to do where it accepts none:
the likeliest ridge is kept, since an empty answer is never right (docs/experiments.md). A page without a peak has no
ridge by Definition 3: it answers the cells over its primary threshold (`terrain`).

The paper does not say what to do with replaced elements such as images: they are kept if the text before and the text
after them belong to the same primary ridge. Text that the markup hides is not visible information. It forms cells like
any other text, and its leaves are dropped at the end.

Beyond the paper, `whole_blocks` keeps the whole paragraph around every cell that is kept: a ridge may end inside of
one, at a link or an emphasis with a low score.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...page import BoolColumn, Page, parse
from ...parameters import read_settings
from ...storage import models
from ...text.cuts import paragraphs
from .cells import Cells, Ints, find_cells
from .classifier import Classifier
from .gamma import gamma_of
from .terrain import FEATURES, PAPER_SETTINGS, Settings, Terrain, build_terrain

__all__ = ["Cells", "Classifier", "Mountain", "MountainSite", "Settings", "Terrain", "choose_ridges", "read_terrain"]

_Value = TypeVar("_Value", bound=np.generic)


def read_terrain(page: Page, settings: Settings = PAPER_SETTINGS) -> Terrain:
    """Return the mountain of a page."""
    cells = find_cells(page)
    gamma = gamma_of(cells) if settings.gamma is None else settings.gamma
    return build_terrain(cells, gamma, settings)


def choose_ridges(classifier: Classifier, terrain: Terrain) -> BoolColumn:
    """Return the ridges that the classifier accepts, the likeliest one if it accepts none, all if there is no peak."""
    if not terrain.has_peaks:
        return np.ones(len(terrain), dtype=np.bool_)
    decision = classifier.decide(terrain.features)
    is_primary: BoolColumn = decision > 0
    if not is_primary.any():
        is_primary[decision.argmax()] = True
    return is_primary


class Mountain:
    """The Mountain Model with the universal classifier."""

    name = "mountain"
    settings_type = Settings

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
        self.settings = read_settings(self.name, PAPER_SETTINGS, settings)
        self.classifier = classifier or self._default_classifier()

    def _default_classifier(self) -> Classifier | None:
        return Classifier.from_arrays(models.load_shipped(self.name).arrays, f"the shipped model of {self.name}")

    def extract(self, page: Page) -> Extraction:
        """Run the Ridge Algorithm (Figure 2) and keep the leaves of the page's primary ridges."""
        terrain = read_terrain(page, self.settings)
        cell_of_leaf = terrain.cells.of_leaves
        # What has no ridge or no cell (-1) reads the last entry.
        ridge_of_leaf = _with_last(terrain.ridge_of_cell, -1).take(cell_of_leaf)
        _place_replaced_elements(ridge_of_leaf, cell_of_leaf >= 0)
        is_primary = _with_last(self.primary_ridges(terrain), False)
        is_kept = is_primary.take(ridge_of_leaf)
        if self.settings.whole_blocks:
            is_kept = _in_whole_blocks(page, is_kept)
        keep = np.flatnonzero(is_kept & ~page.hidden.take(page.leaves)).astype(np.int32)
        scores = _with_last(terrain.score.take(terrain.position), 0.0).take(cell_of_leaf).astype(np.float32)
        return Extraction(page, keep, self.name, scores)

    def primary_ridges(self, terrain: Terrain) -> BoolColumn:
        """Return, for each ridge, whether it is primary: Classify of Figure 2."""
        return choose_ridges(self._trained_classifier(), terrain)

    def primary_text(self, source: str) -> str:
        """Return the texts of the cells in primary ridges, one a line."""
        terrain = read_terrain(parse(source), self.settings)
        is_primary = _with_last(self.primary_ridges(terrain), False).take(terrain.ridge_of_cell)
        return "\n".join(map(terrain.cells.text_of, np.flatnonzero(is_primary).tolist()))

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


def _saved_settings(saved: Any, path: str | Path) -> dict[str, Any]:
    try:
        return asdict(replace(PAPER_SETTINGS, **saved))
    except (TypeError, OptionError) as error:
        raise ModelError(f"{path} has settings that this version of ridgeline does not know: train it again") from error


def _with_last(values: npt.NDArray[_Value], last: _Value | complex) -> npt.NDArray[_Value]:
    """Return the values and one more, which index -1 reads."""
    answer = np.empty(len(values) + 1, dtype=values.dtype)
    answer[:-1], answer[-1] = values, last
    return answer


def _in_whole_blocks(page: Page, is_kept: BoolColumn) -> BoolColumn:
    """Return by leaf whether any leaf of its paragraph is kept and shown."""
    blocks = paragraphs(page)
    has_kept = np.zeros(len(blocks), dtype=np.bool_)
    has_kept[blocks.of_leaf[is_kept & ~page.hidden.take(page.leaves)]] = True
    answer: BoolColumn = has_kept.take(blocks.of_leaf)
    return answer


def _place_replaced_elements(ridge: Ints, has_cell: BoolColumn) -> None:
    """Put the leaves without a cell (images) into the ridge that the leaves before and after them are in, if any."""
    replaced = np.flatnonzero(~has_cell)
    if not len(replaced):
        return
    of_others = np.full(len(ridge) - len(replaced) + 2, -1)  # there is no ridge beyond either end
    of_others[1:-1] = ridge[has_cell]
    before = replaced - np.arange(len(replaced))  # how many others there are
    ridge[replaced] = np.where(of_others[before] == of_others[before + 1], of_others[before], -1)
