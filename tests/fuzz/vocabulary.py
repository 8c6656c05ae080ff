"""What hostile documents are made of: tags, attributes, values, fragments."""

from ..output.test_html import ATTACKS
from ..studio.attacks import VECTORS

TAGS = tuple(
    """a abbr address applet area article aside audio b base bdi bdo blockquote body br button canvas caption center cite
    code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font
    footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li
    link main map mark marquee math menu meta meter mi mn mo mrow msup mtext nav nobr noembed noframes noscript object
    ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section
    select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time
    title tr track tt u ul var video wbr xmp x-card annotation semantics foreignObject desc""".split()
)
# What the writers of formats look at.
COMMON_TAGS = tuple(
    "p div a b i code pre ul ol li table tr td th h1 h2 blockquote img input br dl dt dd sup math".split()
)
NUMBERS = (
    *("0", "1", "-1", "2", "100", "1001", "65535", "2147483648", "-2147483649", "1e308", "NaN", "½", "٣", "²"),
    *("9" * 400, "9" * 5000, "-" + "9" * 5000, "0x10", " 7 ", "3.5", "1px", "100%", "", "①", "一"),
)
URLS = (
    *("http://[/", "//[", "http://[::1", "http://]/", "https://", "http:///x", "http://a b/", "http://x:99999999/"),
    *("javascript:hit()", "JaVa\tScript:hit()", " \x01javascript:hit()", "data:text/html,<script>hit()</script>"),
    *("vbscript:x", "mailto:a@b.c", "tel:+1", "blob:x", "about:blank", "file:///etc/passwd", "#", "#a", "?"),
    "?a=1&b=2",
    *("", " ", ".", "..", "../../../..", "/", "//", "///", "\\\\x\\y", "http:\\\\x", "x y", "é", "http://é.example/ü"),
    *("http://xn--/", "http://-.-/", "http://1.2.3.4.5/", "http://%00/", "%", "%zz", "\ud800", "http://\ud800/", "\0"),
    *("http://example.org/" + "a/" * 50, "http://" + "a" * 300 + ".example/", "https://example.org/a(b)c[d]e|f`g<h>"),
    *("https://creativecommons.org/licenses/by/4.0/", "http://creativecommons.org/licenses/["),
    *("http://user:password@[/", "http://example.org:x/", "http://example.org/?u=http://[/", "x:" * 40, "::::"),
    "http:",
    *(
        "?utm_source=a&b=1&fbclid=%zz",
        "/x?&&gclid=#utm_source=1",
        "http://x/?utm_id",
        "?a&utm_a=" + "&utm_b" * 50 + "&=#",
    ),
)
DATES = (
    *("2024-02-30", "0000-00-00", "9999-99-99", "2024-13-45T99:99:99+99:99", "10000-01-01", "-0044-03-15", "1e9"),
    *("2024-02-29T23:59:60Z", "20240229T000000Z", "Thu, 32 Foo 2024", "32 janvier 2024", "1 ١ 2024", "²⁰²⁴-01-01"),
    *("1700000000", "99999999999999999999", "2024", "2024-W53-7", "12/31/0001", "令和6年2月30日", "yesterday", "0"),
    *("2024-01-01T00:00:00-24:00", "Jan 1, 99999", "9" * 5000, "2024-01-01 25:61", "00/00/0000", "1.1.1"),
)
STRINGS = (
    *("", " ", "a", "word " * 40, "\u202e\u2066", "\ud83d", "\udc00\ud800", "\0", "\x1b[31m", "\x85\u2028\u2029"),
    "İſΣ",
    *("&amp;#60;", "&#1" + "1" * 50 + ";", "&#x110000;", "&#xD800;", "&#0;", "&#128;", "&notit;", "&amp", "&", "&;"),
    *("&#" + "1" * 5000 + ";", "&#x" + "f" * 5000 + ";", "&#" + "0" * 5000 + "65;", "&amp;#" + "1" * 5000 + ";"),
    *(
        "漢字かな交じり文。",
        "שלום עולם",
        "مرحبا",
        "ไทย",
        "한국어",
        "e\u0301" * 30,
        "👩‍👩‍👧‍👦",
        "\u200b\u200d\ufeff",
        "\ue000",
    ),
    *("```", "~~~~", "`` ` ``", "- [ ] a", "1. a", "# a", "> a", "| a | b |", "|-|-|", "[1]: http://x", "[a](b)"),
    "***",
    *("<!--", "-->", "]]>", "<![CDATA[", "<?xml", "$x$", "$$", "\\(", "\\", "\\\\", "<h>", "<p>", "---", "===", "a\tb"),
    *('"', "'", '="', "</script>", "</title>", "<b", "</", "<", ">", "{", "}", "{{x}}", "%s", "%(a)s", "{0}"),
    "\\u0000",
    *("by Ann Example", "Published 2024-02-30", "© 2024", "Reply", "3 days ago", "5 comments", "Share"),
    "Continue reading",
    *("£1,000.00", "Please enable JavaScript", "Subscribe to continue", "404 Not Found", "Checking your browser"),
)
PROSE = (
    "The morning ferry leaves at nine, and it carries more mail than people across the sound to the islands.",
    "The crossing takes forty minutes in fair weather, and the crew has coffee on the way back to the harbour.",
    "In winter the boat stays in the harbour for days, while the islands wait for letters, bread and newspapers.",
)
# Attributes, and the values that mean something in them.
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        "colspan rowspan start value width height span cols rows size maxlength tabindex level".split(), NUMBERS
    ),
    **dict.fromkeys(
        "href src srcset action data poster cite background data-src data-original longdesc xlink:href".split(), URLS
    ),
    "srcset": (
        "a 1x, b 2x",
        ", ,",
        "http://[/ 2x",
        "data:image/png;base64,AA 9" + "9" * 400 + "w",
        " ",
        "a,b,c",
        "\ud800",
    ),
    "content": (*DATES, *URLS[:12], *STRINGS[:12], "0; url=http://[/", "text/html; charset=utf-7", "noindex"),
    "datetime": DATES,
    "class": (
        *("comment", "comments", "post", "byline author", "date published", "nav menu", "hljs language-c++", "katex"),
        *("math inline", "mwe-math-fallback-image-inline", "lang-a`b", "brush: js", "\ud800", "a\xa0b", "hidden", "ad"),
        *("admonition warning", "callout", "markdown-alert", "tabpanel", "tabbed-block", "code-group", "fn footnotes"),
        *("sidenote", "ltx_note_outer", "wp-caption-text", "gridcell", "columnheader", "rowgroup", "reference"),
        *("message postbody", "reply depth-3", "quote", "highlight-source-x", "linenos", "sr-only", "footnote-ref"),
    ),
    "id": ("comments", "content", "__NEXT_DATA__", "post-1", "p" * 300, "é", "\ud83d", "1", "a b", ""),
    "style": ("display:none", "display:block", "visibility:hidden", "font-size:0", "x" * 300, "display", ":;:;", "\\"),
    "name": (
        "author",
        "description",
        "date",
        "robots",
        "viewport",
        "citation_date",
        "dc.date",
        "dc.rights",
        "category",
        "generator",
        "",
    ),
    "property": (
        "article:section",
        "og:title",
        "og:url",
        "og:type",
        "article:published_time",
        "og:image",
        "og:locale",
        "og:site_name",
    ),
    "itemprop": (
        "articleBody",
        "datePublished",
        "author",
        "name headline",
        "url",
        "commentCount",
        "text",
        "\ud800",
        "",
    ),
    "itemtype": ("https://schema.org/Article", "http://schema.org/Comment", "http://[/", "Recipe", ""),
    "itemscope": ("",),
    "rel": ("canonical", "author", "license", "category tag", "alternate", "amphtml", "next", "icon", "stylesheet", ""),
    "http-equiv": ("refresh", "content-type", "Content-Language", "last-modified", ""),
    "charset": (
        "utf-7",
        "utf-16",
        "x-user-defined",
        "rot13",
        "idna",
        "undefined",
        "iso-2022-kr",
        "",
        "\ud800",
        "punycode",
    ),
    "lang": ("en", "ar", "x", "zh-Hant-TW", "a" * 300, '"><script>', "", "\ud800", "de-1996"),
    "dir": ("rtl", "ltr", "auto", "x"),
    "type": (
        "checkbox",
        "application/ld+json",
        "application/json",
        "text/template",
        "math/tex",
        "hidden",
        "image",
        "a",
        "i",
    ),
    "role": (
        *("main", "navigation", "img", "presentation", "heading", "comment", "list", "table", "math", "grid", "row"),
        *("gridcell", "columnheader", "rowheader", "rowgroup", "tab", "tablist", "tabpanel", "doc-noteref", "note"),
    ),
    "aria-labelledby": ("a", "fn1", "a b", ""),
    "aria-controls": ("a", "tab-1", ""),
    "data-note": STRINGS,
    "data-footnote-ref": ("", "1"),
    "aria-level": NUMBERS,
    "aria-label": STRINGS,
    "aria-hidden": ("true", "false", ""),
    "alt": STRINGS,
    "title": STRINGS,
    "alttext": STRINGS,
    "display": ("block", "inline", ""),
    "encoding": ("application/x-tex", "text/html", "MathML-Content"),
    "checked": ("",),
    "hidden": ("", "until-found"),
    "open": ("",),
    "reversed": ("",),
    "shadowrootmode": ("open", "closed", "x"),
    "srcdoc": ("<p>a</p>", "&lt;script&gt;", "<iframe srcdoc='<p>b'>"),
    "data-preloaded": (
        '{"a":"{}"}',
        "{",
        "[" * 300,
        '{"topic":"{\\"post_stream\\":{\\"posts\\":[{\\"cooked\\":1}]}}"}',
    ),
    "onerror": ("hit()",),
    "for": ("a",),
    "scope": ("row", "col", "x"),
    "headers": ("a b",),
    "contenteditable": ("",),
    "is": ("x-y",),
}
# Markup that means something only together.
FRAGMENTS = (
    "<ul><li><input type=checkbox><pre>&lt;script&gt;hit()&lt;/script&gt;</pre></ul>",
    "<li><input type=checkbox><table>",
    *(
        "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>",
        "<ruby><rt><rt><rp>",
        "<math alttext='x^2'><mi>x</mi></math>",
    ),
    *("<math display=block><semantics><mrow/><annotation encoding=application/x-tex>\\frac", "<span class=katex>$x$"),
    *("<script type=math/tex>x</script>", "<table><tr><td colspan=0 rowspan=0>", "<table><caption><table>"),
    "<table><th>",
    *("<noscript><img src=x><p>text</noscript>", "<noscript><noscript></noscript>"),
    "<form><form><input><select><option>",
    *("<div><template shadowrootmode=open><p>shadow<slot></slot></template>light</div>", "<template><tr><td>"),
    *("<frameset><frame src='http://[/'>", "<iframe srcdoc='<p>in a frame</p>'></iframe>", "<object data='//['>"),
    "<base>",
    *("<base href='http://[/'>", "<base href='//x/y/'>", "<link rel=canonical href='http://[/'>", "<img srcset=',,'>"),
    *("<meta property=og:url content='http://[/'>", "<meta charset=utf-7>"),
    "<meta http-equiv=refresh content='0;url=//['>",
    *("<title>", "</title>", "<textarea>", "<plaintext>", "<xmp>", "<style>", "<!--", "--!>", "<!DOCTYPE", "<?xml?>"),
    "<![CDATA[",
    *("<h1></h1>", "<h7>", "<p/>", "</p>", "</br>", "</body>", "</html>", "<html lang=x>", "<body>", "<head>", "<"),
    *("</", "<a"),
    *("<dl><dt><dd><dt>", "<ol reversed start=-5><li value=x>", "<ol type=i><li><ol><li>", "<details><summary>"),
    "<hr><hr>",
    *("<blockquote><pre>\n\n a\n</pre>", "<pre><code class=language-x>a\n\tb</code></pre>", "<code>a<br>b</code>"),
    "<br><br>",
    "<div class=comment><span class=author>Ann</span><time datetime=x>now</time><p>text",
    "<article class=post><a href=#1>#1",
    "<div itemscope itemtype=http://schema.org/Article><p itemprop=articleBody>",
    "<span itemprop=datePublished content=9e9>",
    "<nav class=breadcrumb><a href=/>Home</a> › <a href=//[>Boats</a></nav>",
    "<a rel=license href='http://[/'>CC BY</a>",
    *("<a href=x><a href=y>", "<b><i></b></i>", "<svg><title>x</svg>", "<svg><foreignObject><p>", "<math><mtext><b>"),
    "<select><p>",
    # kinds of structure, whole and in pieces
    "a<sup id=r1><a href=#fn1>1</a></sup><ol class=footnotes><li id=fn1>note <a href=#r1>↩</a><li id=fn2></ol>",
    *("<sup><a href=#fn1>[1]</a></sup>", "<p id=fn1>1. note<sup><a href=#fn1>1</a></sup>", "<sup>1</sup><p>1 a<p>2 b"),
    "<label class='margin-toggle' for=a></label><input id=a class=margin-toggle><span class=sidenote>aside",
    "<div class='admonition note'><p class=admonition-title>Note<p>text<div class='admonition tip'><p>inside</div></div>",
    *(
        "<blockquote>[!NOTE]<br>text</blockquote>",
        "<div class='alert alert-]warning'>",
        "<div class='callout callout-'>",
    ),
    "<div role=table><div role=row><b role=columnheader>a</b><b role=columnheader>b</b></div><div role=row><i role=gridcell>1",
    *("<div role=row><div role=rowheader><div role=grid>", "<div role=table><table role=row><td role=gridcell>"),
    "<div role=tablist><button role=tab aria-controls=a>One</button></div><div role=tabpanel id=a>text<div role=tabpanel>",
    "<div class=tabbed-set><input type=radio><div class=tabbed-labels><label>a</label></div><div class=tabbed-block><pre>x",
    *(
        "<figure><img src=a.png alt=x><figcaption>text<figure>",
        "<div class=wp-caption><img src=a><p class=wp-caption-text>b",
    ),
    "<abbr title='a (b'>AB</abbr> <abbr>AB</abbr> <abbr title='&lt;script&gt;'>x</abbr>",
    *("<picture><source srcset='a 1x'><img alt=x></picture>", "<video><source src=//[></video>"),
    "<map><area alt=x href=/>",
    *("\r\n", "\r", "\f", "\t", "\xa0", "\u3000", "\u2028", "\ufeff", "\x00", "\x0b", "\x80", "\ud800", "\U0010ffff"),
    "\ufffe",
    *ATTACKS,
    *VECTORS.values(),
)
# The posts of threads, as systems of forums and comments write them.
POSTS = (
    "<div class=post id=post-{number}><div class=postprofile><a class=username href=/u/{number}>{author}</a></div>"
    "<div class=postbody><p class=author><time datetime='{date}'>{date}</time></p><div class=content>{text}</div></div></div>",
    "<li class=comment id=comment-{number}><cite class=fn>{author}</cite><a class=comment-date href=#comment-{number}>{date}</a>"
    "<div class=comment-content>{text}</div><a class=comment-reply-link>Reply</a>",
    "<article itemscope itemtype=https://schema.org/Comment><span itemprop=author>{author}</span><time itemprop=dateCreated "
    "datetime='{date}'>{date}</time><div itemprop=text>{text}</div><span itemprop=upvoteCount>{number}</span></article>",
    "<div class='answer accepted-answer' data-answerid={number}><div class=js-vote-count data-value={date}>{number}</div>"
    "<div class='s-prose js-post-body'>{text}</div><div class=user-details><a href=/users/{number}>{author}</a></div></div>",
    "<table class=comtr id={number}><tr><td class=ind indent={number}><td class=default><a class=hnuser>{author}</a>"
    "<span class=age title='{date}'>{date}</span><div class=commtext>{text}</div></table>",
)
# How scripts carry data: the text around a JSON value.
CARRIERS = (
    "<script type='application/ld+json'>{}</script>",
    "<script type='application/json'>{}</script>",
    "<script id=__NEXT_DATA__ type='application/json'>{}</script>",
    "<script id=__NUXT_DATA__ type='application/json'>{}</script>",
    "<script>window.__INITIAL_STATE__ = {};</script>",
    "<script>window.__NUXT__={};var a='" + "x" * 200 + "'</script>",
    "<script>window.__APOLLO_STATE__ = JSON.parse('{}')</script>",
    "<script>self.__next_f.push([1,{}])</script>",
    "<script>var pageData = {}" + " " * 200 + "</script>",
    "<div data-preloaded='{}'></div>",
    "<script type=application/ld+json><!-- {} //--></script>",
)
KEYS = (
    *("@type", "@context", "@graph", "@id", "headline", "articleBody", "datePublished", "author", "name", "text"),
    "body",
    *("content", "html", "title", "comment", "publisher", "url", "image", "isAccessibleForFree", "inLanguage"),
    "wordCount",
    *("children", "blocks", "data", "type", "value", "props", "article", "upvoteCount", "acceptedAnswer"),
    *("mainEntity", ""),
)
JSON_STRINGS = (
    *("Article", "NewsArticle", "Comment", "DiscussionForumPosting", "QAPage", "Recipe", "Product"),
    "https://schema.org",
    *STRINGS,
    *DATES,
    *URLS,
    *(" ".join(PROSE), "".join(f"<p>{text}</p>" for text in PROSE) * 3, "<p>", "<table><tr><td>" * 9),
)
EXTREMES = (0, -1, 1, 2**31, -(2**63), 10**400, 1e308, -0.0, float("inf"), float("nan"), 0.1, 1700000000000)
