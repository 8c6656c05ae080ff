"""The features of golden pages, by name, as the shipped model was trained on them: no two columns are swapped.

    python -m tests.extractors.summit.test_golden_features --write      writes golden_features.json anew

The file has the names of the features, and for each page two figures of every line feature (its sum over the lines, and
the sum weighted by their positions) and every page feature. Write it anew only where features change on purpose, which
takes a new model.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from ridgeline.extractors.summit.features import LINE_FEATURES, PAGE_FEATURES

from .pages import golden_page
from .readings import lines_of

Figures = Mapping[str, npt.NDArray[np.float64]]  # by kind: a number for each name of the kind

FILE = Path(__file__).with_name("golden_features.json")
PAGES = (
    *("news-article", "forum-thread", "table-heavy", "recipe", "product-shop", "chinese-article", "listing-category"),
    *("documentation-api", "forum-discourse", "endless-scroll", "collection-blog-index", "faq-details"),
)
KINDS = {"line sums": "line", "weighted line sums": "line", "page": "page"}  # by kind of figures: what they are of
RELATIVE, ABSOLUTE = 1e-3, 1e-3
# What no golden page declares or holds: test_declared.py and test_features.py tell these apart.
NEVER_SEEN = {
    *("in_body", "in_reviews", "declared_reviews", "count_iframe", "count_video", "url_service"),
    *("schema_BlogPosting", "schema_QAPage", "schema_ItemList", "schema_CollectionPage", "schema_TechArticle"),
    *("schema_Service", "schema_LocalBusiness", "schema_BreadcrumbList"),
}


@lru_cache(maxsize=len(PAGES))
def measure(page: str) -> Figures:
    """The figures of a golden page."""
    lines = lines_of(golden_page(page))
    features = lines.reals("line_features").reshape(len(lines), -1).astype(np.float64)
    return {
        "line sums": features.sum(axis=0),
        "weighted line sums": np.arange(1, len(lines) + 1) @ features,
        "page": lines.reals("page_features").astype(np.float64),
    }


def expected() -> tuple[Mapping[str, Sequence[str]], Mapping[str, Figures]]:
    """The names of features, and the figures by page, that the file has."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    figures = {
        page: {kind: np.array(values) for kind, values in by_kind.items()} for page, by_kind in stored["pages"].items()
    }
    return stored["names"], figures


def differences(found: Figures, known: Figures, names: Mapping[str, Sequence[str]]) -> list[str]:
    """What has other figures than those that are known."""
    return [
        f"{name}: {kind} {there:.6g}, was {here:g}"
        for kind, of in KINDS.items()
        for name, there, here in zip(names[of], found[kind].tolist(), known[kind].tolist(), strict=True)
        if abs(there - here) > ABSOLUTE + RELATIVE * abs(here)
    ]


def swapped(figures: Figures, of: str, one: int, other: int) -> Figures:
    """The figures as they are where two columns are swapped."""
    answer = {kind: values.copy() for kind, values in figures.items()}
    for kind in (kind for kind, own in KINDS.items() if own == of):
        answer[kind][[one, other]] = answer[kind][[other, one]]
    return answer


def test_the_names_are_those_of_the_file() -> None:
    names, figures = expected()
    assert names == {"line": list(LINE_FEATURES), "page": list(PAGE_FEATURES)}
    assert tuple(figures) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_the_features_of_golden_pages_are_as_they_were(page: str) -> None:
    names, figures = expected()
    assert differences(measure(page), figures[page], names) == []


@pytest.mark.parametrize("of", ["line", "page"])
def test_two_swapped_columns_are_noticed(of: str) -> None:
    names, figures = expected()
    unnoticed = set()
    for one, other in combinations(range(len(names[of])), 2):
        if not any(differences(swapped(measure(page), of, one, other), figures[page], names) for page in PAGES):
            unnoticed |= {names[of][one], names[of][other]}
    assert unnoticed <= NEVER_SEEN | {"schema_Product", "open_graph_product"}  # the same page declares both


def write() -> None:
    """Write the file: a line for each list."""
    rounded = {
        page: {kind: [float(f"{value:.4g}") for value in values] for kind, values in measure(page).items()}
        for page in PAGES
    }
    names = {"line": LINE_FEATURES, "page": PAGE_FEATURES}
    pages = ",\n".join(f"{json.dumps(page)}: {_listed(by_kind)}" for page, by_kind in rounded.items())
    FILE.write_text(f'{{"names": {_listed(names)},\n"pages": {{\n{pages}\n}}}}\n', encoding="utf-8")


def _listed(lists: Mapping[str, Sequence[object]]) -> str:
    return "{" + ",\n".join(f" {json.dumps(key)}: {json.dumps(values)}" for key, values in lists.items()) + "}"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.extractors.summit.test_golden_features --write")
    write()
