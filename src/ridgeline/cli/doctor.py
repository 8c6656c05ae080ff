"""`ridgeline doctor`: whether this installation works, and what it can do."""

import platform
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import NamedTuple

from .. import __version__
from ..errors import RidgelineError, how_to_install
from ..options import extract
from ..page import parse
from .terminal import write_standard_output

_WORDS = "A page has a few sentences, as pages do, and they say that everything works. " * 3
_PAGE = f"<title>A page</title><h1>A page</h1><p>{_WORDS}</p>"
_SHELL = f"<title>A page</title><div id=root></div><script>root.innerHTML = `<p>{_WORDS}</p>`</script>"
# Extra → a module of it, and what it is for.
_EXTRAS = {
    "render": ("playwright", "pages that scripts build: --render"),
    "studio": ("fastapi", "ridgeline serve, ridgeline studio"),
    "mcp": ("mcp", "tools for language models: ridgeline mcp"),
    "bulk": ("pyarrow", "corpora: ridgeline bulk"),
}


class _Finding(NamedTuple):
    what: str
    is_wrong: bool
    says: str


def doctor() -> int:
    """Check this installation: the core, a page, the extras, and a browser that opens a page of its own making.

    Nothing is fetched. What is not installed is no fault; the exit code is 1 where something that is there does not
    work.
    """
    findings = list(_findings())
    width = max(len(finding.what) for finding in findings)
    lines = (f"{'wrong' if one.is_wrong else 'ok':6}{one.what:{width}}  {one.says}\n" for one in findings)
    write_standard_output("".join(lines))
    return int(any(finding.is_wrong for finding in findings))


def _findings() -> Iterator[_Finding]:
    system = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()}"
    yield _Finding("ridgeline", False, f"{__version__}, {system}")
    yield _tried("a page", lambda: "" if "sentences" in extract(_PAGE).markdown else "its content was not found")
    for extra, (module, purpose) in _EXTRAS.items():
        is_there = find_spec(module) is not None
        yield _Finding(extra, False, purpose if is_there else f"not installed ({purpose}): {how_to_install(extra)}")
    if find_spec("playwright") is not None:
        yield _tried("a browser", _render)


def _tried(what: str, check: Callable[[], str]) -> _Finding:
    """Return what came of a check, which returns what is wrong, if anything."""
    try:
        wrong = check()
    except RidgelineError as error:
        wrong = str(error)
    return _Finding(what, bool(wrong), wrong or "works")


def _render() -> str:
    from ..render import Renderer  # few command lines need it

    with Renderer() as renderer:
        shown = renderer.render(parse(_SHELL))
    return (
        "" if any("sentences" in text for text in shown.page.leaf_text) else "a page that a script builds stays empty"
    )
