"""An extractor that does to its process what a page tells it; the processes of isolated pages import this module."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from ridgeline import Extraction, Page
from ridgeline.errors import TemplateError
from ridgeline.extractors.everything import Everything

from ..processes import actions

_remembered: list[str] = []


def remember() -> None:
    _remembered.append("a page that did harm")


def crash_if_harmed() -> None:
    if _remembered:
        actions.segfault()


def raise_value_error() -> NoReturn:
    raise ValueError("a bug")


def raise_template_error() -> NoReturn:
    raise TemplateError("there is no template")


ACTIONS: dict[str, Callable[[], None]] = {
    "segfault": actions.segfault,
    "exit": actions.exit_at_once,
    "hang": actions.hang_with_the_lock,
    "grow": actions.grow,
    "remember": remember,
    "harmed": crash_if_harmed,
    "raise": raise_value_error,
    "template": raise_template_error,
}
FOR_JSON = "json "  # before the name of an action that waits until JSON is written


@dataclass(frozen=True)
class Explanation:
    """The reasons for JSON; to give them may do harm."""

    action: str

    def __call__(self) -> Mapping[str, Any]:
        ACTIONS[self.action]()
        return {}


@dataclass
class Hostile:
    """Keeps all text of a page, after the action that its title names."""

    name: str = "hostile"

    def extract(self, page: Page) -> Extraction:
        extraction = Everything().extract(page)
        action = extraction.title or ""
        if action.startswith(FOR_JSON):
            return replace(extraction, extractor=self.name, explain=Explanation(action.removeprefix(FOR_JSON)))
        ACTIONS.get(action, actions.do_nothing)()
        return replace(extraction, extractor=self.name)


@dataclass
class Unloadable:
    """Can be sent to another process, which cannot load it."""

    name: str = "unloadable"

    def extract(self, page: Page) -> Extraction:
        return Everything().extract(page)

    def __reduce__(self) -> Any:
        return raise_value_error, ()


def page(action: str) -> str:
    """Return a page that does this to the process that reads it."""
    return f"<title>{action}</title><p>Nobody should have to read this."
