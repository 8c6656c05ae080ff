"""Documents that broke a law once break none any more, in any view."""

import pytest

from .documents import Document
from .reproductions import reproductions
from .running import check_document
from .targets import TARGETS

REPRODUCTIONS = reproductions()


@pytest.mark.parametrize("document", REPRODUCTIONS.values(), ids=REPRODUCTIONS.keys())
@pytest.mark.parametrize("view", TARGETS)
def test_no_law_is_broken(view: str, document: Document) -> None:
    target = TARGETS[view]
    for choice in target.replayed:
        failure = check_document(target, document, choice)
        assert failure is None, failure.describe()
