"""The files of a crawl: a name for each page by its path, and relative links between them."""

import posixpath
import re
from collections.abc import Mapping
from html import escape, unescape
from urllib.parse import quote, unquote, urldefrag, urlsplit

from .scope import normal_url

_NOT_IN_NAMES = re.compile(r"[^\w.]+")
_SUFFIX = re.compile(r"\.(?:x?html?|php\d?|aspx?|jsp)$", re.IGNORECASE)
_MAX_NAME_BYTES = 100  # file systems allow 255; a number and a suffix are added
_MAX_FOLDERS = 20
_FENCE = re.compile(r"(?m)^[ >]*(`{3,}|~{3,}).*$")
_ADDRESS = r"(https?://(?:[^\s()<>]|\([^\s()<>]*\))+)"
_MARKDOWN_LINK = re.compile(rf"(\]\(<?|^\[\d+\]: <?){_ADDRESS}", re.MULTILINE)
_HTML_LINK = re.compile(r'(<a href=")(https?://[^"]+)')


def file_name(url: str, suffix: str) -> str:
    """Return the name of the file of a page below the folder of the crawl: letters, digits, dots and hyphens only.

    No part begins with an underscore, as the files of the crawl itself do.
    """
    parts = urlsplit(url)
    *folders, last = unquote(parts.path).split("/")[1:]
    stem = _SUFFIX.sub("", last) or "index"
    if parts.query:
        stem = f"{stem}-{unquote(parts.query)}"
    # A folder could have the name of a file: page a.md/b beside page a.
    named = [re.sub(rf"{re.escape(suffix)}$", f"-{suffix[1:]}", _safe(folder)) for folder in folders if folder]
    return "/".join([*named[:_MAX_FOLDERS], f"{_safe('-'.join([*named[_MAX_FOLDERS:], stem]))}{suffix}"])


def _safe(name: str) -> str:
    safe = _NOT_IN_NAMES.sub("-", name).strip("-._")
    return safe.encode()[:_MAX_NAME_BYTES].decode(errors="ignore").rstrip("-._") or "page"


def with_relative_links(text: str, format: str, own: str, files: Mapping[str, str]) -> str:
    """Return a file with links to other files in the place of those to their pages; code stays as it is."""
    if format == "html":
        return _HTML_LINK.sub(lambda match: match[1] + escape(_relative(unescape(match[2]), own, files)), text)
    if format != "markdown":
        return text
    parts, begin, fence = [], 0, None
    for match in _FENCE.finditer(text):
        if fence is None:
            parts.append(_with_relative_markdown(text[begin : match.start()], own, files))
            begin, fence = match.start(), match[1]
        elif match[1].startswith(fence) and match[0].strip(" >") == match[1]:
            parts.append(text[begin : match.end()])
            begin, fence = match.end(), None
    rest = text[begin:]
    return "".join([*parts, rest if fence else _with_relative_markdown(rest, own, files)])


def _with_relative_markdown(text: str, own: str, files: Mapping[str, str]) -> str:
    return _MARKDOWN_LINK.sub(lambda match: match[1] + _relative(match[2], own, files), text)


def _relative(url: str, own: str, files: Mapping[str, str]) -> str:
    """Return the way from a file to that of a page; the address itself where it has none."""
    fragment = urldefrag(url).fragment
    target = files.get(normal_url(url) or "")
    if target is None:
        return url
    way = quote(posixpath.relpath(target, posixpath.dirname(own) or "."))
    return f"{way}#{fragment}" if fragment else way
