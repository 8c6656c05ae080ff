"""One service that keeps pages, for all tests of this folder."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from ..serving import client_of


@pytest.fixture(scope="package")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service that keeps pages."""
    with client_of(tmp_path_factory.mktemp("studio"), workers=2, studio=True, allow_private=True) as client:
        yield client
