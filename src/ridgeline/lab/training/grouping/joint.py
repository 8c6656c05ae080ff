"""Trains all models of the paper, mss's too, from records whose pages are rendered once.

`ridgeline train grouping` fits one set of models. The study fits one a fold, from the same examples.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ....errors import RenderError
from ....extractors.grouping import CLG, LR, LRA, MODEL_NAME, SVM, SVMA, Kind, Model, RenderedPageExtractor, View
from ....extractors.grouping.marks import mark
from ....extractors.grouping.mss import MODEL_NAME as MSS_MODEL_NAME
from ....extractors.grouping.mss import MSS, NaiveBayes, Tokens, tokens
from ....marks import Marks
from ....page import BoolColumn, Page, parse
from ....render import LayoutStore, rendered
from ....storage import models
from ...alignment import align
from ...datasets import Record
from .. import mss
from .linear_fit import Example, learn

OnPage = Callable[[Record, RenderError | None], None]

_METHODS: dict[str, type[RenderedPageExtractor]] = {method.name: method for method in (LR, SVM, LRA, SVMA, CLG)}


@dataclass(frozen=True, eq=False)
class TrainingPage:
    """The training examples of one page: its scored nodes, and its tokens. It does not hold the page."""

    example: Example
    is_content: BoolColumn  # by leaf
    tokens: Tokens

    @classmethod
    def from_gold(cls, page: Page, gold: str) -> "TrainingPage | None":
        """Label a rendered page with its gold text; None if it has no nodes."""
        if page.layout is None or not len(page):
            return None
        is_content = align(page, gold).labels
        return cls.from_marks(page, mark(View(page, page.layout), is_content), is_content)

    @classmethod
    def from_marks(cls, page: Page, marks: Marks, is_content: BoolColumn) -> "TrainingPage | None":
        """Label a rendered page with the nodes that a user marked; None if it has no nodes."""
        if page.layout is None or not len(page):
            return None
        return cls(Example.from_marks(View(page, page.layout), marks), is_content, tokens(page))


@dataclass(frozen=True, eq=False)
class TrainedModels:
    """One model of each kind."""

    linear: dict[Kind, Model]
    bayes: NaiveBayes

    @classmethod
    def shipped(cls) -> "TrainedModels":
        """Return the models that come with the package."""
        saved = models.load_shipped(MODEL_NAME)
        bayes = NaiveBayes.from_saved(models.load_shipped(MSS_MODEL_NAME))
        return cls({kind: Model.from_saved(saved, kind) for kind in Kind}, bayes)

    def node_extractor(self, name: str) -> RenderedPageExtractor:
        """Return the method of this name that chooses nodes, all but mss, for pages that have a layout."""
        method = _METHODS[name]
        return method(model=self.linear[method.kind], render=False)

    def mss(self) -> MSS:
        """Return mss."""
        return MSS(model=self.bayes)


def read_pages(records: Sequence[Record], store: LayoutStore | None, on_page: OnPage) -> list[TrainingPage | None]:
    """Render and label the page of each record; None for one that cannot be rendered.

    `on_page` is called after each, with the error if there was one.
    """
    pages: list[TrainingPage | None] = []
    for record in records:
        problem = None
        try:
            page = rendered(parse(record.html, url=record.url), store)
        except RenderError as error:
            problem = error
            pages.append(None)
        else:
            pages.append(TrainingPage.from_gold(page, record.text))
        on_page(record, problem)
    return pages


def fit_models(pages: Iterable[TrainingPage | None]) -> TrainedModels:
    """Fit all models to these pages."""
    present = [page for page in pages if page is not None]
    linear = learn([page.example for page in present])
    return TrainedModels(linear, mss.learn([(page.tokens, page.is_content) for page in present]))
