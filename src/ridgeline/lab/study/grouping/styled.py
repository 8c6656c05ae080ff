"""Pages with style sheets and marked truth: files in which elements say `data-truth="content"` or `data-truth="cut"`.

What a user would select is marked "content", what would be cut off inside of it "cut". The marks are taken out before
any method sees a page. Such pages are laid out as their readers see them, which pages whose style sheets are missing
are not.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .... import models
from ....errors import InputError
from ....extractors.grouping import MODEL, Kind, Knowledge
from ....extractors.grouping.labels import Marks
from ....extractors.grouping.mss import Bayes
from ....output import to_text
from ....page import Page, parse
from ....render import LayoutStore
from ...datasets import Record
from .run import BoolColumn, Learnt, PageScores, Study, judge

ATTRIBUTE = "data-truth"
_WRITTEN = re.compile(rf' {ATTRIBUTE}="(?:content|cut)"')


@dataclass(frozen=True, eq=False)
class Styled:
    """A page as the methods see it, and what is content on it."""

    name: str
    page: Page
    marks: Marks

    @property
    def content(self) -> BoolColumn:
        """By leaf: whether it is content."""
        chosen, cut = (np.zeros(len(self.page), dtype=np.bool_) for _ in range(2))
        chosen[self.marks.selected], cut[self.marks.deselected] = True, True
        content: BoolColumn = (self.page.inside(chosen) & ~self.page.inside(cut))[self.page.leaves]
        return content

    @property
    def record(self) -> Record:
        """As a record of a data set; its type is the file's name."""
        text = to_text(self.page, np.flatnonzero(self.content).astype(np.int32))
        return Record(id=self.name, html=self.page.source, text=text, type=self.name)


def read(source: str, name: str) -> Styled:
    """A page from its marked source."""
    marked, page = parse(source), parse(_WRITTEN.sub("", source))
    truth = [attributes.get(ATTRIBUTE) for attributes in marked.attributes]
    if len(marked) != len(page) or "content" not in truth:
        raise InputError(f'{name}: no element is marked {ATTRIBUTE}="content"')
    selected = np.array([node for node, said in enumerate(truth) if said == "content"], dtype=np.int32)
    deselected = np.array([node for node, said in enumerate(truth) if said == "cut"], dtype=np.int32)
    return Styled(name, page, Marks(selected, deselected))


def read_folder(folder: Path) -> list[Styled]:
    """All .html files of a folder, by name."""
    paths = sorted(folder.glob("*.html"))
    if not paths:
        raise InputError(f"{folder}: no .html files with marked truth there")
    return [read(path.read_text(encoding="utf-8"), path.stem) for path in paths]


def judge_folder(folder: Path, store: LayoutStore | None = None) -> Study:
    """The six methods on styled pages, with the models that come with the package."""
    model = models.load_shipped(MODEL)
    knowledge = {kind: Knowledge.from_model(model, kind) for kind in Kind}
    learnt = Learnt(knowledge, Bayes.from_model(models.load_shipped("mss")))
    scores: list[PageScores] = []
    for styled in read_folder(folder):
        page = judge(styled.record, styled.content, learnt, store, sweep=False, marks=styled.marks)
        if page is not None:
            scores.append(page)
    return Study(tuple(scores), ())
