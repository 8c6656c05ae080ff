"""Learns the template of a site from corrected pages: which paths hold content is told, not guessed.

`extractors/templates` guesses by comparing 20 to 30 pages. Here a path is one of content if a person keeps most of the
text on it; the blocks on such paths that a person drops are stored as non-content blocks.
"""

from collections.abc import Sequence

import numpy as np

from ...errors import TemplateError
from ...extractors.templates.atomic import AtomicBlocks, atomic_blocks
from ...extractors.templates.content_extractor import distinct_blocks
from ...extractors.templates.fast import FastTemplate
from ...page import BoolColumn
from ...text.cuts import BLOCK_TAGS
from ..templates import Template, site_name
from .corrected import CorrectedPage
from .lesson import Lesson

_MIN_KEPT_SHARE = 0.5  # of the characters of a block, or of all blocks on a path


def learn(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    """Return the template that corrected pages of a site teach."""
    template = learn_template(pages, site)
    extractor = FastTemplate(templates=[template])
    lines = [f"{len(template.content_paths)} paths of content:", *(f"  {path}" for path in template.content_paths)]
    lines.append(f"{len(template.blocks)} blocks on them that are no content\n")
    return Lesson(extractor.extract, "\n".join(lines), extractor.save)


def learn_template(pages: Sequence[CorrectedPage], site: str) -> Template:
    """Return the template of a site."""
    blocks = [atomic_blocks(page.page) for page in pages]
    kept = [_kept_blocks(own, page.labels) for own, page in zip(blocks, pages, strict=True)]
    amounts: dict[str, list[float]] = {}  # by path: characters that are dropped, kept
    for own, mask in zip(blocks, kept, strict=True):
        for block, is_kept in enumerate(mask.tolist()):
            amount = amounts.setdefault(own.tree.path_text(int(own.number[block])), [0.0, 0.0])
            amount[is_kept] += len(own.texts[block]) + 1
    content = {path for path, (dropped, held) in amounts.items() if held >= _MIN_KEPT_SHARE * (dropped + held)}
    if not content:
        raise TemplateError(f"{site}: nothing is kept on the corrected pages, so there is no template: correct more")
    confusable = [_on_paths(own, content) & ~mask for own, mask in zip(blocks, kept, strict=True)]
    return Template(
        site=site_name(site),
        content_paths=tuple(sorted(content)),
        other_paths=tuple(sorted(set(amounts) - content)),
        blocks=tuple(distinct_blocks(blocks, confusable)),
        tags=BLOCK_TAGS,
        pages=len(pages),
    )


def _kept_blocks(blocks: AtomicBlocks, labels: BoolColumn) -> BoolColumn:
    """Return for each block whether a person keeps most of it."""
    lengths = blocks.tree.page.leaf_lengths.take(blocks.leaves).astype(np.float64) + 1
    total = np.bincount(blocks.of_leaf, lengths, len(blocks))
    kept = np.bincount(blocks.of_leaf, lengths * labels.take(blocks.leaves), len(blocks))
    answer: BoolColumn = kept > _MIN_KEPT_SHARE * total
    return answer


def _on_paths(blocks: AtomicBlocks, paths: set[str]) -> BoolColumn:
    texts = [blocks.tree.path_text(number) in paths for number in blocks.number.tolist()]
    return np.array(texts, dtype=np.bool_)
