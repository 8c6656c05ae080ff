"""arXiv: papers as LaTeXML writes them, without the notices around them."""

from .application import Application, Signs, View

ARXIV = Application(
    "arXiv",
    Signs(hosts=("arxiv.org", "ar5iv.org")),
    (
        View(
            select=("article.ltx_document",),
            exclude=(".ltx_authors", ".ltx_title_document", ".ltx_dates"),
            author=(".ltx_personname",),
            page_type="article",
        ),
    ),
)
