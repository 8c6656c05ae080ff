"""ridgeline where people already work: one module a package, each with an extra of the same name.

mcp          tools for language models: `ridgeline mcp`
datatrove    an extractor for pipelines
langchain    a blob parser and a document transformer
llama_index  a reader and a node transformation
haystack     a converter component
scrapy       an item pipeline, and `extract_response`
duckdb       column functions in SQL
polars       expressions: `pl.col("html").ridgeline.text()`

Nothing is imported before it is asked for. Notebooks need no module: `Extraction` and `Page` display themselves.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import MissingExtraError

__all__ = ["needs"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn a failed import of an optional package into a MissingExtraError that names the extra to install.

    Errors inside of ridgeline or of an installed package pass as they are.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "ridgeline"):
            raise
        raise MissingExtraError(f"{package} is not installed", extra) from error
