"""What readers see beyond the characters of the source: superscripts, quotation marks, formulas, labels, quantities."""

import html

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.output.text import to_text
from ridgeline.page import IntColumn, Page
from ridgeline.text.formulas import clean_tex, write_formulas


def everything(page: Page) -> IntColumn:
    return np.arange(len(page.leaves), dtype=np.int32)


def text_of(body: str, attributes: str = "") -> str:
    page = ridgeline.parse(f"<!DOCTYPE html><html {attributes}><body>{body}</body></html>")
    return to_text(page, everything(page))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("10<sup>-3</sup> m<sup>2</sup>", "10⁻³ m²"),
        ("10<sup>−3</sup>", "10⁻³"),
        ("H<sub>2</sub>SO<sub>4</sub>", "H₂SO₄"),
        ("x<sub>n+1</sub>", "xn+1"),  # there is no subscript for all of it
        ("a word<sup>1</sup> and<sup><a href=#f>12</a></sup> more", "a word¹ and¹² more"),
        ("a word<sup><a href=#f>[1]</a></sup> more", "a word[1] more"),
        ("notes<sup>1, 2</sup>", "notes¹, ²"),
        ("the 4<sup>th</sup> day", "the 4th day"),
        ("<sup>1</sup>/<sub>2</sub> cup", "1/2 cup"),
        ("<sup>1</sup>⁄<sub>2</sub> cup", "1⁄2 cup"),
        ("<sup></sup><sub> </sub>a", "a"),
        (f"a<sup>{'1' * 40}</sup>", f"a{'1' * 40}"),  # no exponent
        ("a<sup><img src=x></sup>", "a"),
        ("<sup>a<sup>2</sup></sup>", "a²"),
    ],
)
def test_superscripts(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("language", "body", "text"),
    [
        ("en", "He said <q>yes</q>.", "He said “yes”."),
        ("de-AT", "Er sagte <q>ja</q>.", "Er sagte „ja“."),
        ("fr", "Il dit <q>oui</q>.", "Il dit « oui »."),
        ("ja", "<q>はい</q>と", "「はい」と"),
        ("zh-TW", "<q>好</q>", "「好」"),
        ("", "<q lang=sv>ja</q>", "”ja”"),
        ("xx", "<q>a <q>b</q> c</q>", "“a ‘b’ c”"),
        ("en", "<q>“yes”</q>", "“yes”"),  # the page writes its own
        ("en", "“<q>yes</q>”", "“yes”"),
        ("en", "<q>a <b>b</b></q>", "“a b”"),
        ("en", "<q></q>a<q> </q>", "a"),
        ("en", "a<q> b </q>c", "a “b” c"),
        ("en", "<q>a <q>b</q></q>", "“a ‘b’”"),
        ("ja", "<q><ruby>東<rt>とう</rt></ruby></q>", "「東(とう)」"),
    ],
)
def test_quotation_marks(language: str, body: str, text: str) -> None:
    assert text_of(body, f"lang='{language}'") == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<ruby>東京<rt>とうきょう</rt></ruby>", "東京(とうきょう)"),
        ("<ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rp>(</rp><rt>きょう</rt><rp>)</rp></ruby>", "東(とう)京(きょう)"),
    ],
)
def test_readings(body: str, text: str) -> None:
    assert text_of(body) == text


WIKIPEDIA = (
    "<span class=mwe-math-element><span style='display: none;'><math alttext='{{\\displaystyle {tex}}}'><semantics>"
    "<mi>E</mi><annotation encoding='application/x-tex'>{{\\displaystyle {tex}}}</annotation></semantics></math></span>"
    "<img src=/f.svg class='mwe-math-fallback-image-{kind}' alt='{{\\displaystyle {tex}}}'></span>"
)
KATEX = (
    "<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi>"
    "<annotation encoding='application/x-tex'>{tex}</annotation></semantics></math></span>"
    "<span class=katex-html aria-hidden=true><span>x</span></span></span>"
)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("let " + WIKIPEDIA.format(tex="E=mc^{2}", kind="inline") + " be", "let $E=mc^{2}$ be"),
        (WIKIPEDIA.format(tex="E=mc^{2}", kind="display"), "$$E=mc^{2}$$"),
        ("let " + KATEX.format(tex="x_1") + " be", "let $x_1$ be"),
        (f"<span class=katex-display>{KATEX.format(tex='x_1')}</span>", "$$x_1$$"),
        (
            "a <span class=MathJax_Preview></span><span class=MathJax><span class=math><span>x</span></span></span>"
            "<script type=math/tex>x^2</script> b",
            "a $x^2$ b",
        ),
        (
            "<div class=MathJax_Display><span class=MathJax>x</span></div>"
            "<script type='math/tex; mode=display'>x^2</script>",
            "$$x^2$$",
        ),
        (
            "a <mjx-container class=MathJax><mjx-math class=MJX-TEX></mjx-math><mjx-assistive-mml><math alttext='y'>"
            "<mi>y</mi></math></mjx-assistive-mml></mjx-container>",
            "a $y$",
        ),
        ("<img class=latex src=/l.png alt='\\pi r^2'>", "$\\pi r^2$"),
        ("<math display=block alttext='a+b'><mi>a</mi></math>", "$$a+b$$"),
        ("<math><mi>a</mi><mo>+</mo><mi>b</mi></math>", "$a+b$"),  # no source: what it says
        ("<span class=latex-widget>no formula</span>", "no formula"),
        ("m<sup>2</sup> is <math alttext='a'><mi>a</mi></math>, <q>so</q>", "m² is $a$, “so”"),
        ("<ul><li><b>2</b><div>cups</div></ul><math alttext='a'><mi>a</mi></math>", "2 cups\n\n$a$"),
        ("x<math alttext='a'><mi>a</mi></math>y", "x$a$y"),
        ("<math><mi>a</mi></math><q><math alttext='b'><mi>b</mi></math></q>", "$a$“$b$”"),
    ],
)
def test_a_formula_is_written_once(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("source", "tex"),
    [
        ("{\\displaystyle x}", "x"),
        ("{\\displaystyle x}+{y}", "{\\displaystyle x}+{y}"),
        (" a\n  b ", "a b"),
        ("a<b", "a< b"),
        ("<script>", "< script>"),
        ("&lt;", "& lt;"),
        ("a|b", "a\\vert b"),
        ("a](b", "a] (b"),
        ("5$", "5\\$"),
        ("a`b", "a'b"),
        (None, ""),
        ("x" * 6000, ""),
    ],
)
def test_clean_tex(source: str | None, tex: str) -> None:
    assert clean_tex(source) == tex


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<table><tr><td>a<td><img class=icon src=/y.png alt=Yes><tr><td>b<td>c</table>", "a\tYes\nb\tc"),
        ("<table><tr><td>a<td><svg><title>No</title><path/></svg><tr><td>b<td>c</table>", "a\tNo\nb\tc"),
        ("<table><tr><td>a<td><span><svg aria-label=No></svg></span><tr><td>b<td>c</table>", "a\tNo\nb\tc"),
        ("<table><tr><td>a<td><img width=16 src=/x alt=✓><tr><td>b<td>c</table>", "a\t✓\nb\tc"),
        ("<table><tr><td>a<td><img width=400 src=/photo alt=Us><tr><td>b<td>c</table>", "a\nb\tc"),
        ("<table><tr><td>a<td>x <img class=icon src=/y.png alt=Yes><tr><td>b<td>c</table>", "a\tx\nb\tc"),
        ("<table><tr><td>a<td><a href=/p><img class=icon src=/p.png alt=Print></a><tr><td>b<td>c</table>", "a\nb\tc"),
        ("good <img class=emoji src=/s.png alt=🙂> day", "good 🙂 day"),
        ("good <img class=emoji src=/s.png alt=smile> day", "good day"),
        ("good <img class='a Emoji' src=/s.png alt=❤️> day", "good ❤️ day"),
        ("good <img class=icon src=/s.png alt=smile> day", "good day"),
    ],
)
def test_labels(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<ul><li><span>1/4</span><span>cup</span><span>butter</span></ul>", "1/4 cup butter"),
        ("<ul><li><div>½</div><div>tsp</div><div>salt</div></ul>", "½ tsp salt"),
        ("<ul><li><input type=checkbox><span>2</span><span>eggs</span></ul>", "2 eggs"),
        ("<ul><li><b>2</b>nd floor</ul>", "2nd floor"),
        ("<ul><li><b>2</b><sup>a</sup></ul>", "2a"),
        ("<ul><li><div>Salt</div><div>to taste</div></ul>", "Salt\n\nto taste"),
        (f"<ul><li><div>3</div><div>{'words ' * 30}</div></ul>", f"3\n\n{('words ' * 30).strip()}"),
        ("<ul><li><h3>3</h3><p>steps</p></ul>", "3\n\nsteps"),
        ("<div><div>3</div><div>steps</div></div>", "3\n\nsteps"),
        ("<ul><li><div>~1 1/2</div><div>cups</div></ul>", "~1 1/2 cups"),
        ("<ul><li><div>①</div><div>steps</div></ul>", "①\n\nsteps"),
        ("<ul><li><div>١</div><div>كوب</div></ul>", "١ كوب"),
        ("<ul><li><span>2</span><sup>a</sup></ul>", "2a"),
        ("<ul><li><b>salt</b><div>2</div><div>g</div></ul>", "salt\n\n2\n\ng"),
    ],
)
def test_quantities(body: str, text: str) -> None:
    assert text_of(body) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("first\n  second\n\nthird\n", "first\n  second\n\nthird"),
        ("one line", "one line"),
        ("a\n<b>b</b>", "a b"),  # markup: a page
    ],
)
def test_files_of_plain_text_keep_their_lines(source: str, text: str) -> None:
    extraction = ridgeline.extract(source, extractor="everything")
    assert extraction.text == text


def test_a_file_of_plain_text_is_code_in_markdown() -> None:
    extraction = ridgeline.extract("first\n  second\n", extractor="everything")
    assert extraction.markdown == "```\nfirst\n  second\n```"


PIECES = st.sampled_from(
    [
        *("<sup>", "</sup>", "<sub>", "</sub>", "<q>", "</q>", "<rt>", "<ruby>", "</ruby>", "<math>", "</math>"),
        *("<span class=katex>", "</span>", "<img class=emoji alt=☺>", "<li>", "<td>", "<table>", "<pre>", "</pre>"),
        *("<div>", "</div>", "<span class=line>", "<script type=math/tex>x</script>", "1", "1/2", "/", " ", "a", "\n"),
    ]
)


@given(pieces=st.lists(PIECES, max_size=25), attribute=st.text(max_size=5))
def test_any_markup(pieces: list[str], attribute: str) -> None:
    page = ridgeline.parse(f"<html lang='{html.escape(attribute)}'><body>{''.join(pieces)}")
    keep = everything(page)
    written = page.core.text_of(keep, None)
    if written is not None:  # the core finds no formula, and Python finds none
        assert written == page.core.text_of(keep, write_formulas(page, keep))
