"""Hacker News: a story or a question, and the comments on it, in a table of tables."""

from .application import Application, Posts, Signs, View

_DATE, _LINK, _AUTHOR = ".age", ".age a", ".hnuser"

HACKER_NEWS = Application(
    "Hacker News",
    Signs(hosts=("news.ycombinator.com",)),
    (
        View(
            posts=(
                Posts(
                    # What is discussed is a page elsewhere, or a text.
                    *(".fatitem", '.titleline > a[href^="http"], .toptext', "post", _AUTHOR, _DATE, _LINK, ".score"),
                ),
                Posts(".comtr", ".commtext", "comment", _AUTHOR, _DATE, _LINK),
            ),
            title=(".fatitem .titleline > a",),
            page_type="forum",
        ),
    ),
)
