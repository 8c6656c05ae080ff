"""The OpenAPI document: what the framework finds out about the routes, and the documents that it cannot see.

A route that reads its body itself names the document by `reference(model)`, and the model stands in `DOCUMENTS`.
"""

from typing import Any, Final

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from .schemas import BatchLine, CrawlRequest, ExtractAnswer, ExtractRequest, ProblemDocument

_TEMPLATE = "#/components/schemas/{model}"
_SCHEME = "token"

DOCUMENTS: Final[tuple[type[BaseModel], ...]] = (
    ExtractRequest,
    ExtractAnswer,
    BatchLine,
    CrawlRequest,
    ProblemDocument,
)


def reference(model: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a document that `DOCUMENTS` has."""
    return {"$ref": _TEMPLATE.format(model=model.__name__)}


class Application(FastAPI):
    """An application whose OpenAPI document has all documents, and the token."""

    needs_token = False

    def openapi(self) -> dict[str, Any]:
        """Return the document; it is made once."""
        if self.openapi_schema is None:
            document = super().openapi()
            components = document.setdefault("components", {})
            components["schemas"] = _definitions() | components.get("schemas", {})
            if self.needs_token:
                components["securitySchemes"] = {_SCHEME: {"type": "http", "scheme": "bearer"}}
                document["security"] = [{_SCHEME: []}]
        return dict(self.openapi_schema or {})


def _definitions() -> dict[str, Any]:
    inputs = [(model, "validation") for model in DOCUMENTS]
    _, found = models_json_schema(inputs, ref_template=_TEMPLATE)  # type: ignore[arg-type]
    definitions: dict[str, Any] = found["$defs"]
    return definitions
