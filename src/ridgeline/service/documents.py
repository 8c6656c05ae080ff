"""Reads the JSON documents of requests. One that is not as documented is refused before it costs much.

A small document is read by the event loop. A large one (a page is in it) is read by a worker, where caps hold: millions
of empty lists take a hundred times their bytes. There it is also cheaper, since bytes are sent as they came. This
module is imported by workers, so it imports pydantic only when a document is read.
"""

import asyncio
import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..errors import RidgelineError

if TYPE_CHECKING:
    from pydantic import BaseModel

Kind = TypeVar("Kind", bound="BaseModel")

MAX_BYTES_HERE: Final = 1_000_000  # of a document that the event loop reads
PAGE_BYTES: Final = 16_384  # a document of more most likely holds a page
_MAX_ERRORS = 20
_SHOWN_CHARACTERS = 200


class DocumentError(RidgelineError):
    """A document of a request is not as documented. `errors` says what is wrong, one by one."""

    def __init__(self, kind: str, detail: str, errors: Sequence[Mapping[str, str]] = ()) -> None:
        """Make an error that can be pickled; `kind` ends the type of the problem."""
        super().__init__(kind, detail, errors)
        self.kind = kind
        self.errors = errors

    def __str__(self) -> str:
        return str(self.args[1])


def read_document(kind: type[Kind], body: bytes | dict[str, Any], defaults: Mapping[str, Any] | None = None) -> Kind:
    """Return the document of a request, with defaults for members that it does not have. Raises DocumentError."""
    from pydantic import ValidationError

    given = read_object(body) if isinstance(body, bytes) else body
    try:
        return kind.model_validate({**(defaults or {}), **given})
    except ValidationError as error:
        raise invalid(error.errors(include_url=False, include_input=False)) from error


def read_object(body: bytes) -> dict[str, Any]:
    """Return a JSON object. Raises DocumentError."""
    from pydantic_core import from_json

    try:
        with _no_collection():
            given = from_json(body)
    except ValueError as error:
        raise DocumentError("invalid-json", f"this is not JSON: {error}") from error
    if not isinstance(given, dict):
        raise DocumentError("invalid-request", "this is no JSON object")
    return given


@contextmanager
def _no_collection() -> Iterator[None]:
    """Look for no garbage while a document is parsed: for millions of new lists that takes ten times the parse."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


class Turns:
    """Lets the event loop read one document, then do whatever else there is to do, then read the next one."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def read(
        self, kind: type[Kind], body: bytes | dict[str, Any], defaults: Mapping[str, Any] | None = None
    ) -> Kind:
        """Return the document of a request. Raises DocumentError."""
        async with self._turn:
            await asyncio.sleep(0)
            return read_document(kind, body, defaults)

    async def read_object(self, body: bytes) -> dict[str, Any]:
        """Return a JSON object. Raises DocumentError."""
        async with self._turn:
            await asyncio.sleep(0)
            return read_object(body)


def invalid(found: Sequence[Mapping[str, Any]]) -> DocumentError:
    """Return the error of a request that does not have the documented form; `found` as pydantic reports it."""
    wrong = [
        {"where": ".".join(_shown(part) for part in each["loc"]), "detail": _shown(each["msg"])}
        for each in found[:_MAX_ERRORS]
    ]
    detail = "; ".join(f"{each['where']}: {each['detail']}" if each["where"] else each["detail"] for each in wrong)
    return DocumentError("invalid-request", detail or "the request is not valid", wrong)


def _shown(value: object) -> str:
    """Return what is quoted of a request: its beginning, on one line."""
    text = str(value)
    return " ".join(text[:_SHOWN_CHARACTERS].split()) + "…" * (len(text) > _SHOWN_CHARACTERS)
