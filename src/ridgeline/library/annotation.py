"""Gold standards from corrections: how far two annotators agree, and corrected pages as records of a data set.

A record is one line of JSON in the form that `ridgeline eval --data` and `ridgeline lab datasets` read
(`ridgeline.lab.datasets.records`): id, html, text, url, site, type, title. Annotator, kept leaves and clip paths are in
it as well; readers that do not know them pass them over.
"""

import json
from typing import Any

from ..output import to_text
from ..page import BoolColumn, IntColumn, Page
from .entries import Correction, StoredPage


def cohens_kappa(first: BoolColumn, second: BoolColumn) -> float:
    """Return how far two annotators agree about the leaves of a page beyond chance: 1 is complete, 0 is chance."""
    if not len(first):
        return 1.0
    observed = float((first == second).mean())
    chance = float(first.mean() * second.mean() + (~first).mean() * (~second).mean())
    return 1.0 if chance >= 1 else (observed - chance) / (1 - chance)


def export_record(stored: StoredPage, correction: Correction, page: Page, keep: IntColumn) -> str:
    """Return a corrected page as one line of a data set. `page` is the page that `keep` is about."""
    original = page if page.original is None else page.original
    fields: dict[str, Any] = {
        "id": stored.id,
        "url": stored.url,
        "site": stored.site or None,
        "type": stored.findings.page_type if stored.findings else None,
        "title": correction.title,
        "text": to_text(page, keep),
        "html": original.source,
        "annotator": correction.annotator,
        "made": correction.made,
        "seconds": correction.seconds,
        "keep": list(correction.keep),
        "selected": list(correction.selected),
        "deselected": list(correction.deselected),
    }
    known = {name: value for name, value in fields.items() if value is not None}
    return json.dumps(known, ensure_ascii=False).encode("utf-8", "replace").decode()
