"""Writes studio/documents.d.ts from the OpenAPI document of the service: `python -m tools.document_types`.

The studio's JavaScript is checked against these types: every document that the service sends or takes, and for every
request the documents that belong to it.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ridgeline.service import ServiceSettings, make_app

TYPES_PATH = Path(__file__).parents[1] / "src" / "ridgeline" / "studio" / "documents.d.ts"
_HEAD = "// The documents of the service, for the type checker: written by `python -m tools.document_types`.\n"
_NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_JSON = "application/json"

Schema = Mapping[str, Any]


def generate() -> str:
    """Return the declarations."""
    document = make_app(ServiceSettings(workers=1, studio=True)).openapi()
    schemas = document["components"]["schemas"]
    declared = [f"export type {name} = {_type(schema)};" for name, schema in sorted(schemas.items())]
    return "\n".join([_HEAD, *declared, _requests("Answer", _answers(document)), _requests("Body", _bodies(document))])


def _type(schema: Schema) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(option) for option in schema["anyOf"]))
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if values:
        return " | ".join(json.dumps(value) for value in values)
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        return _object(schema)
    return _NAMES.get(schema.get("type", ""), "unknown")


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    return f"Array<{_type(schema.get('items', {}))}>"


def _object(schema: Schema) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, Mapping) else 'unknown'}>"
    required = schema.get("required", ())
    members = (
        f"  {name}{'' if name in required else '?'}: {_type(member)};\n"
        for name, member in schema["properties"].items()
    )
    return f"{{\n{''.join(members)}}}"


def _operations(document: Schema) -> Iterable[tuple[str, Schema]]:
    """Yield each request, as `GET /v1/pages`, with its operation; longer paths come first."""
    paths = sorted(document["paths"].items(), key=lambda entry: (-entry[0].count("/"), entry[0]))
    for path, item in paths:
        for method, operation in item.items():
            yield f"{method.upper()} {re.sub('{[^}]*}', '${string}', path)}", operation


def _answers(document: Schema) -> Iterable[tuple[str, str]]:
    for request, operation in _operations(document):
        for status, answer in operation["responses"].items():
            if status == "204":
                yield request, "null"
            elif status.startswith("2") and _JSON in answer.get("content", {}):
                yield request, _type(answer["content"][_JSON]["schema"])


def _bodies(document: Schema) -> Iterable[tuple[str, str]]:
    for request, operation in _operations(document):
        content = operation.get("requestBody", {}).get("content", {})
        if _JSON in content:
            yield request, _type(content[_JSON]["schema"])


def _requests(name: str, types: Iterable[tuple[str, str]]) -> str:
    """Return a type that depends on the request: the first that fits counts."""
    cases = "".join(f"  Request extends `{request}` ? {found} :\n" for request, found in types)
    return f"export type {name}<Request extends string> =\n{cases}  never;\n"


def main() -> int:
    """Write the declarations."""
    TYPES_PATH.write_text(generate(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
