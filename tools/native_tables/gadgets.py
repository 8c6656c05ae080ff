"""Words of gadgets that formats leave out wherever they stand (gadgets.c)."""

# What permalinks say; "Â¶" is a page that was decoded wrongly before it was saved.
MARKS = ("¶", "Â¶", "#", "§", "🔗", "⚓", "∞")
# Classes of permalinks, of which a part is enough.
PERMALINKS = ("headerlink", "hash-link", "permalink", "anchor")
# Classes of notices of forums, of links to source code and of buttons of captions, and a part of what these say, in
# English; other languages have the same classes.
NOTICES = (
    *("expandlink", "quoteexpand", "browserwarning", "browserupgrade", "browser-upgrade", "outdated-browser"),
    *("viewcode-link", "toggle-caption", "hide-caption"),
)
NOTICE_WORDS = ("expand", "browser", "раскрыть", "upgrade", "[source]", "caption")
REMARKS = ("inline-template",)  # classes of what editors of MediaWiki ask for
# Smileys of forums: classes of images, and folders that they are in.
SMILEYS = ("smilie", "smiley", "emoticon", "emoji")
SMILEY_FOLDERS = ("/smilies/", "/smileys/", "/smiley/", "/emoticons/", "/emoji/")
# What counters count; a number stands before or after it.
COUNTED = tuple(
    phrase.strip()
    for phrase in """views, view, page views, total views, shares, просмотров, просмотры, просмотра, просмотр,
    количество просмотров, переглядів, перегляди, aufrufe, seitenaufrufe, vues, visitas, vistas, visualizzazioni,
    visualizações, visualizaciones, wyświetleń, odsłon, odsłony, zobrazení, görüntüleme, okunma, lượt xem, dilihat,
    阅读, 阅读量, 阅读数, 阅读次数, 浏览, 浏览量, 浏览数, 浏览次数, 点击数, 点击量, 点击次数, 瀏覽, 瀏覽數, 瀏覽次數,
    閲覧数, 조회, 조회수""".split(",")
)
