"""The service against its own OpenAPI document: whatever is sent, the answer is one that the document describes."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from .serving import serve_command

# Those of the service itself: the pages of the studio have tests of their own. Nothing is fetched. A batch is a stream
# of lines, for which schemathesis has no words.
PLAIN = ("/health", "/metrics", "/v1/extractors", "/v1/formats", "/v1/rules")
WITH_PARAMETERS = ("/v1/extract", "/v1/map", "/v1/crawl", "/v1/rules/{site}", "/r/{address}")
# A schema cannot say what a selector, a site or an address is.
EXCLUDED: list[Any] = [negative_data_rejection, positive_data_acceptance]


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    """The document of a service that runs."""
    with serve_command(tmp_path_factory.mktemp("schema"), "--no-fetch", "--workers", "1") as running:
        yield schemathesis.openapi.from_url(f"{running.url}/openapi.json")


@pytest.mark.parametrize(
    ("path", "mode"),
    [
        *((path, GenerationMode.POSITIVE) for path in (*PLAIN, *WITH_PARAMETERS)),
        *((path, GenerationMode.NEGATIVE) for path in ("/v1/extract", "/r/{address}")),
    ],
)
def test_every_answer_is_one_that_is_documented(
    document: schemathesis.BaseSchema, path: str, mode: GenerationMode
) -> None:
    for operation in document[path].values():

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(max_examples=40, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck))
        def check(case: schemathesis.Case[Any]) -> None:
            case.call_and_validate(excluded_checks=EXCLUDED)

        check()
