"""The HTML document of a view, for a sandboxed frame, and the policy that it is served under.

Nothing of a page runs: the only script is ours, and the policy knows it by a nonce, which is new with every answer.
Nothing is requested but pictures that are stored with the page, from the service itself: the policy names their folder
(`files`), and forbids every other place and every other kind of resource. The frame has an origin of its own, so that
it cannot read anything of the service; it talks to the page around it by messages (frame.js).
"""

from functools import cache
from importlib.resources import files

from .vocabulary import escape_text
from .writer import View

POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; "
    "img-src data:{files}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_CUT = '<p class="rl-note">The page goes on; its first part is shown.</p>'


def policy(nonce: str, files: str = "") -> str:
    """Return the content security policy of a document with this nonce, whose pictures are below `files`."""
    return POLICY.format(nonce=nonce, files=files and f" {files}")


def as_document(view: View, nonce: str) -> str:
    """Return the document. `nonce` consists of letters and digits that nobody can guess."""
    return f"""<!DOCTYPE html>
<html{view.html_attributes}>
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape_text(view.title)}</title>
<style>{_asset("frame.css")}</style>
{view.styles}
<script nonce="{nonce}">{_asset("frame.js")}</script>
</head>
<body{view.body_attributes}>{view.body}{_CUT if view.is_cut else ""}</body>
</html>"""


@cache
def _asset(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
