"""Pictures and players that belong to the kept text: inside of it, between its blocks, with its captions, at its head.

The *box* of a picture is the outermost element around it without a kept leaf: the figure, the link, the wrapper. What
stands around the box is kept. A picture belongs to the text where its box holds no more than a caption, where little
that was dropped stands between it and kept text, and where neither names, sizes nor links say that it is an icon, an
avatar, an advert or the picture of another page. Each picture is added once: pages have copies for phones, for
galleries and, in `noscript`, for readers without scripts. Of the pictures that were kept, avatars and the pixels of
trackers are dropped.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..page import IntColumn, Page, elements
from ..page.elements import CODES
from .kept import Kept, link_target, name_of

_PICTURES = elements.table("img video audio iframe embed object".split())
_IMG, _FIGURE, _SOURCE, _NOSCRIPT = (CODES[name] for name in ("img", "figure", "source", "noscript"))
_OUTSIDE = frozenset(CODES[name] for name in ("nav", "aside", "footer", "button", "form", "dialog"))
_FRAMES = frozenset(CODES[name] for name in ("iframe", "embed", "object"))

_MAX_PICTURES = 2_000  # of a page that are looked at
_MAX_LEVELS = 12  # of elements between a picture and kept text, or the link around it
_MAX_CAPTION_LENGTH = 700  # characters in a figure
_MAX_BOX_LENGTH = 250  # characters in another box
_MAX_DROPPED_LENGTH = 400  # characters between a picture and kept text: adverts, share buttons, a byline
_MAX_LEAVES = 30  # that were dropped, between a picture and kept text, and inside of its box
_MIN_PIXELS = 60  # of a picture that is no icon
_MIN_FILE_NAME = 10  # characters of a file's name that says which picture it is
_MAX_ADDRESS = 500  # characters of an address that are looked at
_MAX_SOURCES = 12  # nodes inside of a video or before an image that may name its address

_AVATAR = "avatar"
_BAD_PARTS = (_AVATAR, "profile", "background", "userpic", "contactform", "contact-form")
_BAD_WORDS = frozenset(
    """author byline ico icon icons emoji smiley smilies logo logos sprite spacer pixel tracking ad ads advert adverts
    advertisement advertising adsense adslot adunit dfp banner banners sponsor sponsors sponsored promo promos promoted
    promotion promotions social share shares sharing related recommended recommendation recommendations newsletter
    subscribe subscription sidebar taboola outbrain rating ratings star stars flag flags badge badges readmore readnext
    popular trending teaser teasers breadcrumb breadcrumbs menu nav navbar footer cookie cookies modal popup comment
    comments copyright loading loader spinner navigation signature""".split()
)
_BAD_FOLDERS = frozenset(
    "icon icons statusicon logo logos smilies smileys emoji emojis button buttons banner banners pixel avatars".split()
)
_BAD_FILES = frozenset(
    """spacer blank pixel transparent clear 1x1 loading loader spinner logo icon arrow arrowl arrowr bullet placeholder
    counter""".split()
)
_TRACKERS = ("doubleclick.", "googlesyndication", "amazon-adsystem", "facebook.com/tr", "scorecardresearch", "/pixel?")
_BAD_ADDRESSES = (*_TRACKERS, _AVATAR, "feedburner", "//ads.", "//ad.")
_NO_SIZES = frozenset({"0", "1", "0px", "1px"})
_BAD_LABEL_ENDS = ("logo", "icon", "avatar", "profile picture")
_BAD_LABELS = frozenset("search menu close advert advertisement anzeige werbung".split())
_PLAYERS = tuple(
    """youtu vimeo dailymotion player video soundcloud spotify podcast brightcove jwplatform wistia bilibili youku
    ted.com rutube vk.com codepen jsfiddle streamable twitch loom.com /maps openstreetmap""".split()
)
_PICTURE_ENDS = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".tif", ".tiff")
_PICTURE_ADDRESSES = ("file:", "image:", "datei:", "fichier:", "bild:", "archivo:", "attachment", "gallery", "/photo")
_ADVERT_SIZES = frozenset(
    {(468, 60), (728, 90), (300, 250), (336, 280), (160, 600), (120, 600), (970, 250), (970, 90), (320, 50), (300, 600)}
)
_ADDRESSES = ("data-src", "data-original", "data-lazy-src", "src", "srcset", "data-srcset", "data")


class _Columns(NamedTuple):
    """Columns of a page, of which single values are read faster than from arrays."""

    leaves: memoryview
    parent: memoryview
    end: memoryview
    lengths: memoryview  # by leaf: characters


class _Place(NamedTuple):
    """Where a picture stands."""

    leaf: int
    node: int
    box: int  # the outermost element around it without a kept leaf, or the picture itself
    before: int  # the node of the kept leaf before it, -1 where there is none
    after: int  # and after it, the number of nodes where there is none
    length: int  # characters that were dropped inside of the box


def images_beside(kept: Kept) -> list[int]:
    """Return the leaves that are pictures of the kept text and were not kept."""
    page = kept.page
    is_picture = _PICTURES.take(page.tag.take(page.leaves), mode="clip")
    missing = np.flatnonzero(is_picture & ~kept.mask)[:_MAX_PICTURES]
    if not len(missing):
        return []
    addressed = ((place, _address(page, place.node)) for place in _near_places(kept, missing))
    found = [(place.leaf, address) for place, address in addressed if address and _is_content(page, place, address)]
    return list(_first_copies(page, found, page.leaves[is_picture & kept.mask][:_MAX_PICTURES])) if found else []


def avatars_and_pixels(kept: Kept) -> Iterator[int]:
    """Yield the kept leaves that are pictures of users beside their posts, or that nobody sees."""
    page = kept.page
    is_image = kept.page.tag.take(kept.nodes) == _IMG
    if not is_image.any():
        return
    for position in np.flatnonzero(is_image)[:_MAX_PICTURES].tolist():
        node = int(kept.nodes[position])
        address = _address(page, node)
        names = (address, name_of(page, node), name_of(page, int(page.parent[node])))
        is_pixel = page.value(node, "width") in _NO_SIZES and page.value(node, "height") in _NO_SIZES
        if is_pixel or _has_part(address, _TRACKERS) or any(_AVATAR in name for name in names):
            yield int(kept.keep[position])


def _first_copies(page: Page, found: list[tuple[int, str]], kept_pictures: IntColumn) -> Iterator[int]:
    """Yield the leaves of pictures that are not kept already, each picture once."""
    shown = {_identity(_address(page, node)) for node in kept_pictures.tolist()}
    for leaf, address in found:
        if (identity := _identity(address)) not in shown:
            shown.add(identity)
            yield leaf


def _near_places(kept: Kept, pictures: npt.NDArray[np.int64]) -> Iterator[_Place]:
    """Yield where pictures stand, those with no more than a caption in their box and kept text near to it.

    Most pages have few pictures, so this is no work for arrays.
    """
    page, keep = kept.page, kept.keep.data
    columns = _Columns(page.leaves.data, page.parent.data, page.end.data, page.leaf_lengths.data)
    count, end = len(keep), len(page.leaves)
    for leaf, following in zip(pictures.tolist(), kept.keep.searchsorted(pictures).tolist(), strict=True):
        before = keep[following - 1] if following else -1
        after = keep[following] if following < count else end
        if (leaf - before <= _MAX_LEAVES or after - leaf <= _MAX_LEAVES) and (
            place := _place(columns, leaf, before, after)
        ):
            yield place


def _place(columns: _Columns, leaf: int, leaf_before: int, leaf_after: int) -> _Place | None:
    """Return where a picture stands between two kept leaves; None where its box holds too much or stands too far."""
    leaves, parent, ends, lengths = columns
    before = leaves[leaf_before] if leaf_before >= 0 else -1
    after = leaves[leaf_after] if leaf_after < len(leaves) else ends[0]
    box = node = leaves[leaf]
    for _ in range(_MAX_LEVELS):
        around = parent[box]
        if around <= before or ends[around] > after:
            break
        box = around
    else:
        return None
    end = ends[box]
    start, stop = leaf, leaf + 1
    first, last = max(leaf_before + 1, leaf - _MAX_LEAVES), min(leaf_after, leaf + _MAX_LEAVES)
    while start > first and leaves[start - 1] >= box:
        start -= 1
    while stop < last and leaves[stop] < end:
        stop += 1
    if after < ends[around]:
        is_near = _is_little(lengths, stop, leaf_after) or (
            around < before and _is_little(lengths, leaf_before + 1, start)
        )
    else:
        # A picture after the last line of kept text is often that of an author or of another page.
        is_near = around < before and start == leaf_before + 1
    if not is_near or (length := sum(lengths[start:stop])) > _MAX_CAPTION_LENGTH:
        return None
    return _Place(leaf, node, box, before, after, length)


def _is_little(lengths: memoryview, first: int, end: int) -> bool:
    """Return whether the leaves from one to before another are few and have few characters."""
    return end - first <= _MAX_LEAVES and sum(lengths[first:end]) <= _MAX_DROPPED_LENGTH


def _address(page: Page, node: int) -> str:
    """Return the address of a picture, "" where it has none or is inlined."""
    for name in _ADDRESSES:
        value = page.value(node, name)
        if value and not value.startswith("data:"):
            return value[:_MAX_ADDRESS].lower()
    # A video has its sources inside of it, an image in a `picture` before it.
    first, end = (node + 1, int(page.end[node])) if page.end[node] > node + 1 else (int(page.parent[node]) + 1, node)
    for index in range(first, min(end, first + _MAX_SOURCES)):
        if page.tag[index] == _SOURCE and (value := page.value(index, "src") or page.value(index, "srcset")):
            return value[:_MAX_ADDRESS].lower()
    return ""


def _identity(address: str) -> str:
    """Return what two copies of a picture have in common: the name of the file, or the address where that is short."""
    path = address.partition("?")[0].partition(" ")[0]
    name = path.rpartition("/")[2]
    return name if len(name) >= _MIN_FILE_NAME and "." in name else address


def _is_content(page: Page, place: _Place, address: str) -> bool:
    """Return whether neither its address, its size, its label, its link nor names around it say that it is not."""
    if page.tag[place.node] in _FRAMES and not _has_part(address, _PLAYERS):
        return False
    if place.length > _MAX_BOX_LENGTH and _FIGURE not in page.tag[place.box : place.node]:
        return False
    if _is_bad_address(address) or _has_bad_size(page, place.node) or _has_bad_label(page, place.node):
        return False
    return _is_well_named(page, place) and _leads_nowhere_else(page, place)


def _has_part(text: str, parts: tuple[str, ...]) -> bool:
    for part in parts:  # noqa: SIM110 - faster than `any`
        if part in text:
            return True
    return False


def _is_bad_address(address: str) -> bool:
    *folders, name = address.partition("?")[0].split("/")
    is_bad = name.partition(".")[0] in _BAD_FILES or not _BAD_FOLDERS.isdisjoint(folders)
    return is_bad or _has_part(address, _BAD_ADDRESSES)


def _has_bad_label(page: Page, node: int) -> bool:
    label = (page.value(node, "alt") or "").strip().lower()
    return label in _BAD_LABELS or label.endswith(_BAD_LABEL_ENDS)


def _has_bad_size(page: Page, node: int) -> bool:
    sizes = tuple(_pixels(page.value(node, name)) for name in ("width", "height"))
    return any(size is not None and size < _MIN_PIXELS for size in sizes) or sizes in _ADVERT_SIZES


def _pixels(value: str | None) -> int | None:
    digits = (value or "").strip().removesuffix("px")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 6 else None


def _is_well_named(page: Page, place: _Place) -> bool:
    """Return whether nothing between a picture and its box is hidden or named as what is not content."""
    node, parent, tags = place.node, page.parent.data, page.tag.data
    is_hidden = bool(page.hidden[node])
    while node >= place.box:
        tag = tags[node]
        if tag in _OUTSIDE or _has_bad_name(page, node):
            return False
        is_hidden &= tag != _NOSCRIPT
        node = parent[node]
    return not is_hidden


def _has_bad_name(page: Page, node: int) -> bool:
    name = name_of(page, node)
    if not name:
        return False
    words = name.replace("-", " ").replace("_", " ").split()
    return not _BAD_WORDS.isdisjoint(words) or _has_part(name, _BAD_PARTS)


def _leads_nowhere_else(page: Page, place: _Place) -> bool:
    """Return whether a picture is no link, or one to a picture, or to where the text beside it leads."""
    target = link_target(page, place.node, _MAX_LEVELS)
    if target is None or target.startswith("#") or _is_picture_address(target[:_MAX_ADDRESS].lower()):
        return True
    return any(
        0 <= node < len(page) and link_target(page, node, _MAX_LEVELS) == target for node in (place.before, place.after)
    )


def _is_picture_address(address: str) -> bool:
    path = address.partition("?")[0].partition("#")[0].rstrip("/")
    return path.endswith(_PICTURE_ENDS) or _has_part(address, _PICTURE_ADDRESSES)
