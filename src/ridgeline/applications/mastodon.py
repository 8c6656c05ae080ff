"""Mastodon, as its scripts write a post and the replies to it: pictures stand beside the text."""

from .application import Application, Posts, Signs, View

MASTODON = Application(
    "Mastodon",
    Signs(generators=("mastodon",)),
    (
        View(
            posts=(
                Posts(
                    post=".detailed-status__wrapper, .status__wrapper",
                    body=".status__content__text, .media-gallery__item img",
                    author=".detailed-status__display-name, .status__display-name",
                    date="time",
                    permalink=".detailed-status__datetime, .status__relative-time",
                    votes=".detailed-status__favorites",
                ),
            ),
            page_type="forum",
        ),
    ),
)
