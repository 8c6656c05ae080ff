"""Styled pages with marked ground truth: files whose elements have `data-truth="content"` or `data-truth="cut"`.

"content" marks what a user would select, "cut" what the user would deselect inside it. The attributes are removed
before a method sees the page. These pages have style sheets, so they are laid out as readers see them; the pages of the
data sets come without theirs.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ....errors import InputError
from ....extractors.grouping.view import node_mask
from ....library.labels import Marks
from ....output import to_text
from ....page import BoolColumn, Page, parse
from ....render import LayoutStore
from ...datasets import Record
from ...training.grouping.joint import TrainedModels
from .run import PageScores, Study, score_page

ATTRIBUTE = "data-truth"
_ATTRIBUTE_SOURCE = re.compile(rf' {ATTRIBUTE}="(?:content|cut)"')


@dataclass(frozen=True, eq=False)
class StyledPage:
    """A page without its marks, and the marks."""

    name: str
    page: Page
    marks: Marks

    @property
    def is_content(self) -> BoolColumn:
        """By leaf: whether it is content."""
        inside = self.page.inside(node_mask(self.page, self.marks.selected))
        cut = self.page.inside(node_mask(self.page, self.marks.deselected))
        content: BoolColumn = (inside & ~cut)[self.page.leaves]
        return content

    @property
    def record(self) -> Record:
        """The page as a record of a data set; its type is the file's name."""
        text = to_text(self.page, np.flatnonzero(self.is_content).astype(np.int32))
        return Record(id=self.name, html=self.page.source, text=text, type=self.name)


def read(source: str, name: str) -> StyledPage:
    """Read a page from its marked source."""
    marked, page = parse(source), parse(_ATTRIBUTE_SOURCE.sub("", source))
    truth = [attributes.get(ATTRIBUTE) for attributes in marked.attributes]
    if len(marked) != len(page) or "content" not in truth:
        raise InputError(f'{name}: no element is marked {ATTRIBUTE}="content"')
    selected = np.array([node for node, value in enumerate(truth) if value == "content"], dtype=np.int32)
    deselected = np.array([node for node, value in enumerate(truth) if value == "cut"], dtype=np.int32)
    return StyledPage(name, page, Marks(selected, deselected))


def read_folder(folder: Path) -> list[StyledPage]:
    """Read all .html files of a folder, by name."""
    paths = sorted(folder.glob("*.html"))
    if not paths:
        raise InputError(f"{folder}: no .html files with marked truth there")
    return [read(path.read_text(encoding="utf-8"), path.stem) for path in paths]


def score_folder(folder: Path, store: LayoutStore | None = None) -> Study:
    """Score the six methods on the styled pages of a folder, with the models that come with the package."""
    models = TrainedModels.shipped()
    scores: list[PageScores] = []
    for styled in read_folder(folder):
        page = score_page(styled.record, styled.is_content, models, store, sweep=False, marks=styled.marks)
        if page is not None:
            scores.append(page)
    return Study(tuple(scores), ())
