"""The types of the service's documents, which the studio's JavaScript is checked against."""

from tools.document_types import TYPES_PATH, generate


def test_they_are_up_to_date() -> None:
    assert TYPES_PATH.read_text(encoding="utf-8") == generate(), "run python -m tools.document_types"


def test_a_request_has_its_documents() -> None:
    text = generate()
    answers, bodies = text.split("export type Answer<")[1].split("export type Body<")
    assert "  Request extends `GET /v1/pages` ? PageList :\n" in answers
    assert "  Request extends `DELETE /v1/pages/${string}` ? null :\n" in answers
    assert "  Request extends `PUT /v1/pages/${string}/corrections` ? NewCorrection :\n" in bodies
    # Whatever fits a longer path also fits the shorter one that it begins with.
    assert answers.index("`GET /v1/pages/${string}/why`") < answers.index("`GET /v1/pages/${string}`")
