"""MediaWiki: articles, without what their authors ask of each other in boxes, and links to like articles."""

from .application import Application, Signs, View

_EXCLUDED = """.ambox .ombox .tmbox .navbox .mw-editsection .noprint .mw-cite-backlink #catlinks
    .printfooter #siteSub"""

MEDIAWIKI = Application(
    "MediaWiki", Signs(generators=("mediawiki",), marks=("mediawiki",)), (View(exclude=tuple(_EXCLUDED.split())),)
)
