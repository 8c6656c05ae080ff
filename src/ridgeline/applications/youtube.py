"""YouTube: what is said below a video, with its chapters. What viewers say is in the posts alone."""

from .application import Application, Signs, View

YOUTUBE = Application(
    "YouTube",
    Signs(hosts=("youtube.com",)),
    (
        View(
            select=("#description-inline-expander #expanded", "#description-inline-expander #snippet"),
            title=("ytd-watch-metadata #title h1",),
            author=("ytd-video-owner-renderer #channel-name a",),
            page_type="article",
        ),
    ),
)
