"""What became of a page: its content was found, or one of three reasons why it was not.

    ok        there is content
    nothing   nothing was kept
    shell     the page is empty until scripts build it: it needs a browser
    blocked   not the page that was asked for: a captcha, a login wall, a refusal

How that is told stands in `diagnosis`, which is loaded when it is asked for.
"""

from enum import StrEnum

MAX_REFUSAL_WORDS = 250  # that a shell or a refusal says: with its advice, one takes up to 200


class Status(StrEnum):
    """What became of a page."""

    OK = "ok"
    NOTHING = "nothing"
    SHELL = "shell"
    BLOCKED = "blocked"

    @property
    def meaning(self) -> str:
        """For people."""
        return _MEANINGS[self]


_MEANINGS = {
    Status.OK: "content was found",
    Status.NOTHING: "nothing found",
    Status.SHELL: "an empty shell that needs a browser",
    Status.BLOCKED: "a blocked page, login wall or captcha",
}
