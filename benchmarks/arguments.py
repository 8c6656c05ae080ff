"""Types of arguments that the command lines share."""


def positive(text: str) -> int:
    """Parse a positive integer."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number
