"""The status of an extraction: content, nothing found, an empty shell, a refusal, an error, or no web page."""

from enum import StrEnum

from ..page import IntColumn, Page

MAX_REFUSAL_WORDS = 250  # a shell or a refusal says less: with its advice, one takes up to 200


class Status(StrEnum):
    """Whether an extraction is the content of the page, and if not, why."""

    OK = "ok"  # there is content
    NOTHING = "nothing"  # no leaf was kept
    SHELL = "shell"  # the page is empty until scripts build it: it needs a browser
    BLOCKED = "blocked"  # not the page that was asked for: a captcha, a login or consent wall, a refusal
    ERROR = "error"  # the page does not exist, or the server failed
    NOT_HTML = "not-html"  # not a web page: a PDF document, an image, JSON, a feed; `Page.kind` names it

    @property
    def meaning(self) -> str:
        """A phrase for people."""
        return _MEANINGS[self]


_MEANINGS = {
    Status.OK: "content was found",
    Status.NOTHING: "nothing found",
    Status.SHELL: "an empty shell that needs a browser",
    Status.BLOCKED: "a blocked page, login wall, consent wall or captcha",
    Status.ERROR: "an error page: missing, or the server failed",
    Status.NOT_HTML: "not a web page",
}


def read_status(page: Page, keep: IntColumn) -> Status:
    """Return the status of a page of which these leaves are kept."""
    if page.kind is not None:
        return Status.NOT_HTML
    from .signs import read_status as read  # its patterns take a while to load, and few pages need them

    return read(page, keep)
