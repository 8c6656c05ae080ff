"""`fast-template`: FastContentExtractor as an extractor (Nguyen et al., section III).

`preparation` prepares the template of a site, `detection` finds the content blocks of a page with it. This module finds
the template of a page: given, fitted, or in the store. Beyond the paper:

- A page that does not fit its template (`drift`) is left to the default extractor. A remark reports it, and the store
  counts it.
- `then` names an extractor that decides what of the kept text is content. A template cannot tell readers' comments from
  the article, since both differ on every page: with `then="summit"` only what both keep is kept.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import numpy as np

from ...errors import ModelError, OptionError, TemplateError
from ...extraction import Extraction
from ...page import IntColumn, Page
from ...parameters import check_number
from ...registry import DEFAULT_EXTRACTOR, REGISTRY, load_once
from ...sites.templates import Template, TemplateStore, site_name
from ...storage import models
from .detection import PreparedTemplate
from .drift import DRIFT, Fit, best_fit
from .preparation import LearningOptions, learn


class FastTemplate:
    """Keeps the blocks on content paths of the site's template that are similar to none of its non-content blocks."""

    name = "fast-template"

    def __init__(
        self,
        *,
        store: TemplateStore | Path | str | None = None,
        site: str | None = None,
        templates: Sequence[Template] = (),
        drift: float = DRIFT,
        fallback: str = DEFAULT_EXTRACTOR,
        then: str | None = None,
    ) -> None:
        """`templates` are used instead of those that `store` has of the `site`, or of the host of a page's URL."""
        check_number("drift", drift, "a share from 0 to 1", lambda share: 0 <= share <= 1)
        if site is not None and not isinstance(site, str):
            raise OptionError(f"site is a host such as example.org, or a URL, not {site!r}")
        if not isinstance(templates, Sequence) or any(not isinstance(template, Template) for template in templates):
            raise OptionError("templates are Template objects, for Python alone; store is the file of some")
        if store is not None and not isinstance(store, TemplateStore | Path | str):
            raise OptionError(f"store is the path of a file, not {store!r}")
        self.store = store if isinstance(store, TemplateStore) else TemplateStore(store)
        self.site = None if site is None else site_name(site)
        self.drift = drift
        self.fallback = _check_extractor("fallback", fallback)
        self.then = None if then is None else _check_extractor("then", then)
        self.drifted = 0  # the number of pages that matched no template
        self._given = tuple(map(PreparedTemplate, templates))
        self._stored: dict[str, tuple[PreparedTemplate, ...]] = {}

    def fit(self, pages: Sequence[Page], options: LearningOptions | None = None) -> Self:
        """Learn the template of a site from its pages: the preparation phase."""
        site = self.site or next((site_name(page.url) for page in pages if page.url), "unknown")
        self._given = (PreparedTemplate(learn(site, pages, options)),)
        return self

    @property
    def templates(self) -> tuple[Template, ...]:
        """The templates that were given or learnt."""
        return tuple(prepared.template for prepared in self._given)

    def extract(self, page: Page) -> Extraction:
        """Keep the content blocks of a page: the detection phase, if the page fits the template."""
        fit = best_fit(page, self._given or self._from_store(page))
        if fit.share < self.drift:
            return self._fall_back(page, fit)
        keep = fit.prepared.detect(fit.tree)
        return Extraction(page, keep if self.then is None else _kept_by_both(page, keep, self.then), self.name)

    def _from_store(self, page: Page) -> tuple[PreparedTemplate, ...]:
        if self.site is None and page.url is None:
            raise TemplateError(
                "fast-template does not know the site of the page: name it (site=…), give a URL, or fit it first"
            )
        site = self.site or site_name(page.url or "")
        if site not in self._stored:
            self._stored[site] = tuple(map(PreparedTemplate, self.store.get(site)))
        return self._stored[site]

    def _fall_back(self, page: Page, fit: Fit) -> Extraction:
        template = fit.prepared.template
        self.drifted += 1
        if not self._given:
            with suppress(TemplateError):  # a store that cannot be written must not fail the page
                self.store.count_drift(template.site, template.shape)
        remark = (
            f"the page does not fit the template of {template.site}: {fit.share:.0%} of its blocks are on known paths, "
            f"under {self.drift:.0%}; {self.fallback} answered instead. Learn the site again if this happens often"
        )
        answer = load_once(self.fallback).extract(page)
        return Extraction(page, answer.keep, self.name, answer.scores, remarks=(remark, *answer.remarks))

    def save(self, path: Path) -> None:
        """Write the templates."""
        if not self._given:
            raise ModelError("fast-template is not fitted: there is nothing to save")
        manifest = {"templates": [template.as_dict() for template in self.templates]}
        models.save(models.SavedModel(self.name, manifest), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote."""
        stored = models.load(path, cls.name).manifest.get("templates", [])
        return cls(templates=[Template.from_dict(template, str(path)) for template in stored], **options)


def _check_extractor(option: str, name: str) -> str:
    if name not in list(REGISTRY):  # a list, since the value may not be hashable
        raise OptionError(f"{option} is the name of an extractor, not {name!r}")
    return name


def _kept_by_both(page: Page, keep: IntColumn, name: str) -> IntColumn:
    """Return what another extractor keeps of these leaves; all of them if it keeps none."""
    both = np.intersect1d(keep, load_once(name).extract(page).keep).astype(np.int32)
    return both if len(both) else keep
