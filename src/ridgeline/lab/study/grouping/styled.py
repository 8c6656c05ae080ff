"""Styled pages with marked ground truth: files whose elements have `data-truth="content"` or `data-truth="cut"`.

"content" marks what a user would select, "cut" what the user would deselect inside it. The attributes are removed
before a method sees the page. These pages have style sheets, so they are laid out as readers see them; the pages of the
data sets come without theirs. Some are files, most are written by a generator (`generated`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ....errors import InputError
from ....extractors.grouping.view import node_mask
from ....marks import Marks
from ....output import to_text
from ....page import BoolColumn, Page, parse
from ....render import LayoutStore, rendered
from ...datasets import Record
from ...training.grouping.joint import TrainedModels, TrainingPage
from .cross_validation import PageScores, score_page
from .generated import PAGES_PER_KIND, Split, generate_all

ATTRIBUTE = "data-truth"
_ATTRIBUTE_SOURCE = re.compile(rf' {ATTRIBUTE}="(?:content|cut)"')


@dataclass(frozen=True, eq=False)
class StyledPage:
    """A page without its marks, and the marks."""

    name: str
    page: Page
    marks: Marks
    kind: str = ""  # its name, if it has none

    @property
    def is_content(self) -> BoolColumn:
        """By leaf: whether it is content."""
        inside = self.page.inside(node_mask(self.page, self.marks.selected))
        cut = self.page.inside(node_mask(self.page, self.marks.deselected))
        content: BoolColumn = (inside & ~cut)[self.page.leaves]
        return content

    @property
    def record(self) -> Record:
        """The page as a record of a data set; its type is its kind."""
        text = to_text(self.page, np.flatnonzero(self.is_content).astype(np.int32))
        return Record(id=self.name, html=self.page.source, text=text, type=self.kind or self.name)


def read(source: str, name: str, kind: str = "") -> StyledPage:
    """Read a page from its marked source."""
    marked, page = parse(source), parse(_ATTRIBUTE_SOURCE.sub("", source))
    truth = [attributes.get(ATTRIBUTE) for attributes in marked.attributes]
    if len(marked) != len(page) or "content" not in truth:
        raise InputError(f'{name}: no element is marked {ATTRIBUTE}="content"')
    selected = np.array([node for node, value in enumerate(truth) if value == "content"], dtype=np.int32)
    deselected = np.array([node for node, value in enumerate(truth) if value == "cut"], dtype=np.int32)
    return StyledPage(name, page, Marks(selected, deselected), kind)


def read_folder(folder: Path) -> list[StyledPage]:
    """Read all .html files of a folder, by name."""
    paths = sorted(folder.glob("*.html"))
    if not paths:
        raise InputError(f"{folder}: no .html files with marked truth there")
    return [read(path.read_text(encoding="utf-8"), path.stem) for path in paths]


def read_generated(split: Split, pages_per_kind: int = PAGES_PER_KIND) -> list[StyledPage]:
    """Read the pages that the generator writes for training or for tests."""
    return [read(page.source, page.name, page.kind) for page in generate_all(split, pages_per_kind)]


def score_styled(styled: StyledPage, models: TrainedModels, store: LayoutStore | None = None) -> PageScores | None:
    """Score the six methods on a styled page; None if it is empty."""
    return score_page(styled.record, styled.is_content, models, store, sweep=False, marks=styled.marks)


def training_pages(pages: Sequence[StyledPage], store: LayoutStore | None = None) -> list[TrainingPage]:
    """Render styled pages and label them by their marks."""
    rendered_pages = ((rendered(styled.page, store), styled) for styled in pages)
    found = (TrainingPage.from_marks(page, styled.marks, styled.is_content) for page, styled in rendered_pages)
    return [page for page in found if page is not None]
