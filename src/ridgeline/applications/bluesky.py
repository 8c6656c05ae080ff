"""Bluesky: a post and the replies to it, as its scripts write them, with names of classes that say nothing."""

from .application import Application, Posts, Signs, View

BLUESKY = Application(
    "Bluesky",
    Signs(hosts=("bsky.app",)),
    (
        View(
            posts=(
                Posts(
                    post='[data-testid^="postThreadItem-by-"]',
                    body='[data-word-wrap], img[src*="/feed_"]',
                    author='a[href^="/profile/"]:not([aria-label])',
                    votes='[data-testid="likeCount"]',
                ),
            ),
            page_type="forum",
        ),
    ),
)
