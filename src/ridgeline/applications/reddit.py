"""Reddit as it was up to 2018, at old.reddit.com; general rules read its present pages."""

from .application import Application, Posts, Signs, View

_BODY, _AUTHOR, _DATE, _VOTES = ".usertext-body .md", ".author", "time", ".score.unvoted"

REDDIT = Application(
    "Reddit",
    Signs(hosts=("reddit.com",)),
    (
        View(
            posts=(
                Posts("#siteTable .thing.link", _BODY, "post", _AUTHOR, _DATE, "a.comments", _VOTES),
                Posts(".commentarea .thing.comment", _BODY, "comment", _AUTHOR, _DATE, "a.bylink", _VOTES),
            ),
            title=("#siteTable .thing a.title",),
            page_type="forum",
        ),
    ),
)
