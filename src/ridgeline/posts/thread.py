"""The way from a page to its posts, in order."""

from ..applications import find_view
from ..output.text import to_texts
from ..page import Budget, Page
from ..text.urls import find_base
from .details import Fields, Member
from .groups import find_groups
from .kinds import kind_of
from .quotes import Quoted, find_all_quotes
from .record import Post, Quote
from .replies import find_answered, find_depths, find_parents
from .selected import select_members
from .signs import Signs

MAX_POSTS = 2_000
MAX_NODES = 200_000  # that are looked at, and take 30 MB; the largest page of harvest has 6,661


def read_posts(page: Page, budget: Budget | None = None) -> tuple[Post, ...]:
    """Return the posts of a page in document order, as many as the time allows. Never raises because of the page."""
    budget = budget or Budget()
    if not len(page.leaves) or budget.is_spent():
        return ()
    if len(page) > MAX_NODES:
        page = page.beginning(MAX_NODES)
    signs = Signs(page)
    members = _members(signs, budget)
    if not members:
        return ()
    fields = Fields(signs, members, find_base(page))
    texts = _Texts(page, members, find_all_quotes(signs, [member.body for member in members]))
    depths = find_depths(signs, members)
    parents = find_answered(fields, members, find_parents(depths))
    return tuple(
        _read_post(fields, texts, position, depth, parent)
        for position, (depth, parent) in budget.limited(enumerate(zip(depths, parents, strict=True)))
    )


def _members(signs: Signs, budget: Budget) -> list[Member]:
    """Return the posts in document order: those that an application selects, else those of all groups."""
    view = find_view(signs.page, budget)
    members = select_members(signs, view, budget) if view is not None else []
    members = members or [
        Member(start, end, own, body)
        for posts in find_groups(signs)
        for start, end, own, body in zip(
            posts.group.start.tolist(), posts.group.end.tolist(), posts.bodies.own, posts.bodies.leaves, strict=True
        )
    ]
    members = [member for member in members if len(member.body)]
    return sorted(members, key=lambda member: (member.start, -member.end))[:MAX_POSTS]


class _Texts:
    """The texts of all posts and of their quotes. They are joined at once: a page may have thousands of posts."""

    def __init__(self, page: Page, members: list[Member], quoted: list[Quoted]) -> None:
        self.members = members
        self.whole = to_texts(page, [member.body for member in members])
        self._own = iter(to_texts(page, [each.own for each in quoted if each.parts]))
        self._quotes = iter(to_texts(page, [part.keep for each in quoted for part in each.parts]))
        self.own = [next(self._own) if each.parts else text for each, text in zip(quoted, self.whole, strict=True)]
        self.quotes = [
            tuple(Quote(next(self._quotes), part.author, part.keep, part.node) for part in each.parts)
            for each in quoted
        ]


def _read_post(fields: Fields, texts: _Texts, position: int, depth: int, parent: int | None) -> Post:
    member = texts.members[position]
    author, author_url = fields.author(member)
    date, shown_date = fields.date(member)
    return Post(
        kind=member.kind or kind_of(fields.signs, member.start),
        author=author,
        author_url=author_url,
        date=date,
        shown_date=shown_date,
        permalink=fields.permalink(member),
        votes=fields.votes(member),
        accepted=fields.is_accepted(member),
        depth=depth,
        parent=parent,
        text=texts.whole[position],
        own_text=texts.own[position],
        quotes=texts.quotes[position],
        page=fields.page,
        keep=member.body,
        nodes=range(member.start, member.end),
    )
