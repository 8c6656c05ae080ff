"""Errors as problem documents (RFC 9457): `application/problem+json` with type, title, status and detail.

    raise Problem(404, "no-such-page", "there is no page 12", headers={…}, **members)

The errors of `ridgeline.errors` become problems by the table below, so that work in a child process raises what the
library raises anywhere.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from .. import errors
from .documents import DocumentError, invalid
from .headers import SECURITY_HEADERS

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:ridgeline:problem:"

# The first class that an error is an instance of counts: status and type.
_BY_ERROR: tuple[tuple[type[errors.RidgelineError], int, str], ...] = (
    (errors.UnknownExtractorError, 422, "unknown-extractor"),
    (errors.MissingExtraError, 501, "missing-extra"),
    (errors.PrivateAddressError, 403, "private-address"),
    (errors.FetchError, 502, "fetch-failed"),
    (errors.RenderError, 502, "render-failed"),
    (errors.OptionError, 422, "invalid-option"),
    (errors.InputError, 422, "unreadable-input"),
    (errors.ModelError, 422, "no-model"),
    (errors.TemplateError, 422, "no-template"),
    (errors.DatasetError, 422, "unreadable-data"),
    (errors.RuleError, 500, "unreadable-rules"),
    (errors.SiteError, 500, "unreadable-sites"),
    (errors.OutputError, 500, "not-written"),
    (errors.UnknownPageError, 404, "no-such-page"),
    (errors.LibraryError, 500, "unreadable-library"),
)
_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "body-too-large",
    422: "invalid-request",
}
_MAX_DETAIL_CHARACTERS = 500


class Problem(HTTPException):
    """An answer that is an error. `slug` ends its type, `detail` is one line for people, `members` are added to it."""

    def __init__(
        self, status: int, slug: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any
    ) -> None:
        """Make a problem. `headers` are added to the response."""
        super().__init__(status, detail, dict(headers or {}))
        self.slug = slug
        self.members = members

    def as_dict(self) -> dict[str, Any]:
        """Return the problem document."""
        return {
            "type": TYPE_PREFIX + self.slug,
            "title": HTTPStatus(self.status_code).phrase,
            "status": self.status_code,
            "detail": " ".join(str(self.detail)[: 2 * _MAX_DETAIL_CHARACTERS].split())[:_MAX_DETAIL_CHARACTERS],
            **self.members,
        }

    def response(self) -> Response:
        """Return the response."""
        content = json.dumps(self.as_dict(), ensure_ascii=False).encode("utf-8", "replace")
        headers = {**SECURITY_HEADERS, **(self.headers or {})}
        return Response(content, self.status_code, headers, MEDIA_TYPE)


def problem_of(error: Exception) -> Problem:
    """Return the problem that an exception stands for; of an unexpected one it says nothing but that it happened."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, RequestValidationError):
        error = invalid(error.errors())
    if isinstance(error, DocumentError):
        members: dict[str, Any] = {"errors": error.errors} if error.errors else {}
        return Problem(422, error.kind, str(error), **members)
    if isinstance(error, HTTPException):
        return _plain(error)
    if isinstance(error, errors.WorkerError):
        return _failed_page(error)
    for kind, status, slug in _BY_ERROR:
        if isinstance(error, kind):
            return Problem(status, slug, str(error), **_members(error))
    return Problem(500, "internal-error", "an unexpected error, which the log of the service describes")


def add_handlers(app: FastAPI) -> None:
    """Let an application answer every exception with a problem document."""
    for kind in (HTTPException, RequestValidationError, errors.RidgelineError, Exception):
        app.add_exception_handler(kind, _answer)


async def _answer(request: Request, error: Exception) -> Response:
    return problem_of(error).response()


def _plain(error: HTTPException) -> Problem:
    """Return the problem for an error of the framework."""
    slug = _BY_STATUS.get(error.status_code, "error")
    return Problem(error.status_code, slug, str(error.detail), headers=error.headers)


def _failed_page(error: errors.WorkerError) -> Problem:
    if error.kind == "seconds":
        return Problem(504, "over-time", f"the page {str(error).removeprefix('seconds: ')}")
    return Problem(500, "page-failed", f"the page ended the process that worked on it ({error})")


def _members(error: errors.RidgelineError) -> dict[str, Any]:
    """Return what a problem says beside its detail."""
    answered = getattr(error, "http_status", None)
    return {} if answered is None else {"page_status": answered}
