"""What a person sees, as far as a page itself states it. Chromium judges the same in benchmarks/visibility.py."""

import re
from html import escape

import numpy as np
import pytest

from ridgeline.page import Page, elements, parse
from ridgeline.page.visibility import CLOSED, REASONS, SEEN, STATE_BITS, STATE_MASK, UNSEEN

EXTERNAL = "<link rel=stylesheet href=/a.css>"


def cases(table: str) -> list[str]:
    """Return the cases of a table, which two spaces or the end of a line divide."""
    return re.split(r"\s{2,}", table.strip())


def seen(html: str, text: str = "text") -> tuple[int, str]:
    """Return the state of the leaf with this text, and the reason."""
    page = parse(html)
    states, _ = page.visibility(np.arange(len(page.leaves), dtype=np.int32))
    state = next(int(state) for state, leaf in zip(states, page.leaf_text, strict=True) if leaf.strip() == text)
    return state & STATE_MASK, REASONS[state >> STATE_BITS]


def styled(style: str, tag: str = "div") -> tuple[int, str]:
    return seen(f'<p>before<{tag} style="{escape(style)}">text</{tag}>')


HIDING = {
    "display: none": r"""
        display:none  display:none!important;display:block  display:no\6e e  d\000069splay:none
        /* a */display/**/:/**/none  color:red;;display:none  };display:none  background:url('a;b');display:none
        a:b(c;d);display:none  x\;y:1;display:none  display:none;display:foo  width:10px;display:none /* a
        content:'\';display:block';display:none  7;display:none
        /* a * b **/display:none  display:none/* a *  display:none;a:'\  display:none;a:\  display:none;\41
        \0:1;\110000:1;\d800:1;\e000:1;display:none
    """,
    "visibility: hidden": r"""
        visibility:hidden  visibility:collapse  content-visibility:hidden
    """,
    "transparent": r"""
        opacity:0  opacity:.01  opacity:1e-3  opacity:2%  opacity:+0  opacity:-1  filter:blur(0) opacity(0%)
        opacity:1E-40
        opacity:1e-300
    """,
    "outside of the page": r"""
        position:absolute;left:-9999px  position:fixed;top:-80em  position:absolute;right:-1000px
        position:absolute;left:calc(-1 * 9999px)  position:absolute;left:calc(10px - 100vw - 1em * 3)
        position:absolute;left:calc(9999px / -1)  position:absolute;inset:0 auto auto -2000px
        position:absolute;inset:-9999px 0 auto  position:absolute;left:-300px;width:200px  position:fixed;top:120vh
        position:relative;left:-5000PX  position:absolute;left:200vw  position:fixed;bottom:-2000px
        position:absolute;right:5000px  position:absolute;bottom:9000px  margin-left:-9999px  margin:-3000px 0 0
        margin:0 0 0 -300rem  text-indent:-9999px  text-indent:-100em  position:absolute;top:-12in
        position:sticky;left:-9999px  position:absolute;left:-1000pt
        position:absolute;left:-1e4px  position:absolute;left:-1e+4px  position:absolute;left:calc(-9999px + 1px)
        position:absolute;left:-99999999999999px
    """,
    "no size": r"""
        height:0;overflow:hidden  max-height:0;overflow-y:clip  width:1px;overflow:auto
        max-width:0;overflow-x:scroll  overflow:visible hidden;height:0  transform:scale(0)
        transform:rotate(3deg) scaleX(0)  transform:scale(1,0)  transform:matrix(0,0,0,0,0,0)
        transform:translate(-9999px)  transform:translate(0, -9999px)  transform:translateY(-9999px)
        transform:rotateX(90deg)  transform:matrix(1,0,0,1,-5000,0)  scale:0  scale:1 0  translate:-9999px
        translate:0 -9999px  transform:translate3d(2000px,0,0)
        transform:matrix(1,0,0,1,0,-9999)  transform:matrix(1,0,0,1,9999,0)  transform:rotateY(90deg)
        transform:foo scale(0)  transform:scale(0) rotate(1deg)  translate:9999px
    """,
    "clipped": r"""
        position:absolute;clip:rect(0,0,0,0)  position:fixed;clip:rect(1px 1px 1px 1px)  clip-path:inset(100%)
        clip-path:inset(50% 50%)  clip-path:inset(0 60% 0 60%)  clip-path:circle(0)  clip-path:ellipse(0 0)
        clip-path:polygon(0 0, 0 0, 0 0)  -webkit-clip-path:inset(50%)
        position:absolute;clip:rect(0,0,99px,0)  clip-path:ellipse(50% 0)  clip-path:inset(,100%)
    """,
    "tiny letters": r"""
        font-size:0  font-size:1px  font-size:0%  font-size:.05em  font:0/0 a  font:bold 400 0px serif
        font-size:calc(1px * 0)  font-size:0.05pc
        font:calc(1px * 0) serif  font:.5px serif
    """,
    "colour of the background": r"""
        color:#fff  color:#FFFFFF  color:#ffff  color:#fffffff0  color:white  color:Snow  color:rgb(255,255,255)
        color:rgb(100% 100% 100% / 1)  color:rgba(255,255,255,.5)  color:hsl(0deg 0% 100%)
        color:hsla(200,10%,100%,1)  color:transparent  color:#0000  -webkit-text-fill-color:transparent
        color:#111;background:#101010  color:red;background-color:red  background:no-repeat #123456;color:#123456
        color:hsl(-240,100%,25%);background:#008000  color:hsl(300,100%,50%);background:magenta
        color:hsl(30 100% 50%);background:#ff8000
        color:hsl(0 0 100)  color:hsl(300 100 50);background:magenta  color:#fff;background-image:none
    """,
}
NOT_HIDING = r"""
        display:none;display:block  display:none;display:inherit  display:foo  displays:none  display none
        visibility:visible  visibility:foo  content-visibility:auto  opacity:.4  opacity:foo  opacity:1foo
        filter:blur(1px)  filter:opacity(foo)  left:-9999px  position:relative;left:-20px  position:foo;left:-9999px
        position:static;left:-9999px  position:absolute;left:-9999  position:absolute;left:-9999deg
        position:absolute;left:calc(1px +  position:absolute;left:calc(-9999px 3)
        position:absolute;left:calc(-9999px * 0)  position:absolute;left:calc(9999px / 0)
        position:absolute;left:calc(a)  position:absolute;left:calc(1px + a)  position:absolute;left:calc(3foo)
        position:absolute;left:calc(-9999px * 3foo)  position:absolute;top:50px  margin:10px  margin:auto
        text-indent:2em  height:0  height:0;overflow:visible  height:100px;overflow:hidden
        height:0;overflow:hidden;padding:0 0 56%  height:0;overflow:hidden;min-height:3em  overflow:hidden;width:50%
        width:0;overflow:hidden;min-width:90px  transform:none  transform:scale(.9)  transform:translate(-50%)
        transform:matrix(1,0,0,1,0,0)  transform:rotateX(10deg)  transform:foo(1)  transform:scale()  scale:none
        transform:rotate(1deg),a  scale:.5 1  translate:none  translate:10px  clip:rect(0,0,0,0)  clip:auto
        position:absolute;clip:rect(0px,60px,200px,0px)  clip-path:none  clip-path:inset(10% 20% 30%)
        clip-path:circle(50%)  clip-path:ellipse(10% 20%)  clip-path:polygon(0 0, 100% 0, 100% 100%)
        clip-path:url(#a)  clip-path:inset(5px)  font-size:12px  font-size:small  font-size:120%  font-size:foo
        font:italic bold 12px/30px serif  font:menu  color:black  color:#777  color:#12  color:#ggg  color:foo
        color:var(--a)  color:currentcolor  color:inherit  color:rgb(1,2)  color:rgb(255 255 255  color:rgb 1
        color:rgb(1px 2px 3px)  color:hsl(10,20%,30%)  color:lab(1 2 3)  color:#fff;background:#000
        color:#fff;background:url(a.png)  color:#fff;background:linear-gradient(#000,#333)
        color:#fff;background-image:url(a)  color:#fff;background:var(--a)  color:#fff;background:oklch(0 0 0)
        color:transparent;text-shadow:0 0 2px #000  color:transparent;-webkit-background-clip:text;background:red
        color:transparent;-webkit-text-stroke:1px #000  color:transparent;background:linear-gradient(red,blue) text
        -webkit-text-fill-color:var(--a);color:#fff  -webkit-text-fill-color:#000;color:#fff
        color:#fff;background:rgba(0,0,0,.5)  ;  {  }  a{b}  \  '  /*  display:  display:!important  :none  -
        color:hsl(99999,1%,1%)
        color:hsl(-99999,1%,1%)  display:non\e9  display:none!foo  opacity:0.  font-size:0emx
        position:absolute;left:-9999pxx
        position:absolute;left:calc(-9999px * a)  position:absolute;left:-9999px 5px  color:w  color:re  color:light
        color:transparenz  color:,white  display:ruby;height:0;overflow:hidden  font:400  font:0foo 12px a
        color:#fff;background:image-set('a')  position:absolute;clip:rect(0,0)  position:absolute;inset:5px
        clip-path:polygon(0 0, 100% 100%, 100% 0)  clip-path:foo(1px 2px 3px 4px 5px 6px)
        clip-path:polygon(0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0,0 0)
        scale:-1  transform:scale(1,1)  transform:matrix(1,0)
        transform:translateZ(-9999px)  transform:translate(10px,10px)  translate:10px 10px  margin:0 0 0 0 -9999px
"""
MATCHING = r"""
        p.a  .a.b  #main .a  #main > .a  body #main > p.b  p + .a  p:first-child ~ .a  p ~ p.a  *.a  * .a
        html body .a  .none, .a  .a, .none  .wide .a  [title]  [title='one two-x']  [title~=one]  [title^="one"]
        [title$=x]  [title*='two']  [title|=one],[title ~= 'two-x' ]  [data-k=value i]  [data-k = 'VALUE' I]  P.a
        :is(.none, .a)  :where(p).a  .a:not(.c)  .a:not(.c, #d)  .a:not(:first-child)  .a:nth-child(2)
        .a:nth-child(2n)  .a:nth-child(even)  .a:nth-child(-n + 2)  p:nth-child(n+2).a  .a:not(:nth-child(odd))
        :root .a  :root > body .a  .\61  .a\.x, .a  div p:not(:last-child).a  @media screen{.a
        @media all and (min-width:900px){.a  @layer x{.a  @supports (display:grid){.a  @media not print{.a
        @media (width >= 600px){.a  @media (600px <= width){.a
        @media (max-width:3000px) and (orientation:landscape){.a  @media print, screen{.a  @media (hover:hover){.a
        @media (min-width:9000px) or (min-height:10px){.a  @media (width < 2000px){.a  @media (2000px > width){.a
        @charset 'x';.a  @import url(a.css);.a  <!-- .a  @font-face{src:url(a)} .a  } .a  @media print{.b{}} .a
        .c{color:red} .a  .a{} .a  @keyframes k{from{a:b} to{c:d}} .a  :is(:is(.a))  /* x */ .a /* y */
        .a:not(:hover)  input:checked, .a  .a:is(p)  @media only screen and (min-width: 20em){.a
        @media (width: 1280px){.a  @media (min-height: 40rem) and (prefers-color-scheme: light){.a  @layer a, b; .a
        .b } .a  [data-k|=Value]  [title|='one two']  [data-e='']  [data-e='' i]
        :root:first-child .a  :root:last-child .a
        @media not(width:1px){.a  @media (min-width:9999px), (min-width:9999px) or (min-height:1px){.a
        @layer x{@layer y{.a
"""
NOT_MATCHING = r"""
        p.c  .A  #main + .a  body > .a  .a > .b  .a .b  .a + p  .a ~ p  p:last-child  p:first-child  #a  [title=one]
        [title^=two]  [title$=one]  [title*=three]  [title|=on]  [title~=two]  [data-k=value]  [foo]  [title!=one]
        [title  [title='  .a::before  .a:before  .a:hover  .a:nth-child(1)  .a:nth-child(3n+1)  .a:nth-child(foo)
        .a:nth-last-child(2)  .a:has(b)  .a:not(.b)  .a:not(p)  .a:is(.c)  .a:foo  .a:not(:root p)  @media print{.a
        @media (max-width:600px){.a  @media (min-width:2000px){.a  @media not screen{.a  @media (foo){.a
        @media (prefers-color-scheme: dark){.a  @supports not (display:grid){.a  @container (width>1px){.a  @page{.a
        @media (width > 2000px){.a  @media (width <= 600px){.a  @media (min-device-width:1px){.a
        @media (min-width:a){.a  x-y  svg|a  & .a  .a >  > .a  ..a  #  .  :  ::  .a:  .a:not(  {  a{  .a:link  @  @x
        @keyframes a{.a  .a:is(.b > p, div p)  p:nth-child(2  .a:nth-child(99999999999)
        * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * *.a  @media (width){.a
        @media (min-width:1px  @media (width ~ 3px){.a  .a:open  div:checked .a
        href  .a:any-link  [data-k=valux i]  [title|=xyz]  [title^='']  [title$='']  [title*='']  .a:nth-child(n+3)
        .a:nth-child(-n)  @media (max-width:a){.a  @media (width >a){.a  @media (width <a){.a  @media (width:a){.a
        @media (aspect-ratio:1){.a  @media only print{.a  @media speech{.a  @media tv{.a  @media handheld{.a
        @media (min-width:9999px) and (min-height:9999px){.a
"""


@pytest.mark.parametrize(("style", "reason"), [(style, reason) for reason in HIDING for style in cases(HIDING[reason])])
def test_styles_that_hide(style: str, reason: str) -> None:
    assert styled(style) == (UNSEEN, reason)


@pytest.mark.parametrize("style", ["", " ", *cases(NOT_HIDING)])
def test_styles_that_do_not_hide(style: str) -> None:
    assert styled(style)[0] == SEEN


@pytest.mark.parametrize(
    "style", ["height:0;overflow:hidden", "transform:scale(0)", "text-indent:-9999px", "width:0;overflow:hidden"]
)
def test_an_inline_element_has_no_box_to_hide_its_text(style: str) -> None:
    assert styled(style, "span")[0] == SEEN
    for display in ("display:inline-block", "float:left", "position:absolute", "display:flex"):
        assert styled(f"{style};{display}", "span")[0] == UNSEEN
    assert styled(f"{style};float:none;display:inline", "div")[0] == SEEN
    assert seen(f"<div style='display:flex'><span style='{style}'>text</span></div>")[0] == UNSEEN


def test_what_is_handed_down() -> None:
    assert seen("<div style='visibility:hidden'><p>a<b style='visibility:visible'>text</b></div>")[0] == SEEN
    assert seen("<div style='display:none'><p style='display:block'>text")[0] == UNSEEN
    assert seen("<div style='opacity:.2'><div style='opacity:.2'><p>text")[1] == "transparent"
    assert seen("<div style='font-size:0'><p style='font-size:12px'>text")[0] == SEEN
    assert seen("<div style='font-size:0'><p style='font-size:2em'>text")[0] == UNSEEN
    assert seen("<div style='color:#fff'><p style='background:#000'>text")[0] == SEEN
    assert seen("<div style='background:#333'><p style='color:#343434'>text")[0] == UNSEEN
    assert seen("<div style='text-indent:-9999px'><p style='text-indent:0'>text")[0] == SEEN
    assert seen("<div style='color:#fff'><a href=/a>text</a>")[0] == SEEN
    assert seen("<div style='color:#fff'><a href=/a style='color:inherit'>text</a>")[0] == UNSEEN
    assert seen("<div style='position:relative'><p style='position:absolute;top:-600px'>text")[0] == SEEN
    assert seen("<div style='display:contents'><span style='height:0;overflow:hidden'>text")[0] == SEEN


def test_elements_and_attributes() -> None:
    assert seen("<p>a<p hidden>text") == (UNSEEN, "hidden attribute")
    assert seen("<p hidden style='display:block'>text")[0] == SEEN
    assert seen("<p hidden=until-found>text")[0] == CLOSED
    assert seen("<details>a<summary>b</summary><p>text</details>") == (CLOSED, "closed")
    assert seen("<details>text</details>") == (CLOSED, "closed")
    assert seen("<details><summary>text</summary></details>")[0] == SEEN
    assert seen("<details open>text</details>")[0] == SEEN
    assert seen("<dialog>text</dialog>") == (CLOSED, "hidden attribute")
    assert seen("<dialog open>text</dialog>")[0] == SEEN
    assert seen("<div popover>text</div>")[0] == CLOSED
    assert seen("<p>shown and longer than the rest<noscript>text</noscript>") == (UNSEEN, "noscript")
    assert seen("<font color=white>text</font>")[1] == "colour of the background"
    assert seen("<table bgcolor=#ff0000><tr><td><font color=Red>text</font></table>")[0] == UNSEEN
    assert seen("<p aria-hidden=true>text")[0] == SEEN  # hidden from screen readers alone
    assert seen("<font color=foo>text</font>")[0] == SEEN


def test_colours_need_a_background_that_is_known() -> None:
    assert seen(f"{EXTERNAL}<p style='color:#fff'>text")[0] == SEEN
    assert seen(f"{EXTERNAL}<body style='background:#fff'><p style='color:#fff'>text")[0] == UNSEEN
    assert seen("<div><img src=a.jpg><p style='position:absolute;color:#fff'>text</div>")[0] == SEEN
    assert seen("<div><p style='position:absolute;color:#fff'>text</div>")[0] == UNSEEN
    assert seen("<div style='background:url(a)'><p style='color:#fff'>text")[0] == SEEN


def test_class_names() -> None:
    for name in ("sr-only", "a visually-hidden", "screen-reader-text b"):
        assert seen(f"<p class='{name}'>text") == (UNSEEN, "class name")
    assert seen("<p class=hidden>text")[0] == SEEN  # nothing on the page says that this hides
    assert seen(f"{EXTERNAL}<p class=hidden>text")[0] == UNSEEN
    assert seen("<script src=/a.js></script><p class='d-none'>text")[0] == UNSEEN
    assert seen(f"{EXTERNAL}<p class='hidden md:block'>text")[0] == SEEN
    assert seen(f"{EXTERNAL}<p class='d-none d-lg-block'>text")[0] == SEEN
    assert seen(f"{EXTERNAL}<p class=hidden style='display:block'>text")[0] == SEEN
    assert seen(f"<link rel=icon href=a>{EXTERNAL}<p class='sideshow hide-and-seek'>text")[0] == SEEN


@pytest.mark.parametrize(
    "html",
    [
        "<a href=#x>open</a><div id=x hidden>text</div>",
        "<button data-bs-target=#x>open</button><div id=x style='display:none'>text</div>",
        "<button aria-controls=x>open</button><div id=x style='visibility:hidden'>text</div>",
        "<button popovertarget=x></button><button commandfor=y></button><label for=x>a</label><p id=x hidden>text",
        "<div role=tabpanel hidden>text</div>",
        "<div aria-labelledby=a hidden>text</div>",
        "<div x-show=open style='display:none'>text</div>",
        "<div class='c-accordion__body' style='height:0;overflow:hidden'>text</div>",
        "<div class=faq-item><div><div class=a hidden>text</div></div></div>",
        "<div id=read-more style='display:none'>text</div>",
        "<h3><button aria-expanded=false>a</button></h3> <div hidden>text</div>",
        "<div><b>a</b><h3 aria-expanded=false>a</h3><div hidden>text</div></div>",
        "<style>.a{display:none} .b:hover .a{display:block}</style><div class=b><p class=a>text</div>",
        "<style>.a{display:none} .c:checked ~ .a{display:block}</style><input class=c><p class=a>text",
        "<style>.a{max-height:0;overflow:hidden} .a:target{max-height:none}</style><p class=a>text",
        "<style>.a{height:0;overflow:hidden} .a:target{height:9px} .a:target{color:red}</style><p class=a>text",
        "<style>.a{opacity:0} .b:hover .a{opacity:1} .b:focus .a{opacity:1}</style><div class=b><p class=a>text</div>",
        "<style>.a{position:absolute;left:-9999px} .a:focus{left:9px}</style><p class=a>text",
        "<style>.a{transform:scale(0)} .a:focus{transform:none}</style><p class=a>text",
    ],
)
def test_what_a_person_can_open(html: str) -> None:
    assert seen(html)[0] == CLOSED


def test_what_nobody_can_open() -> None:
    assert seen("<b>a</b><div id=x hidden>text</div>")[0] == UNSEEN
    assert seen("<a href=#y>open</a><div id=x hidden>text</div>")[0] == UNSEEN
    assert seen("<div class=table><p hidden>text</div>")[0] == UNSEEN
    assert seen("<div role=tabpanel style='font-size:0'>text</div>")[0] == UNSEEN
    assert seen("<div role=tabpanel hidden>a<p hidden>text</p></div>")[0] == UNSEEN
    assert seen("<style>.a{display:none} .a:hover{color:red;clip:auto}</style><p class=a>text")[0] == UNSEEN
    assert seen("<style>.a{clip-path:inset(50%)} .a:focus{clip-path:none}</style><p class=a>text")[0] == UNSEEN


BODY = (
    "<body class=page><div id=main class='box wide'><p>first</p>words"
    "<p class='a b' title='one two-x' data-k=Value data-e=''>text</p>"
    "<p>last</p></div><input class=on checked></body>"
)


@pytest.mark.parametrize("selector", cases(MATCHING))
def test_selectors_that_match(selector: str) -> None:
    assert seen(f"<style>{selector} {{ color: green; display: none }}</style>{BODY}")[0] == UNSEEN


@pytest.mark.parametrize("end", [".none,", "[title", "[title=", "p:not(", ".none{a\\", "@media (", "@", ".none{a:b"])
def test_sheets_that_break_off(end: str) -> None:
    assert seen(f"<style>.a {{ display: none }} {end}</style>{BODY}")[0] == UNSEEN


def test_words_of_a_class_and_links() -> None:
    assert seen("<style>.a.b{display:none}</style><p class='a\tb \x01'>text")[0] == UNSEEN
    assert seen("<style>a:any-link{display:none}</style><a href=/a>text</a>")[0] == UNSEEN


LONG = (
    *(":not(" * 300, "[" * 300, " ".join(["*"] * 40) + ".a", "." + "a" * 500, "[" + "a" * 200 + "]"),
    *("[title='" + "a" * 200 + "']", "@" + "a" * 200, "svg|a", "[title|=on]"),
)


@pytest.mark.parametrize("selector", [*cases(NOT_MATCHING), *LONG])
def test_selectors_that_do_not_match(selector: str) -> None:
    assert seen(f"<style>{selector} {{ display: none }}</style>{BODY}")[0] != UNSEEN


def test_the_cascade() -> None:
    def wins(sheet: str, attributes: str = "") -> bool:
        return seen(f"<style>{sheet}</style><p id=i class=c {attributes}>text")[0] == UNSEEN

    assert wins("p{display:block} p{display:none}")
    assert not wins("p{display:none} p{display:block}")
    assert wins(".c{display:none} p{display:block}")
    assert wins("#i{display:none} .c.c.c{display:block}")
    assert wins("#i{display:none} " + ".c" * 300 + "{display:block}")
    assert not wins("#i{display:none} .c{display:block!important}")
    assert not wins("p{display:none}", "style='display:block'")
    assert wins("p{display:none!important}", "style='display:block'")
    assert wins("p{display:none!important}", "style='display:block!important'") is False
    assert not wins("@layer a{#i{display:none}} p{display:block}")
    assert wins("@layer a{p{color:red}} @layer b{.c{display:none}}")
    assert not wins(":where(#i){display:none} p{display:block}")
    assert wins(":not(#x){display:none} .c{display:block}")
    assert wins("p{color:green} p{display:none;color:inherit}")


def test_sheets_that_do_not_count() -> None:
    for sheet in (
        "<style media=print>p{display:none}</style>",
        "<noscript><style>p{display:none}</style></noscript>",
        "<template><style>p{display:none}</style></template>",
        "<style></style>",
    ):
        assert seen(f"{sheet}<p>text")[0] == SEEN
    assert seen("<style media='screen and (min-width: 1px)'>p{display:none}</style><p>text")[0] == UNSEEN


def test_pages_that_no_parser_makes() -> None:
    """A sheet in a template does not count, and a NUL is no end of a style."""
    tags = [elements.NAMES.index(name) for name in ("html", "template", "style", "#text", "p", "#text")]
    attributes: list[dict[str, str | None]] = [{}, {}, {}, {}, {"style": "display:\0no\0ne"}, {}]
    texts = ["", "", "", "p{opacity:0}", "", "text"]
    parents = np.array([-1, 0, 1, 2, 0, 4], dtype=np.int32)
    page = Page.build(parents, np.array(tags, dtype=np.int32), elements.NAMES, attributes, texts)
    states, _ = page.visibility(np.array([len(page.leaves) - 1], dtype=np.int32))
    assert REASONS[int(states[0]) >> STATE_BITS] == "display: none"


def test_only_the_leaves_that_are_asked_about() -> None:
    page = parse("<style>.a{display:none} .b{opacity:0}</style><p class=a>one<p class=b>two<p>three")
    states, is_cut = page.visibility(np.array([1, 2], dtype=np.int32))
    assert [int(state) & STATE_MASK for state in states] == [UNSEEN, SEEN]
    assert not is_cut
    assert len(page.visibility(np.zeros(0, dtype=np.int32))[0]) == 0
    with pytest.raises(ValueError, match="ascending"):
        page.visibility(np.array([2, 1], dtype=np.int32))


def test_caps_are_reported() -> None:
    def is_cut(sheet: str, body: str = "<p class=a>text") -> bool:
        page = parse(f"<style>{sheet}</style>{body}")
        return page.visibility(np.arange(len(page.leaves), dtype=np.int32))[1]

    assert is_cut("p{color:red}" * 400_000)
    assert is_cut(",".join(["p"] * 100_001) + "{color:red}")
    assert is_cut(" ".join(["p"] * 40) + "{color:red}")
    assert is_cut(".a ~ .b ~ .a ~ .b{opacity:0}" * 90, "<i class='a b'>x</i>" * 3000)
    assert not is_cut(".a{color:red}" * 1000)
