"""phpBB 3: a thread of posts; a quotation says in brackets where it is from."""

from .application import Application, Posts, Signs, View

PHPBB = Application(
    "phpBB",
    Signs(marks=("phpbb",)),
    (
        View(
            posts=(
                Posts(
                    post='.post[id^="p"]',
                    body=".postbody .content",
                    author='.author [class^="username"]',
                    date=".author time",
                    permalink='.author a[href*="viewtopic"]',
                ),
            ),
            exclude=("blockquote cite .responsive-hide",),
            title=(".topic-title",),
            page_type="forum",
        ),
    ),
)
