"""Pages whose text would run if a renderer of Markdown took it for markup, in every place that text can stand in.

`hit()` is what a payload calls: the harness of rendering.py counts the calls.
"""

import json
from collections.abc import Callable
from html import escape

from hypothesis import strategies as st

from ..output.test_html import ATTACKS
from ..studio.attacks import VECTORS
from .documents import Document
from .vocabulary import PROSE

HIT = "parent.hit(name)"  # the name of a frame is the number of its document
_TAGS = (
    f"<script>{HIT}</script>",
    f"<img src=x onerror={HIT}>",
    f"<svg onload={HIT}>",
    f'<svg/onload="{HIT}">',
    f"<details open ontoggle={HIT}>",
    f"<iframe srcdoc='<script>parent.{HIT}</script>'>",
    f"<a href=javascript:{HIT}>click</a>",
    f"<body onload={HIT}>",
    f"<input autofocus onfocus={HIT}>",
    f"<script\n>{HIT}</script\n>",
    f"</pre></code><script>{HIT}</script>",
    f"--><script>{HIT}</script><!--",
    f"]]><script>{HIT}</script><![CDATA[",
    f"?><script>{HIT}</script><?",
    f"<x y='\n\n'><script>{HIT}</script>",
    f"&lt;script&gt;{HIT}&lt;/script&gt;",
)
_ADDRESSES = (
    f"javascript:{HIT}",
    f"JaVaScRiPt:{HIT}",
    f" \tjavascript:{HIT}",
    f"java\tscript:{HIT}",
    f"java\nscript:{HIT}",
    f"\x01javascript:{HIT}",
    f"javascript&colon;{HIT}",
    f"javascript&#58;{HIT}",
    f"&#106;avascript:{HIT}",
    f"javascript\\:{HIT}",
    f"javascript%3A{HIT}",
    f"data:text/html,<script>{HIT}</script>",
    f"data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==#{HIT}",
    f"vbscript:{HIT}",
    f"//x/){HIT}",
    f"x' onclick='{HIT}",
    f'x" onmouseover="{HIT}',
    f"x>\n\n<script>{HIT}</script>",
)
_MARKDOWN = (
    "[click]({})",
    "![a]({})",
    "<{}>",
    "[a]: {}",
    "[a][a]\n\n[a]: <{}>",
    "[a](<{}> 'title')",
    "[1]",
    "[^1]: {}",
    "{}",
)
# Syntax that could make what follows something else than text.
_SYNTAX = (
    *("`", "``", "```", "~~~", "````", "\\", "\\\\", "<", ">", "&", "[", "]", "(", ")", "!", "|", "-", "*", "_", "#"),
    *("$", "$$"),
    *("- [ ] ", "1. ", "> ", "    ", "\t", "<!--", "-->", "<![CDATA[", "<?", "<!X", "](", "][", "|-|-|", "---", "==="),
    *(":-", "~~"),
    *("&lt;", "&#60;", "&#x3c;", "\u2028", "\xa0", "\u200b", "\ufeff", "\r", "\x0b", "\x0c", "\x85", "a", " ", "word"),
    *("$$\n", "<div>", "</div>", "<pre>", "</pre>", "<p", "<a ", "script>", "<scr", "ipt>", "<b>", "<br>", "\n\n"),
)
# Where text can stand; {} is escaped text, {quoted} an attribute's value.
_PLACES = (
    *("<p>{}</p>", "<p>a<br>{}</p>", "<p>{}<br>{}</p>", "<div>{}<b>{}</b>{}</div>", "<p>&lt;<b>{}</b></p>"),
    "<p><i>{}</i>{}</p>",
    *("<h1>{}</h1>", "<h2>{}<br>{}</h2>", "<h6><code>{}</code></h6>", "<pre>{}</pre>", "<pre>\n{}\n\n{}\n</pre>"),
    *("<pre><code class='language-{quoted}'>{}</code></pre>", "<code>{}</code>", "<code>a<br>{}<br>{}</code>"),
    "<kbd>{}</kbd>",
    *("<ul><li>{}<li>{}</ul>", "<ul><li><input type=checkbox><pre>{}</pre></ul>"),
    "<ol start=9><li>{}<ol><li>{}</ol></ol>",
    "<ul><li><input type=checkbox>{}<ul><li><input type=checkbox checked><pre>{}</pre></ul></ul>",
    "<ul><li><hr>{}</ul>",
    "<ul><li><input type=checkbox><table><tr><th>{}<td>{}</table></ul>",
    "<ul><li><input type=checkbox><code>a<br>{}</code></ul>",
    "<ul><li><input type=checkbox><blockquote>{}</blockquote></ul>",
    "<ul><li><input type=checkbox><img alt='{quoted}'>{}</ul>",
    "<table><tr><th>{}<th>{}<tr><td>{}<td>{}</table>",
    "<table><caption>{}</caption><tr><td>{}<td><pre>{}</pre></table>",
    *("<table><tr><td><code>{}</code><td>{}<br>{}</table>", "<table><tr><td><ul><li>{}<li>{}</ul><td>|{}</table>"),
    *("<blockquote>{}<pre>{}</pre></blockquote>", "<blockquote><blockquote>{}</blockquote>{}</blockquote>"),
    "<dl><dt>{}<dd>{}</dl>",
    *("<a href='{quoted}'>{}</a>", "<a href='/x' title='{quoted}'>{}</a>"),
    "<a href='{quoted}'><img src=/x.png alt='{quoted}'></a>",
    *("<a href='/x'>{}</a>{}", "{}<a href='{quoted}'>{}</a>", "!<a href='{quoted}'>{}</a>"),
    "[{}]<a href=/x>{}</a>({quoted})",
    *("<img src='{quoted}' alt='{quoted}'>", "<img src=/x.png alt='{quoted}' title='{quoted}'>"),
    "<img srcset='{quoted} 2x' alt=a>",
    "<figure><img src=/x.png alt='{quoted}'><figcaption>{}</figcaption></figure>",
    "<iframe src=/v title='{quoted}'></iframe>",
    *("<iframe src='{quoted}'></iframe>", "<video src='{quoted}' title='{quoted}'></video>"),
    "<math alttext='{quoted}'><mi>x</mi></math>",
    "<math display=block><annotation encoding=application/x-tex>{}</annotation></math>",
    "<math><mtext>{}</mtext></math>",
    "<script type='math/tex; mode=display'>{raw}</script>",
    "<img class=mwe-math-fallback-image-inline alt='{quoted}' src=/f>",
    *("<details><summary>{}</summary>{}</details>", "<ruby>{}<rt>{}</rt></ruby>", "<q>{}</q>"),
    "<sup>{}</sup><sub>{}</sub>",
    *("<s>{}</s><del>{}</del>", "<textarea>{}</textarea>", "<button>{}</button>", "<select><option>{}</select>"),
    "<svg><title>{}</title></svg>",
    *("<span aria-label='{quoted}' role=img></span>{}", "<input value='{quoted}'>", "<noscript>{}</noscript>"),
    "<xmp>{raw}</xmp>",
    "<div class=comment><a class=author href='{quoted}'>{}</a><time datetime='{quoted}'>{}</time><p>{}</p></div>",
    "<hr>{}<hr>",
)
_HEADS = (
    "",
    "<title>{}</title>",
    "<meta name=author content='{quoted}'><meta name=description content='{quoted}'><title>{}</title>",
    "<meta property=og:title content='{quoted}'><meta property=og:site_name content='{quoted}'>",
    "<base href='{quoted}'>",
    "<link rel=canonical href='{quoted}'>",
    '<script type="application/ld+json">{"@type":"Article","headline":"{json}","author":{"name":"{json}"}}</script>',
)

_markdown = st.builds(
    lambda form, payload: form.replace("{}", payload),
    st.sampled_from(_MARKDOWN),
    st.sampled_from((*_ADDRESSES, *_TAGS)),
)
_payload = st.one_of(st.sampled_from(_TAGS), st.sampled_from(_ADDRESSES), _markdown)
_text = st.lists(st.one_of(st.sampled_from(_SYNTAX), _payload, st.sampled_from(_SYNTAX)), max_size=7).map("".join)


def _as_script(text: str) -> str:
    return text.replace("</", "<\\/")


def _as_json(text: str) -> str:
    return json.dumps(text)[1:-1].replace("</", "<\\/")


_FORMS: dict[str, Callable[[str], str]] = {"{}": escape, "{quoted}": escape, "{raw}": _as_script, "{json}": _as_json}


@st.composite
def _filled(draw: st.DrawFn, places: tuple[str, ...]) -> str:
    """A place with texts put into it, escaped as the place needs."""
    markup = draw(st.sampled_from(places))
    for hole, prepare in _FORMS.items():
        while hole in markup:
            markup = markup.replace(hole, prepare(draw(_text)), 1)
    return markup


_OWN = tuple(attack.replace("alert(1)", HIT) for attack in ATTACKS)
_STORY = "".join(f"<p>{text}</p>" for text in PROSE)
_places = st.one_of(_filled(_PLACES), _filled(_PLACES), _filled(_PLACES), st.sampled_from((*_OWN, *VECTORS.values())))


@st.composite
def _page(draw: st.DrawFn) -> str:
    body = "".join(draw(st.lists(_places, min_size=1, max_size=6)))
    if draw(st.booleans()):
        body = f"<article><h1>The ferry</h1>{_STORY}{body}{_STORY}</article>"
    return draw(_filled(_HEADS)) + body


def attacking_documents() -> st.SearchStrategy[Document]:
    """Pages that attack whoever shows what is written of them, with the addresses that they are said to have."""
    url = st.sampled_from(("https://example.org/dir/page.html", None))
    return st.builds(Document, _page(), url)
