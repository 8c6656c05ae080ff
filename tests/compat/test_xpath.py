"""XPath expressions as CSS selectors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline.compat.trafilatura.xpath import to_css
from ridgeline.errors import OptionError

PAGE = ridgeline.parse(
    '<html><body class="page"><div id="a" class="ad wide"><p>one</p><ul><li>two</li></ul></div>'
    '<div id="b"><p class="ad">three</p></div><aside title=\'say "no" | or not\'>four</aside></body></html>'
)


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("//p", ["p", "p"]),
        (".//div/p", ["p", "p"]),
        ("//div//li", ["li"]),
        ("/html/body/aside", ["aside"]),
        ("/body", []),
        ("//*[@id='a']", ["div"]),
        ('//*[contains(@class, "ad")]', ["div", "p"]),
        ('//div[starts-with(@class,"ad") and @id="a"]/ul', ["ul"]),
        ('//div[@class][@id!="b"]', ["div"]),
        ("//ul | //aside", ["ul", "aside"]),
        ("""//aside[@title='say "no" | or not']""", ["aside"]),
    ],
)
def test_the_same_elements_are_chosen(expression: str, found: list[str]) -> None:
    assert [node.tag for css in to_css(expression) for node in PAGE.select(css)] == found


@pytest.mark.parametrize(
    "expression",
    [
        *(
            "",
            "p",
            "//",
            "//p[1]",
            "//p/text()",
            "//p[contains(text(), 'a')]",
            "//p/..",
            "//ancestor::p",
            "//p[@a or @b]",
        ),
        *(
            "//p[not(@a)]",
            "//p[",
            "//p]",
            "//p[@a='x]",
            "//p | ",
            "//p[contains(@class, '')]",
            "//p" * 2000,
            "count(//p)",
        ),
    ],
    ids=lambda expression: expression[:20],
)
def test_what_has_no_counterpart_is_refused(expression: str) -> None:
    with pytest.raises(OptionError, match="prune_xpath"):
        to_css(expression)


@given(st.text(alphabet="/*pa[]@='\"|() .", max_size=30))
def test_a_translation_can_be_read(expression: str) -> None:
    try:
        selectors = to_css(expression)
    except OptionError:
        return
    for css in selectors:
        PAGE.select(css)
