"""XPath as CSS selectors."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.page.selector_syntax import parse_selector
from ridgeline.sites.rules.xpath import MAX_LENGTH, XPathError, css_string, to_css

from ...pages import page


@pytest.mark.parametrize(
    ("xpath", "css"),
    [
        ("//div[@id='story']/p", 'div[id="story"] > p'),
        ("//div[@id = 'story']//p", 'div[id="story"] p'),
        ("//DIV[@ID='Story']", 'div[id="Story"]'),
        ("//*[@id='toc']", '[id="toc"]'),
        (".//article", "article"),
        ("article", "article"),
        ("/html/body/div[2]", "html > body > div:nth-of-type(2)"),
        ("/article", ":root > article"),
        ("id('main')/p", '[id="main"] > p'),
        ("//p[contains(@class, 'intro')] | //h2", 'p[class*="intro"], h2'),
        ("//div[contains(concat(' ', normalize-space(@class), ' '), ' post ')]", 'div[class~="post"]'),
        ("//div[contains(concat(' ',@class,' '),' post ')]", 'div[class~="post"]'),
        ("//div[normalize-space(@class)='x y']", 'div[class="x y"]'),
        ("//a[starts-with(@href, '/')]", 'a[href^="/"]'),
        ("//a[ends-with(@href, '.pdf')]", 'a[href$=".pdf"]'),
        ("//a[@rel]", "a[rel]"),
        ("(//a | //b)", "a, b"),
        ("//img/following-sibling::*[1][self::div and @a]", "img + :is(div)[a]"),
        ("//a['author'=@rel]", 'a[rel="author"]'),
        ("//a[@rel!='author']", 'a[rel]:not([rel="author"])'),
        ("//div[@id='a' or @id='b']", 'div:is([id="a"], [id="b"])'),
        ("//div[@a and (@b or @c)]", "div[a]:is([b], [c])"),
        ("//div[.//img and not(@hidden)]", "div:has(img):not([hidden])"),
        ("//div[img]", "div:has(> img)"),
        ("//ul[li/a[@href]]", "ul:has(> li > a[href])"),
        ("//p[following-sibling::div]", "p:has(~ div)"),
        ("//*[self::h1 or self::h2]", ":is(:is(h1), :is(h2))"),
        ("//div/self::div[@a]", "div:is(div[a])"),
        ("//main/article[1]", "main > article:nth-of-type(1)"),
        ("//main/*[3]", "main > :nth-child(3)"),
        ("//p[last()]", "p:nth-last-of-type(1)"),
        ("//p[position()=last()]", "p:nth-last-of-type(1)"),
        ("//p[position()>2]", "p:nth-of-type(n+3)"),
        ("//p[position()<=2]", "p:nth-of-type(-n+2)"),
        ("//h2/following-sibling::p", "h2 ~ p"),
        ("//h2/following-sibling::*[1]", "h2 + *"),
        ("//div/descendant::p", "div p"),
        ("//time/parent::div", "div:has(> time)"),
        ("//time/ancestor::div", "div:has(time)"),
        ("//time/..", "*:has(> time)"),
        ('//a[@title="it\'s"]', 'a[title="it\'s"]'),
    ],
)
def test_what_selectors_can_say(xpath: str, css: str) -> None:
    found = to_css(xpath)
    assert ", ".join(found.selectors) == css
    assert found.value == ""
    for selector in found.selectors:
        parse_selector(selector)


@pytest.mark.parametrize(
    ("xpath", "value"),
    [("//h1/text()", "text()"), ("//meta[@name='a']/@content", "@content"), ("//time/@datetime", "@datetime")],
)
def test_the_value_that_is_taken(xpath: str, value: str) -> None:
    assert to_css(xpath).value == value


def test_the_first_of_all_elements() -> None:
    assert to_css("(//h1 | //h2)[1]") == (("h1", "h2"), "", True)


@pytest.mark.parametrize(
    ("xpath", "reason"),
    [
        ("//div[@class='x'][1]", "a position among chosen elements"),
        ("(//div)[2]", "a position in a group"),
        ("(//div", "')' is missing"),
        ("//div/(p)", "a name is missing"),
        ("//p | (//div)", "a group inside of a path"),
        ("//a[text()='Next']", "cannot be compared"),
        ("//p[contains(., 'Read more')]", "the text of an element"),
        ("//p[. = 'x']", "the text of an element"),
        ("substring-before(//h1, 'x')", "substring-before"),
        ("//div/p/..", "a step upwards after several steps"),
        ("//p/preceding-sibling::h2", "the axis preceding-sibling"),
        ("//p[../@id='x']", "what is around an element"),
        ("//p[//img]", "a condition on the whole page"),
        ("//p[@*]", "of any name"),
        ("//p[contains(@class, '')]", "part of every other"),
        ("//p[count(a) > 2]", "count"),
        ("//p/text()/b", "nothing comes after text()"),
        ("//a/@href | //b", "different values"),
        ("", "a name is missing"),
        ("//", "a name is missing"),
        ("//p[", "a name is missing"),
        ("//p]", "cannot be a selector"),
        ("//p ! x", "not XPath"),
        ("//p[@a='x]", "not XPath"),
        ("/" * (MAX_LENGTH + 1), "longer than"),
        ("p[" * 60, "inside of each other"),
        ("//p[" + "(" * 60, "inside of each other"),
        ("//p[" + "not(" * 60, "inside of each other"),
    ],
)
def test_what_they_cannot(xpath: str, reason: str) -> None:
    with pytest.raises(XPathError) as caught:
        to_css(xpath)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=60) | st.text("/div[]@=*|.'\"()anotrpexs ,:1", max_size=80))
def test_any_text_gives_selectors_or_an_error(text: str) -> None:
    with suppress(XPathError):
        assert to_css(text).selectors


@given(st.text(max_size=20))
def test_strings_are_escaped(text: str) -> None:
    own = page("<p>text</p>")
    assert own.select(f"[class={css_string(text)}]") == []


@pytest.mark.parametrize("part", ["/", "//", "[", "(", "@a", "'", "a", "not(", "a/", "a[", "a|", ".", "::"])
def test_hostile_paths_take_no_time(part: str) -> None:
    begin = time.perf_counter()
    for _ in range(20):
        with pytest.raises(XPathError):
            to_css(part * (MAX_LENGTH // len(part)) + "$")
    assert time.perf_counter() - begin < 5
