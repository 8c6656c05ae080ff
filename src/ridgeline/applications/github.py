"""GitHub: issues, pull requests, discussions, files and the text below the list of a repository's files.

Issues are written by React, with names of classes that change with each release, and stable test ids; pull requests and
discussions by templates.
"""

from .application import Application, Posts, Signs, View

_ISSUE = View(
    posts=(
        Posts(
            post='[data-testid="issue-body-viewer"], [data-testid^="comment-viewer-outer-box"]',
            body='[data-testid="markdown-body"]',
            author='[data-testid="issue-body-header-author"], a[class*="AuthorLink"]',
            date="relative-time",
            permalink='[data-testid="issue-body-header-link"], a[href*="#issuecomment-"]',
        ),
    ),
    title=('[data-testid="issue-title"]',),
    page_type="forum",
)
_TIMELINE = View(
    posts=(
        Posts(
            post=".timeline-comment-group, .review-comment",
            body=".js-comment-body",
            author=".author",
            date="relative-time",
            permalink="a.js-timestamp",
            votes=".js-upvote-count",
            accepted='[aria-label="Marked as Answer"], .Label--success',
        ),
    ),
    title=(".js-issue-title",),
    page_type="forum",
)
_GIST = View(select=(".gist-content .entry-content", ".gist-content .blob-code"))
_FILE = View(select=(".react-code-lines .react-file-line", ".js-file-line-container .blob-code"))
_README = View(select=("article.markdown-body",))

GITHUB = Application("GitHub", Signs(hosts=("github.com",)), (_GIST, _ISSUE, _TIMELINE, _FILE, _README))
