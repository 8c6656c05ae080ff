"""Pages that try to run, to load, to escape and to lie, for the studio to open."""

from html import escape

CANARY = "http://canary.invalid"
# What an attack would do if it ran: ask for something that a test can see.
_RUN = f"fetch('{CANARY}/ran');parent.postMessage('escaped','*');top.ran=1"
_STORY = "<p>The ferry to Harrow leaves at eight, and again at noon when the tide allows it to cross the bar.</p>" * 5

VECTORS = {
    "script": f"<script>{_RUN}</script>",
    "script in a title": f"<title></title><script>{_RUN}</script></title>",
    "image error": f'<img src=x onerror="{_RUN}">',
    "image with quotes": f"<img src='x' alt='\"><script>{_RUN}</script>'>",
    "svg": f'<svg onload="{_RUN}"><script>{_RUN}</script><a href="javascript:{_RUN}"><text>x</text></a></svg>',
    "svg image": f'<svg><image href="{CANARY}/svg.png"/><use href="{CANARY}/use.svg#a"/></svg>',
    "math": f'<math><maction actiontype="statusline" xlink:href="javascript:{_RUN}">click</maction></math>',
    "mutation": f"<noscript><p title=\"</noscript><img src=x onerror='{_RUN}'>\"></noscript>",
    "namespace": f"<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=x onerror={_RUN}>'>",
    "form": f'<form action="{CANARY}/form" id=f><input name=a value=b autofocus onfocus="{_RUN}">'
    f"<button>Send</button></form>",
    "frame": f'<iframe src="{CANARY}/frame"></iframe><iframe srcdoc="<script>{_RUN}</script>"></iframe>',
    "object": f'<object data="{CANARY}/object"></object><embed src="{CANARY}/embed">',
    "meta refresh": f'<meta http-equiv="refresh" content="0;url={CANARY}/refresh">',
    "meta policy": '<meta http-equiv="Content-Security-Policy" content="default-src *; script-src \'unsafe-inline\'">',
    "base": f'<base href="{CANARY}/"><a href="x">away</a><img src="relative.png">',
    "link": f'<link rel=stylesheet href="{CANARY}/a.css"><link rel=prefetch href="{CANARY}/p">'
    f'<link rel=preconnect href="{CANARY}">',
    "style import": f'<style>@import "{CANARY}/import.css"; @font-face {{ font-family: f; src:'
    f" url({CANARY}/f.woff2) }}</style"
    f">",
    "style address": f'<div style="background:url({CANARY}/bg.png);list-style:url({CANARY}/l.png)">styled</div>',
    "style end": f"<style></style ><script>{_RUN}</script></style>",
    "picture": f'<img src="{CANARY}/pixel.gif" srcset="{CANARY}/s.png 2x"><picture>'
    f'<source srcset="{CANARY}/p.webp"></picture>',
    "media": f'<video src="{CANARY}/v.mp4" poster="{CANARY}/poster.png" autoplay></video>'
    f'<audio src="{CANARY}/a.mp3"></audio>',
    "javascript link": f'<a href="javascript:{_RUN}" id=evil>A link that runs something in the end of it all</a>',
    "data link": f'<a href="data:text/html,<script>{_RUN}</script>">data</a>',
    "template": f'<template shadowrootmode=open><script>{_RUN}</script><img src=x onerror="{_RUN}"></template>',
    "own leaves": '<rl-leaf data-l="0">A false leaf</rl-leaf><div data-n="1">A false node</div>',
    "details": f'<details open ontoggle="{_RUN}"><summary>More</summary>text</details>',
    "marquee": f'<marquee onstart="{_RUN}">moving</marquee>',
    "body events": f'<body onload="{_RUN}" onpageshow="{_RUN}" onhashchange="{_RUN}">',
    "clobbering": "<form name=document><input name=cookie><img name=getElementById><a id=ridgeline href=x></a></form>",
    "title": f"<h1><img src=x onerror={_RUN}>&lt;img src=x onerror={_RUN}&gt;</h1>",
}


# What breaks out of a text, of a quoted attribute, of a script and of a style, wherever it is shown as it is.
SAID = f"\"'></textarea></script></style><img src=x onerror={_RUN}>"


def page(vector: str) -> str:
    """A page with an attack in its content, around it, and in all that it says about itself."""
    said = escape(SAID)
    return (
        f"<!DOCTYPE html><html lang='{said}'><head><title>&lt;img src=x onerror={_RUN}&gt; {vector[:40]}</title>"
        f'<meta name="author" content="&quot;&gt;&lt;script&gt;{_RUN}&lt;/script&gt;">'
        f'<meta name=keywords content="{said}">'
        f'<meta property="og:site_name" content="{said}"><meta name=description content="{said}">'
        f'<meta property="article:section" content="{said}"><link rel=license href="{said}">'
        f'<link rel=icon href="{said}">'
        f'<meta property="og:url" content="javascript:{_RUN}">'
        f'<meta property="og:image" content="javascript:{_RUN}"></head>'
        f"<body>{vector}<article><h1>A story &lt;script&gt;{_RUN}&lt;/script&gt;</h1>{_STORY}{vector}"
        f'<h2 id="{said}" class="{said}">{said}</h2><p><img src="/a.png" alt="{said}" title="{said}">'
        f'<a href="{said}">{said}'
        f'</a></p><pre><code class="language-{said}">{said}</code></pre><table><caption>{said}</caption>'
        f"<tr><th>{said}<th>b"
        f"<tr><td>{said}<td>d</table>{_STORY}</article></body></html>"
    )
