"""`ridgeline train content-extractor`. (What fast-template learns goes into a store: `ridgeline template learn`.)"""

from ..terminal import examples, note
from . import group
from .folders import read_site
from .places import Output, Pages, model_place


@group.command(
    "content-extractor",
    epilog=examples(
        "ridgeline train content-extractor --pages site/ --output shared.json",
        "ridgeline extract page.html -e content-extractor --model shared.json",
    ),
)
def train_content_extractor(pages: Pages, output: Output) -> None:
    """Learn the blocks that the pages of a site share, from 20 to 30 of them.

    No texts are needed. What is written goes to `ridgeline extract --model`.
    """
    from ...extractors.templates.content import ContentExtractor

    place = model_place(output)
    site = read_site(pages, None)
    extractor = ContentExtractor().fit(site.pages)
    extractor.save(place)
    known = len(extractor.known) if extractor.known is not None else 0
    note(f"learnt {known} blocks that are not content from {len(site.pages)} pages; {place} holds them")
