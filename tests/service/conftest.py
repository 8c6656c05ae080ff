"""One service for all tests that change nothing in it."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from .serving import client_of


@pytest.fixture(scope="package")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service with two workers, which may fetch from this machine."""
    with client_of(tmp_path_factory.mktemp("service"), workers=2, allow_private=True) as opened:
        yield opened
