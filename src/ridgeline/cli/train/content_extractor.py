"""`ridgeline train content-extractor`. (`ridgeline template learn` trains `fast-template`.)"""

from ..folders import read_site
from ..terminal import examples, note
from . import group
from .training_options import Force, Options, Output, Pages, model_path, options_for


@group.command(
    "content-extractor",
    epilog=examples(
        "ridgeline train content-extractor --pages site/ --output shared.json",
        "ridgeline train content-extractor --pages site/ --option remember=all --output shared.json",
        "ridgeline extract page.html -e content-extractor --model shared.json",
    ),
)
def train_content_extractor(pages: Pages, output: Output, option: Options = None, force: Force = False) -> None:
    """Learn the blocks that the pages of a site share, from 20 to 30 pages.

    Needs no gold texts. Use the model with `ridgeline extract --model`.
    """
    from ...extractors.templates.content_extractor import ContentExtractor

    path = model_path(output, force=force, has_arrays=False)
    options = options_for("content-extractor", option)
    site = read_site(pages, None)
    extractor = ContentExtractor(**options).fit(site.pages)
    extractor.save(path)
    blocks = len(extractor.non_content or ())
    note(f"learnt {blocks} blocks that are not content from {len(site.pages)} pages; wrote {path}")
