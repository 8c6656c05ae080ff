"""Discourse, as its scripts write a topic: who answers whom stands at the top of a post."""

from .application import Application, Posts, Signs, View

DISCOURSE = Application(
    "Discourse",
    Signs(generators=("discourse",)),
    (
        View(
            posts=(
                Posts(
                    post=".topic-post",
                    body=".cooked",
                    author=".topic-meta-data .username",
                    date=".relative-date",
                    permalink=".post-date[href]",
                    votes=".like-count",
                    accepted=".accepted-answer, .accepted-text",
                    answers=".reply-to-tab",
                ),
            ),
            exclude=("aside.accepted-answer",),  # the solution, said once more below the question
            title=("#topic-title .fancy-title",),
            page_type="forum",
        ),
    ),
)
