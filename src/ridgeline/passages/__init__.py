"""Passages for language models: the sections of an extraction, and chunks within a budget of tokens.

    tokens    how tokens are counted: by a tokenizer, or by an estimate of our own
    blocks    the Markdown of an extraction with its blocks: paragraphs, headings, code, tables
    sections  the tree of headings, each with its span
    cutting   cuts a text within a budget, where a reader would cut
    chunks    all of the text in pieces within a budget
    excerpts  the part of the text that fits a budget or a question, with a note on the rest
    ranking   how well passages fit a question

A passage is a span of the Markdown as `Extraction.markdown` has it. Its place (`ridgeline.output.places`) says which
part of the page it shows, so an answer can be followed back to what a person sees.
"""

from .chunks import Chunk, make_chunks
from .excerpts import Excerpt, make_excerpt
from .sections import Section, make_sections
from .tokens import Tokenizer, estimate_tokens

__all__ = [
    "Chunk",
    "Excerpt",
    "Section",
    "Tokenizer",
    "estimate_tokens",
    "make_chunks",
    "make_excerpt",
    "make_sections",
]
