"""Expressions for tests."""

from ridgeline.extractors.ice.expressions import Expression


def literal(text: str) -> Expression:
    """Return a leaf."""
    return Expression("literal", text=text)


ALL_TEXT = Expression("capturing", (literal("[^<>]+"),))
PARAGRAPHS = Expression("non-capturing", (literal("<p>"), ALL_TEXT))
HANGS = Expression(  # tries every way to cut the text into words
    "non-capturing", (*[Expression("capturing", (literal(".*?"), literal(r"\w*?")))] * 10, literal(r"\d+"))
)
