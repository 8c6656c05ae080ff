"""Learns the site-oriented classifier of the Mountain Model (section 5) from corrected pages. Needs scikit-learn."""

import importlib.util
from collections.abc import Sequence

from ..errors import MissingExtraError
from ..extractors.mountain import MountainSite, read_terrain
from ..lab.training.mountain import LabelledRidges, label_ridges, train_on_pages
from .corrected import CorrectedPage


def learn_mountain(pages: Sequence[CorrectedPage]) -> MountainSite:
    """Return the extractor with the classifier that corrected pages of a site teach."""
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtraError('a classifier of a site is trained by scikit-learn: pip install "ridgeline[train]"')
    extractor = MountainSite()
    terrains = [read_terrain(page.page, extractor.settings) for page in pages]
    examples = [
        LabelledRidges(terrain.features, label_ridges(terrain, page.labels))
        for terrain, page in zip(terrains, pages, strict=True)
    ]
    extractor.classifier = train_on_pages(examples)
    return extractor
