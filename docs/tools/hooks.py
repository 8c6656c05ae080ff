"""Shows files of the repository that are not in docs/ as pages of the site, and points links at them.

A document links to other files by their path in the repository, so that its links work wherever the repository is
shown. On the site such a link leads to the page of that file. A file without a page, such as a module, loses the link
and keeps the words.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
DOCS = "docs"
PAGES = {
    "benchmarks/README.md": "measuring.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "SECURITY.md": "security.md",
}
_ORIGINS = {page: origin for origin, page in PAGES.items() if page != "index.md"}
_LINK = re.compile(r"(?<!!)\[(?P<words>[^\]\n]+)\]\((?P<target>(?!\w+:|#)[^)\s#]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that stand outside of docs/."""
    for page, origin in _ORIGINS.items():
        files.append(File.generated(config, page, content=(ROOT / origin).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point the links of a page at pages of the site."""
    here = page.file.src_uri
    origin = _ORIGINS.get(here, posixpath.join(DOCS, here))
    return _LINK.sub(lambda link: _relinked(link, origin, here), markdown)


def _relinked(link: re.Match[str], origin: str, here: str) -> str:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link["target"]))
    on_site = PAGES.get(path) or (path.removeprefix(f"{DOCS}/") if path.startswith(f"{DOCS}/") else None)
    if on_site is None:
        return link["words"] if (ROOT / path).exists() else link[0]
    target = posixpath.relpath(on_site, posixpath.dirname(here) or ".")
    return f"[{link['words']}]({target}{link['anchor'] or ''})"
