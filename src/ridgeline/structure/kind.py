"""What a kind of structure is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..output.outline import Draft
    from ..page import IntColumn, Page


class Signs(NamedTuple):
    """What calls a kind, all in lower case; one of them is enough, and none is proof.

    Signs stand around kept leaves, but those that count anywhere on the page: tags that HTML does not know, attributes,
    roles, and between asterisks a part of a tag or a class, such as "*caption*".
    """

    tags: tuple[str, ...] = ()
    words: tuple[str, ...] = ()  # of classes, ids and roles: a whole name, or a part of it between - _ and :
    attributes: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()  # in `style` attributes: a property, or any part of it
    anywhere: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()  # and those below them: example.org is also www.example.org

    def is_host(self, host: str) -> bool:
        """Return whether a host is one of the hosts, or below one."""
        return any(host == name or host.endswith(f".{name}") for name in self.hosts)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of structure, and what it does where its signs are.

    `complete` returns the leaves to keep with what belongs to them, before the outline is built: the text of a footnote
    that is referred to. `edit` changes the outline, and returns whether it did. Both never raise because of the page,
    and take linear time.
    """

    name: str
    signs: Signs
    complete: "Callable[[Page, IntColumn], IntColumn] | None" = None
    edit: "Callable[[Draft], bool] | None" = None
