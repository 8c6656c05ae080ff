"""GitHub-flavoured Markdown, written by the core (markdown.c); lines are wrapped and front matter is added here."""

from dataclasses import replace
from typing import TYPE_CHECKING

from .. import _native
from .front_matter import write_front_matter
from .line_wrap import wrap_markdown
from .posts import written_outline
from .text import wanted_title

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as Markdown."""
    listed = ""
    if options.images_summary or options.links_summary:
        from .summaries import write_summaries  # few want them

        listed = write_summaries(content, options)
        if options.max_tokens is not None:
            options = replace(options, max_tokens=options.max_tokens - _native.core.estimate_tokens(f"\n\n{listed}"))
    if options.is_excerpt:
        markdown = content.excerpt_of(options).markdown
    else:
        title = wanted_title(content, options, default=True)
        markdown = written_outline(content, options).write_markdown(options, title)
    if options.width is not None:
        markdown = wrap_markdown(markdown, options.width)
    markdown = "\n\n".join(filter(None, (markdown.rstrip("\n"), listed))) if listed else markdown
    return write_front_matter(content) + markdown if options.front_matter else markdown
