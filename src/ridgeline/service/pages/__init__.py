"""Routes about pages that a person opened: the studio is built on them.

stored.py        /v1/pages: store, list, delete
resources.py     its style sheets and pictures: loaded, stored, served
presentation.py  a page as it looks, and what an extractor keeps of it
explanations.py  why a leaf is kept, what other extractors keep, the mountain of a page
structure.py     leaves, passages and elements of a page
corrections.py   corrections of annotators, and the labels that follow from them
annotation.py    the queue, agreement, export as a data set
reading.py       tags, archive, highlights with notes
feeds.py         feeds that a reader follows: their entries become pages
clips.py         the content as files
bulk_runs.py     the output of a bulk run

Pages are parsed in worker processes alone: `work/` has what they do, `view/` writes pages to look at.
"""

from fastapi import APIRouter

from . import (
    annotation,
    bulk_runs,
    clips,
    corrections,
    explanations,
    feeds,
    presentation,
    reading,
    resources,
    stored,
    structure,
)
from .access import StudioOnly

router = APIRouter(dependencies=[StudioOnly])
for _part in (
    stored,
    resources,
    presentation,
    structure,
    explanations,
    corrections,
    annotation,
    reading,
    feeds,
    clips,
    bulk_runs,
):
    router.include_router(_part.router)

__all__ = ["router"]
