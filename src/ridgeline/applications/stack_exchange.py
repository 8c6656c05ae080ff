"""Stack Exchange: a question, its answers, and the comments below each of them.

Golds differ on the comments: WCXB's have none, those of magic-html all. So the extractor decides.
"""

from .application import Application, Posts, Signs, View

_HOSTS = """stackexchange.com stackoverflow.com serverfault.com superuser.com askubuntu.com mathoverflow.net
    stackapps.com"""
_BODY = ".js-post-body"
_AUTHOR = '[itemprop="author"] a'
_DATE = '.post-signature:has([itemprop="author"]) .relativetime'
_LINK, _VOTES = ".js-share-link", ".js-vote-count"

STACK_EXCHANGE = Application(
    "Stack Exchange",
    Signs(hosts=tuple(_HOSTS.split())),
    (
        View(
            posts=(
                Posts("#question", _BODY, "question", _AUTHOR, _DATE, _LINK, _VOTES),
                Posts("#answers .answer", _BODY, "answer", _AUTHOR, _DATE, _LINK, _VOTES, ".accepted-answer", depth=1),
                Posts(
                    post=".js-comment",
                    body=".comment-copy",
                    kind="comment",
                    author=".comment-user",
                    date=".comment-date span",
                    permalink=".comment-link",
                    votes=".comment-score",
                    is_content=False,
                ),
            ),
            exclude=(".s-notice",),  # that it was asked before, or is closed
            title=("#question-header .question-hyperlink",),
            page_type="forum",
        ),
    ),
)
