"""XenForo: a thread of posts, with buttons inside of quotations."""

from .application import Application, Posts, Signs, View

XENFORO = Application(
    "XenForo",
    Signs(marks=("xf",)),
    (
        View(
            posts=(
                Posts(
                    post=".message--post",
                    body=".message-body .bbWrapper",
                    author=".message-name",
                    date=".message-attribution time",
                    permalink='.message-attribution a[href*="post-"]',
                    accepted=".message--solution",
                ),
            ),
            exclude=(".bbCodeBlock-expandLink",),
            page_type="forum",
        ),
    ),
)
