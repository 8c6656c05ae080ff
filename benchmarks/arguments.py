"""What the benchmarks' command lines share."""


def positive(text: str) -> int:
    """A whole number above zero."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number
