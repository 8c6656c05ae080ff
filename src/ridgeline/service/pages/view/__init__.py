"""The page as its reader sees it, written so that nothing of it runs and nothing is requested from elsewhere.

    write_view(page, …)         the body and the styles of a stored page, every leaf in an element of ours
    write_content_view(…)       the content of an extraction, with the same elements: the reading view
    write_laid_out(…)           a page as a real browser laid it out, over its picture
    embed_files(page, …)        the page for that browser, with the style sheets and pictures that are stored
    as_document(view, nonce)    the HTML document of a sandboxed frame
    POLICY                      its content security policy

No markup of the page is copied. `writer.py` writes the elements anew from the columns of the page, with an allowlist
of elements and attributes (`vocabulary.py`); `styles.py` keeps the style sheets and takes out what could load anything;
`snapshot.py` has the style sheets and pictures that are stored with the page, `pictures.py` their addresses;
`placeholders.py` stands in for pictures, frames and controls; `placement.py` parses what was written, and finds the
elements that a browser would put elsewhere; `document.py` adds the frame's own script (frame.js) and style (frame.css).
"""

from .document import POLICY, as_document, policy
from .embedding import embed_files
from .laid_out import write_laid_out
from .reading_view import write_content_view
from .snapshot import EMPTY, Snapshot
from .writer import View, write_view

__all__ = [
    "EMPTY",
    "POLICY",
    "Snapshot",
    "View",
    "as_document",
    "embed_files",
    "policy",
    "write_content_view",
    "write_laid_out",
    "write_view",
]
