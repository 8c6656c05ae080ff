"""summit, the default extractor: small networks that classify every line of a page, with the whole page as context.

    page ─lines→ lines that hold text ─reading→ features and words ─network→ probabilities ─choice→ leaves to keep

Its features are what all the papers in this package look at: kinds of characters, links and ends of sentences, the
words and depths of the elements around a line, siblings and paths that repeat, names of elements, what the page
declares about itself. The networks predict how probable each line is content, and which of seven types the page is;
the set of lines with the greatest expected F1 is kept. On a page without content nothing is kept. What is inside of
lines, or beside them without words, is corrected by rules (`ridgeline.cleanup`).
"""

from copy import copy
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ...cleanup import tidy
from ...errors import OptionError
from ...extraction import Extraction
from ...page import BoolColumn, Break, Page, parse
from ...page.cache import cached_property
from .constants import FAVORS, MAX_LINES, NAME
from .model import Answer, Model, Prediction, shipped_model
from .refusal import has_content

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from .head import Head
    from .site import SiteMemory

__all__ = ["Summit"]

_KINDS = {"captions": "captions", "references": "footnotes"}  # by section: the kind of structure that completes it
_NO_LEAVES = np.empty(0, dtype=np.int32)
_NO_LEAVES.setflags(write=False)
# Of a page that has more than the networks are shown: what follows is decided with the last line of that.
_LINES_REACHED = frozenset({"lines"})
_LOADED = frozenset({"_model"})  # which holds memory of the core


class Summit:
    """Keeps the lines of a page that are most probably its content.

    `favor` says what to do in doubt: "precision" keeps less, "recall" keeps more. `comments`, `references`, `captions`
    and `author_boxes` are about sections that a page calls so: True keeps them, False drops them, None leaves it to the
    networks, which keep comments in forums and seldom elsewhere. `site` are pages of the same site, ten or more: what
    they have in common tells boilerplate from content. `head` is what corrected pages of a site taught, or its file.
    """

    name = NAME

    def __init__(
        self,
        favor: Literal["precision", "balanced", "recall"] = "balanced",
        *,
        comments: bool | None = None,
        references: bool | None = None,
        captions: bool | None = None,
        author_boxes: bool | None = None,
        site: "Iterable[Page | str | bytes] | None" = None,
        head: "Head | Path | str | None" = None,
        model: "Model | None" = None,
    ) -> None:
        if favor not in list(FAVORS):  # a list, since the value may not be hashable
            raise OptionError(f"favor is one of {', '.join(FAVORS)}, not {favor!r}")
        wanted = {"comments": comments, "references": references, "captions": captions, "author_boxes": author_boxes}
        for name, value in wanted.items():
            if value not in (True, False, None):
                raise OptionError(f"{name} is True, False or None, not {value!r}")
        self._b = FAVORS[favor]
        self._sections = {name: value for name, value in wanted.items() if value is not None}
        self._given = _checked(model)
        self._site = None if site is None else self._remembered(site)
        self._head = None if head is None else _loaded(head)

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs, without the models that it loads for itself: see `_model`."""
        return {name: value for name, value in self.__dict__.items() if name not in _LOADED}

    @classmethod
    def load(cls, path: "Path", **options: Any) -> Self:
        """Load the model that `ridgeline train summit` wrote."""
        from ...storage import models

        return cls(model=Model.from_saved(models.load(path, NAME)), **options)

    def adapted(self, head: "Head | Path | str") -> Self:
        """Return the same extractor with a head, for pages of the site that the head was learnt from."""
        other = copy(self)
        other._head = _loaded(head)
        return other

    def remembering(self, site: "SiteMemory") -> Self:
        """Return the same extractor with the memory of a site, for its pages."""
        other = copy(self)
        other._site = site
        return other

    def extract(self, page: Page) -> Extraction:
        """Return the leaves to keep, with the probability of each, the page's type, and the expected F1."""
        is_plain = self._site is None and self._head is None and not self._sections
        answer = self._model.find_content(page, self._b) if is_plain else self._corrected(page)
        if answer is None:
            return Extraction(page, _NO_LEAVES, self.name)
        is_kept = has_content(page, answer.balanced, answer.words, answer.candidate)
        fields = {
            "page": page,
            "keep": answer.leaves() if is_kept else _NO_LEAVES,
            "extractor": self.name,
            "scores": answer.scores,
            "confidence": self._model.calibrated(answer.expected) if is_kept else None,
            "page_type": answer.page_type,
        }
        if len(answer.scores) > MAX_LINES and np.count_nonzero(page.breaks >= Break.LINE) > MAX_LINES:
            fields["reached"] = _LINES_REACHED
        if self._sections:
            fields["unwanted"] = frozenset(_KINDS[name] for name in _KINDS if self._sections.get(name) is False)
        return Extraction.of(fields)

    def _corrected(self, page: Page) -> Answer | None:
        """Return the answer with what the site, its head and wanted sections change."""
        prediction = self._predict(page)
        if prediction is None:
            return None
        # Where corrected pages of the site taught the probabilities, they taught what to do with titles as well.
        selection = prediction.select(self._b, keeps_title=self._head is None)
        lines = prediction.lines
        return Answer(
            prediction.page_type,
            selection.balanced,
            selection.words,
            lines.leaves(selection.candidate),
            selection.expected,
            lambda: tidy(page, lines.leaves(self._with_sections(prediction, selection.mask))),
            lines.leaf_scores(prediction.probabilities),
        )

    @cached_property
    def _model(self) -> Model:
        return self._given or shipped_model()

    def _predict(self, page: Page) -> Prediction | None:
        prediction = self._model.predict(page)
        for known in (self._site, self._head):
            if prediction is not None and known is not None:
                prediction = known.applied(prediction)
        return prediction

    def _with_sections(self, prediction: Prediction, mask: BoolColumn) -> BoolColumn:
        if not self._sections:
            return mask
        from .sections import in_section, kept_on_demand

        for name, is_wanted in self._sections.items():
            found = kept_on_demand if is_wanted else in_section
            lines = found(prediction.lines, name)
            mask = mask | lines if is_wanted else mask & ~lines
        return mask

    @staticmethod
    def _remembered(pages: "Iterable[Page | str | bytes]") -> "SiteMemory":
        from .site import MIN_PAGES, SiteMemory

        if isinstance(pages, str | bytes | Page):
            raise OptionError("site is a list of pages of the site, not one of them")
        parsed = [page if isinstance(page, Page) else parse(page) for page in pages]
        if len(parsed) < MIN_PAGES:
            raise OptionError(f"site needs {MIN_PAGES} pages or more, ten to be of use; it has {len(parsed)}")
        return SiteMemory.learn(parsed)


def _loaded(head: "Head | Path | str") -> "Head":
    from pathlib import Path

    from .head import Head

    if isinstance(head, str | Path):
        return Head.load(Path(head))
    if not isinstance(head, Head):
        raise OptionError(f"head is a file that `ridgeline rules learn --kind summit` wrote, not {head!r:.40}")
    return head


def _checked(model: Model | None) -> Model | None:
    if model is not None and not isinstance(model, Model):
        raise OptionError("model is a Model; `ridgeline.load` takes the file of one")
    return model
