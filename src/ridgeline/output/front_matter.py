"""YAML front matter: what is known about a page, between two lines of `---`.

Every value is written as JSON, which YAML can read: strings are quoted, whatever a page says, and on one line. Only
what is known is written.
"""

import json
from typing import TYPE_CHECKING, Any

from ..text.invisible import INVISIBLE

if TYPE_CHECKING:
    from .formats import Content

# The keys that most readers of front matter know, in the order in which a person would look for them; by field of the
# metadata where that has another name. All other fields follow under their own names.
_KEYS = {"title": "title", "authors": "authors", "date": "date", "modified": "modified", "site_name": "site"}


def write_front_matter(content: "Content") -> str:
    """Return the front matter of a page, with a blank line after it."""
    lines = [f"{name}: {_written(value)}" for name, value in _fields(content).items() if value not in (None, "", [])]
    return "\n".join(["---", *lines, "---", "", ""])


def _fields(content: "Content") -> dict[str, Any]:
    metadata = content.metadata.as_dict()
    fields = {"title": content.title or metadata["title"]}
    fields |= {key: metadata.pop(name) for name, key in _KEYS.items() if name != "title"}
    fields |= {"url": content.page.url or metadata["canonical_url"]}
    fields |= {name: value for name, value in metadata.items() if name not in fields}
    if fields["canonical_url"] == fields["url"]:
        fields["canonical_url"] = None
    confidence = None if content.confidence is None else round(float(content.confidence), 3)
    return fields | {"page_type": content.page_type, "confidence": confidence}


def _written(value: Any) -> str:
    """Return a value as JSON on one line, in which nothing is markup to a renderer that knows no front matter."""
    written = json.dumps(_clean(value), ensure_ascii=False, default=str)
    return written.replace("<", r"\u003c").replace("](", r"]\u0028")


def _clean(value: Any) -> Any:
    """Return a value without characters that YAML does not allow or reads as line ends."""
    if isinstance(value, list | tuple):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        return {name: _clean(one) for name, one in value.items() if one not in (None, "", [])}
    return INVISIBLE().sub("", value) if isinstance(value, str) else value
