"""Numbered references for the links of Markdown: `[text][1]`, and the addresses at the end."""


class References:
    """The addresses of one document, each once, numbered in the order of their first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, address: str) -> int:
        """Return the number of an address, which is written as in an inline link."""
        return self._numbers.setdefault(address, len(self._numbers) + 1)

    def definitions(self) -> list[str]:
        """Return the definitions of all numbers as one block of Markdown; none where no address was used."""
        lines = [f"[{number}]: {address}" for address, number in self._numbers.items()]
        return ["\n".join(lines)] if lines else []
