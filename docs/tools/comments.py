"""A Griffe extension: the comment behind a field is its documentation in the API reference."""

import io
import tokenize
from functools import cache
from pathlib import Path
from typing import Any

from griffe import Attribute, Docstring, Extension


class FieldComments(Extension):
    """Give every attribute without a docstring the comment that stands on its line."""

    def on_attribute_instance(self, *, attr: Attribute, **options: Any) -> None:
        """Read the comment when an attribute was found."""
        if attr.docstring is None and attr.lineno is not None and isinstance(attr.filepath, Path):
            comment = _comments(attr.filepath).get(attr.endlineno or attr.lineno)
            if comment:
                attr.docstring = Docstring(comment, parent=attr)


@cache
def _comments(path: Path) -> dict[int, str]:
    """By line: the comment on it."""
    lines = io.StringIO(path.read_text(encoding="utf-8")).readline
    return {
        token.start[0]: token.string.lstrip("#").strip()
        for token in tokenize.generate_tokens(lines)
        if token.type == tokenize.COMMENT
    }
