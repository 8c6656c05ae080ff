"""The table of the kinds of knowledge: its learners and extractors are there, and the docs show it."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from ridgeline.registry import REGISTRY
from ridgeline.sites import KINDS
from ridgeline.sites.kinds import RULE

DOCUMENT = Path(__file__).parents[2] / "docs" / "learning.md"
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_learnt_and_applied(kind: str) -> None:
    module, function = KINDS[kind].learner.split(":")
    assert callable(getattr(import_module(f"ridgeline.sites.learning.{module}"), function))
    assert KINDS[kind].extractor in (REGISTRY if kind != RULE else {None})


def test_the_docs_show_the_table() -> None:
    rows = [f"| `{name}` | {kind.summary} | {kind.advice} |" for name, kind in KINDS.items()]
    assert "\n".join(rows) in _LINK.sub(r"\1", DOCUMENT.read_text(encoding="utf-8"))
