"""Learns the site-oriented classifier of the Mountain Model (section 5) from corrected pages. Needs scikit-learn."""

import importlib.util
from collections.abc import Sequence

from ...errors import MissingExtraError
from ...extractors.mountain import MountainSite, read_terrain
from ...extractors.mountain.training import LabelledRidges, label_ridges, train_on_pages
from .corrected import CorrectedPage
from .lesson import Lesson


def learn(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    """Return the classifier that corrected pages of a site teach."""
    if importlib.util.find_spec("sklearn") is None:
        raise MissingExtraError("a classifier of a site is trained by scikit-learn", "train")
    settings = MountainSite().settings
    terrains = [read_terrain(page.page, settings) for page in pages]
    classifier = train_on_pages(
        [
            LabelledRidges(terrain.features, label_ridges(terrain, page.labels))
            for terrain, page in zip(terrains, pages, strict=True)
        ]
    )
    extractor = MountainSite(classifier=classifier)
    preview = f"a classifier of ridges with {len(classifier.vectors)} support vectors\n"
    return Lesson(extractor.extract, preview, extractor.save)
