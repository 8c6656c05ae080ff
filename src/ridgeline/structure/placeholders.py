"""Films, recordings and pictures in elements that are no `video`, `audio`, `iframe` or `img`.

Custom elements (`lite-youtube`, `amp-img`), elements whose attributes name a film for a script to load, and elements
with `role=img`, a label and a picture in the background. Such an element has no leaf, so nothing keeps it. It is
written where it stands between kept text or beside it: a player as its title with a link, a picture as a picture. A
rating, which a row of stars with a label shows, is written as that label, where text stands beside it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from ..output.outline import Draft, Part
from ..page import Page, elements
from ..text.attributes import class_names, one_line
from .kind import Kind, Signs

_YOUTUBE, _VIMEO = "https://www.youtube.com/watch?v={}", "https://vimeo.com/{}"
# By element: where its number is, and the address of what has that number; none where the attribute has the address.
_ELEMENTS = {
    "lite-youtube": ("videoid", _YOUTUBE),
    "youtube-lite": ("videoid", _YOUTUBE),
    "amp-youtube": ("data-videoid", _YOUTUBE),
    "lite-vimeo": ("videoid", _VIMEO),
    "amp-vimeo": ("data-videoid", _VIMEO),
    **dict.fromkeys(("youtube-video", "vimeo-video", "spotify-audio", "hls-video", "mux-video"), ("src", "")),
    **dict.fromkeys(("amp-audio", "amp-video", "amp-iframe", "media-player"), ("src", "")),
    "amp-soundcloud": ("data-trackid", "https://api.soundcloud.com/tracks/{}"),
    "amp-dailymotion": ("data-videoid", "https://www.dailymotion.com/video/{}"),
}
PICTURES = ("amp-img", "amp-anim")
_NO_PLACEHOLDERS = ("svg", "img", "mjx-container")  # with `role=img`: leaves themselves, formulas
# Attributes that hold the number of a film of one site, and those where another one says of which.
_YOUTUBE_NUMBERS = ("data-youtube-id", "data-youtubeid", "data-yt-id", "data-ytid", "data-youtube")
_VIMEO_NUMBERS = ("data-vimeo-id", "data-vimeoid")
_NUMBERS = ("data-video-id", "data-videoid", "data-plyr-embed-id", "data-embed-id", "data-id", "data-src")
_PROVIDERS = ("data-provider", "data-plyr-provider", "data-vendor", "data-video-provider", "data-platform", "class")
# Of posts that a script shows, by class.
_POSTS = {"instagram-media": "data-instgrm-permalink", "mastodon-embed": "data-embed-url"}
_ADDRESSES = ("data-embed-url", "data-oembed-url", "data-video-url", "data-src")
_ASKED = (
    *(*_YOUTUBE_NUMBERS, *_VIMEO_NUMBERS, "data-video-id", "data-videoid", "data-plyr-embed-id", "data-vendor"),
    *("data-embed-url", "data-oembed-url", "data-video-url", "data-query", "data-instgrm-permalink"),
)
_PLAYER = re.compile(
    r"(?:https?:)?//(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com/(?:embed/|watch\?)|youtu\.be/|player\.vimeo\.com/video/"
    r"|vimeo\.com/\d|dailymotion\.com/(?:embed/)?video/|open\.spotify\.com/|w\.soundcloud\.com/|soundcloud\.com/"
    r"|podcasts\.apple\.com/)",
    re.IGNORECASE,
)
_TITLES = ("title", "data-title", "videotitle", "data-video-title", "aria-label", "playlabel", "data-alt", "alt")
_PLAY = re.compile(
    r"\s*(?:view this post on instagram|(?:play|watch|abspielen|lire|reproducir)(?:\s+(?:the\s+)?video)?\b)\s*:?\s*",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"background(?:-image)?\s*:[^;]{0,200}?url\(\s*(['\"]?)([^'\")]{1,2000})\1\s*\)", re.IGNORECASE
)
_BAD_PICTURE = re.compile(r"logo|icon|avatar|badge|pixel|spinner|placeholder", re.IGNORECASE)
_RATING = re.compile(r".*\d.*")
_MAX_RATING_LENGTH = 60  # characters
_MAX_INSIDE = 12  # leaves of an element that only stands for a player
_MAX_LABEL_LENGTH = 150  # characters that they have
_MAX_LEVELS = 6  # elements around one up to what holds kept text
_MAX_BETWEEN = 100  # characters that were dropped between it and kept text
_MAX_FOUND = 500
_LINK = elements.CODES["a"]
_LEADING = elements.table(("a", "iframe", "video", "audio", "embed", "object"))
_OUTSIDE = elements.table(("nav", "aside", "footer", "button", "form", "dialog"))


class _Site(NamedTuple):
    """A site of films."""

    name: str
    attributes: tuple[str, ...]  # that hold the number of one of its films
    number: re.Pattern[str]
    address: str


_SITES = (
    _Site("youtube", _YOUTUBE_NUMBERS, re.compile(r"[\w-]{11}"), _YOUTUBE),
    _Site("vimeo", _VIMEO_NUMBERS, re.compile(r"\d{5,12}"), _VIMEO),
)


class _Found(NamedTuple):
    """An element that is written."""

    node: int
    address: str  # "" for a label alone
    is_picture: bool
    title: str


def _edit(draft: Draft) -> bool:
    """Write what stands between kept leaves or beside them."""
    page = draft.page
    found = [one for one in _all_found(page) if _is_content(page, one)]
    nodes = draft.nodes[: len(draft.outline.leaves)] if found else []
    found = [one for one in found if _is_in_content(page, nodes, one.node)]
    if not found:
        return False
    found = [*{one.address or str(one.node): one for one in reversed(found)}.values()][::-1]  # each address once
    written = [one for one in found if _take_inside(draft, nodes, one)]
    for one in written:
        if not one.address:
            _put_beside(draft, nodes, one)
    _place(draft, draft.root, [one for one in reversed(written) if one.address], len(page))
    return bool(written)


def _all_found(page: Page) -> list[_Found]:
    """Return the elements that stand for something, in document order, none inside another."""
    chosen: list[_Found] = []
    for one in sorted({one.node: one for one in (*_pictures(page), *_players(page))}.values())[:_MAX_FOUND]:
        if not chosen or one.node >= page.end[chosen[-1].node]:
            chosen.append(one)
    return chosen


def _players(page: Page) -> Iterator[_Found]:
    """Yield the elements in the place of films and recordings."""
    for name in {*_ELEMENTS}.intersection(page.names):
        attribute, address = _ELEMENTS[name]
        for node in (element.index for element in page.find(name)):
            if value := (page.value(node, attribute) or "").strip():
                yield _Found(node, address.format(value) if address else value, False, _title(page, node))
    for node in {node for attribute in _ASKED for node in page.having(attribute)}:
        if page.names[page.tag[node]] not in _ELEMENTS and (address := _address(page, node)):
            yield _Found(node, address, False, _title(page, node))


def _address(page: Page, node: int) -> str:
    """Return the address of the film or post whose place an element keeps, "" where it keeps none."""
    if name := next((_POSTS[name] for name in class_names(page, node) if name in _POSTS), ""):
        return (page.value(node, name) or "").strip().partition("?")[0].removesuffix("/embed")
    given = ((page.value(node, name) or "").strip() for name in _ADDRESSES)
    if address := next((value for value in given if _PLAYER.match(value)), ""):
        return address
    providers = " ".join(page.value(node, name) or "" for name in _PROVIDERS).lower()[:300]
    for site in _SITES:
        for name in (*site.attributes, *(_NUMBERS if site.name in providers else ())):
            if site.number.fullmatch(value := (page.value(node, name) or "").strip()):
                return site.address.format(value)
    return ""


def _title(page: Page, node: int) -> str:
    """Return what a player is called: by an attribute, its picture, or its button."""
    given = next((title for name in _TITLES if (title := one_line(page.value(node, name)))), "")
    if not given:
        first, end = page.leaves_in(node)
        labels = (page.value(int(page.leaves[leaf]), "alt") for leaf in range(first, min(end, first + _MAX_INSIDE)))
        given = next((label for each in labels if (label := one_line(each))), "") or one_line(page[node].text_content)
    return _PLAY.sub("", given, count=1)[:_MAX_LABEL_LENGTH]


def _pictures(page: Page) -> Iterator[_Found]:
    """Yield the elements that show a picture which is none of theirs, and labelled stars."""
    for name in {*PICTURES}.intersection(page.names):
        for node in (element.index for element in page.find(name)):
            if address := (page.value(node, "src") or "").strip():
                yield _Found(node, address, True, one_line(page.value(node, "alt")))
    for node in page.having("role"):
        if page.value(node, "role") != "img" or page.names[page.tag[node]] in _NO_PLACEHOLDERS:
            continue
        label, style = one_line(page.value(node, "aria-label")), page.value(node, "style") or ""
        background = _BACKGROUND.search(style[:3000]) if label else None
        if background and not background[2].startswith("data:"):
            yield _Found(node, background[2].strip(), True, label)
        elif len(label) <= _MAX_RATING_LENGTH and _RATING.match(label) and not page[node].text_content.strip():
            yield _Found(node, "", False, label)


def _is_content(page: Page, found: _Found) -> bool:
    """Return whether an element is seen, and shows no logo and no picture of another page."""
    if page.hidden[found.node]:
        return False
    if not found.is_picture:
        return True
    around = found.node
    for _ in range(_MAX_LEVELS):
        around = int(page.parent[around]) if around > 0 else 0
        if page.tag[around] == _LINK:
            return False
    return not _BAD_PICTURE.search(f"{found.title} {found.address.rpartition('/')[2]}")


def _is_in_content(page: Page, nodes: list[int], node: int) -> bool:
    """Return whether an element stands near kept leaves: in an element with some, and little dropped text between."""
    first, end = bisect_left(nodes, node), bisect_left(nodes, int(page.end[node]))
    if first < end:
        return True
    before, after = nodes[first - 1] if first else -1, nodes[end] if end < len(nodes) else len(page)
    box = node
    for _ in range(_MAX_LEVELS):
        around = int(page.parent[box])
        if around < 0 or _OUTSIDE[min(int(page.tag[box]), elements.UNKNOWN)]:
            return False
        if around <= before or page.end[around] > after:
            break
        box = around
    else:
        return False
    is_after = around <= before and _dropped(page, before, box) <= _MAX_BETWEEN
    return is_after or (page.end[around] > after and _dropped(page, int(page.end[box]) - 1, after) <= _MAX_BETWEEN)


def _dropped(page: Page, before: int, after: int) -> int:
    """Return how many characters stand between two nodes."""
    first, end = page.leaves.searchsorted((before + 1, after)).tolist()
    return int(page.leaf_lengths[first:end].sum())


def _take_inside(draft: Draft, nodes: list[int], found: _Found) -> bool:
    """Silence the kept leaves of an element, which only say what it plays; False where they are more than that."""
    first, end = bisect_left(nodes, found.node), bisect_left(nodes, int(draft.page.end[found.node]))
    length = sum(len(draft.page.text[node]) for node in nodes[first:end][: _MAX_INSIDE + 1])
    if first < end and (end - first > _MAX_INSIDE or length > _MAX_LABEL_LENGTH or _has_own(draft.page, found.node)):
        return False
    for leaf in range(first, end):
        draft.change(leaf, "")
    return True


def _has_own(page: Page, node: int) -> bool:
    """Return whether an element holds a link or a player."""
    return bool(_LEADING.take(page.tag[node : int(page.end[node])], mode="clip").any())


def _put_beside(draft: Draft, nodes: list[int], found: _Found) -> None:
    """Add a label to the text before it or after it on its line; stars on a line of their own are a gadget."""
    page, place = draft.page, bisect_left(nodes, found.node)
    for leaf in (place - 1, place):
        if 0 <= leaf < len(nodes) and page.block[nodes[leaf]] == page.block[found.node] and page.text[nodes[leaf]]:
            text = page.text[nodes[leaf]]
            space = " " if text[:1].isalnum() else ""
            draft.change(leaf, f"{text.rstrip()} {found.title}" if leaf < place else f"{found.title}{space}{text}")
            return


def _place(draft: Draft, element: Part, found: list[_Found], stop: int) -> None:
    """Put what was found before a node into an element, where it stands; the next one is the last of the list."""
    parts: list[Part] = []
    for part in element.parts:
        start = draft.nodes[part.first] if part.is_paragraph else _first_node(draft, part)
        while found and found[-1].node < min(start, stop):
            parts.append(_written(draft, found.pop()))
        parts.append(part)
        if found and not part.is_paragraph:
            end = int(draft.page.end[part.node]) if part.node >= 0 else _last_node(draft, part) + 1
            if found[-1].node < end:
                _place(draft, part, found, end)
    while found and found[-1].node < stop:
        parts.append(_written(draft, found.pop()))
    element.parts = parts


def _first_node(draft: Draft, part: Part) -> int:
    if part.is_paragraph:
        return draft.nodes[part.first]
    return part.node if part.node >= 0 else _first_node(draft, part.parts[0]) if part.parts else -1


def _last_node(draft: Draft, part: Part) -> int:
    if part.is_paragraph:
        return draft.nodes[part.end - 1]
    return _last_node(draft, part.parts[-1]) if part.parts else part.node


def _written(draft: Draft, found: _Found) -> Part:
    """Return a picture or a linked title as a paragraph."""
    if found.is_picture:
        leaf = draft.add_picture(found.node, found.address)
        return Part("p", first=leaf, end=leaf + 1)
    return draft.paragraph((found.title or _name(found.address), found.address))


def _name(address: str) -> str:
    """Return what an address is called that nothing gives a title: its site, or its file."""
    scheme, _, rest = address.rpartition("//")
    return rest.partition("/")[0].removeprefix("www.") if scheme else rest.rpartition("/")[2] or address


PLACEHOLDERS = Kind("placeholders", Signs(anywhere=(*_ELEMENTS, *PICTURES, *_ASKED, "img")), edit=_edit)
