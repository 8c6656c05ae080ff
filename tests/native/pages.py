"""Random pages for the core: tag soup, lists and tables and cards, pictures and copies and gadgets."""

from hypothesis import strategies as st

_TAGS = (
    *"div p span b i a ul li table tr td th h1 h2 pre br img article nav section noscript math svg select".split(),
    *"option template button form input dialog object script style title x-y dl dt dd blockquote code font".split(),
)
_ATTRIBUTES = ("", " class=nav", ' id="a b"', " hidden", ' style="display:none"', " href=/a", " role=main a=1 a=2")
_TEXTS = st.text("ab ZÄé0.,!?\n\t\xa0\u3000漢字Σσς", max_size=12)
_start = st.builds("<{}{}>".format, st.sampled_from(_TAGS), st.sampled_from(_ATTRIBUTES))
_end = st.builds("</{}>".format, st.sampled_from(_TAGS))
_odd = st.sampled_from(["&amp;", "&notit;", "&#x80;", "<!-- x -->", "<![CDATA[y]]>", "<", "</", "\0", "\x85", "<p/>"])
SOUP = st.lists(st.one_of(_start, _end, _TEXTS, _odd), max_size=40).map("".join)


# Pages of lists, tables and like cards, with odd ones among them.
_words = st.sampled_from(["flour", "£3.20", "Knead the dough well.", "word " * 18, ""])
_item = st.builds("<li>{}".format, _words)
_row = st.lists(_words, min_size=1, max_size=3).map(lambda cells: "<tr>" + "".join(f"<td>{cell}" for cell in cells))
_card = st.lists(_words, min_size=1, max_size=3).map(
    lambda parts: "<div class=card>" + "".join(f"<div><b>{part}</b></div>" for part in parts) + "</div>"
)
_structure = st.one_of(
    st.lists(_item, max_size=6).map(lambda items: f"<ul>{''.join(items)}</ul>"),
    st.lists(_row, max_size=5).map(lambda rows: f"<table>{''.join(rows)}</table>"),
    st.lists(_row, max_size=5).map(lambda rows: f"<table><tr><th>Item<th>A year{''.join(rows)}</table>"),
    st.lists(_words, max_size=5).map(lambda words: "<dl>" + "".join(f"<dt>a<dd>{word}" for word in words) + "</dl>"),
    st.lists(_card, max_size=7).map(lambda cards: f"<section>{''.join(cards)}</section>"),
    st.lists(_words, max_size=4).map(lambda lines: f"<p>{'<br>'.join(lines)}</p>"),
)


STRUCTURES = st.lists(_structure, max_size=5).map("".join)

# Pages with pictures, copies, gadgets of headings and of code, notation: what tidying and the writer look at.
_long = st.sampled_from(["The lamp of Harrow Point was lit in 1870, and it burns.", "ΑΣ İ K " + "long words " * 5])
_name = st.sampled_from(
    """author-box avatar AD_slot figure visible-xs d-none sr-only quote line linenos prompt anchor wp-SMILEY emoji
    editsection latex İcon Kelvin-ad""".split()
)
_address = st.sampled_from(
    [
        "/a-long-name.JPG?x",
        "/b/a-long-name.jpg 2x",
        "/icons/a.png",
        "//ads.x/y",
        "data:x",
        "",
        "/Kelvin.png",
        "x/avatar",
    ]
)
_size = st.sampled_from(["1", "0px", " 60 ", "59px", "468", "60", "٣٠", "x", ""])
_link = st.sampled_from(["#", "/a.png", "/photo/1", "/else", ""])
_image = st.one_of(
    st.builds('<img src="{}" alt="{}">'.format, _address, st.sampled_from(["Logo", "A photo", " MENU ", "☺"])),
    st.builds('<img data-src="{}" width="{}" height="{}" class="{}">'.format, _address, _size, _size, _name),
    st.builds('<a href="{}"><img src="{}"></a>'.format, _link, _address),
    st.builds('<picture><source srcset="{}"><img></picture>'.format, _address),
    st.builds('<noscript><img src="{}"></noscript>'.format, _address),
    st.sampled_from(
        ["<iframe src=//youtube.com/x></iframe>", "<video><source src=/v.mp4></video>", "<object data=/x>"]
    ),
)
_gadget = st.sampled_from(
    [
        *(
            "<a>[edit]</a>",
            "<a>¶</a>",
            "<b class=anchor>\ue000</b>",
            "[",
            "<button> Copy \n code » </button>",
            "Contents：",
        ),
        *(
            "<i class=linenos>1</i>",
            "<i class=prompt>$</i>",
            "<a hreflang=de>de</a><a hreflang=fr>fr</a>",
            "<a href=#>x</a>",
        ),
        *(
            "<a hreflang=es>es</a><a hreflang=it>it</a>",
            "<sup>2</sup>",
            "<sub>1<sup>n</sup></sub>",
            "/",
            "⁄",
            "1/2",
            "<br>",
        ),
        *(
            "<q>said</q>",
            "<span class=token-line>x</span>",
            '<span style="DISPLAY : block">y</span>',
            "\n",
            " ",
            "\x01",
        ),
        *("<script type=math/tex>x</script>", "<div></div>", "&#13;", "1\n2"),
    ]
)
_piece = st.one_of(_long, _image, _gadget)
_boxes = "div p section blockquote figure aside li td pre h2 h3 span a table tr ul noscript button sup".split()
_box = st.builds(
    '<{0} class="{1}"{2}>{3}</{0}>'.format,
    st.sampled_from(_boxes),
    st.one_of(st.just(""), _name),
    st.sampled_from(["", "", " aria-hidden=True", " id=related"]),
    st.lists(_piece, max_size=4).map("".join),
)
_outer_box = st.builds('<{0} class="{1}">{2}</{0}>'.format, st.sampled_from(_boxes), _name, st.lists(_box).map("".join))


PICTURES = st.lists(st.one_of(_piece, _box, _outer_box), max_size=12).map("".join)

ODD = (
    "",
    " ",
    "text",
    "\ufeff<p>mark",
    "<p>half \ud800 of a character</p>",
    "<title></title><p>no title</p>",
    "<p>" + "word " * 30_000,
    "<p>a</p>" * 25_000,
    "<script type=application/ld+json>" + '{"name": "' * 5_000,
    "<pre>a\n\n  b<br>c\x0b<b>\x1c</b>d</pre>",
    "<table><tr><td>a<td>b<tr><td>c<td>d</table><ul><li>1<li>2<ul><li>3</ul></ul>",
    "<ul><li>ΑΣ ΣΑΣ İstanbul</ul>",
    "<table><tr><td>a<td><table><tr><th>b<th>c<tr><td>d<td>e</table><tr><td>f<td>g</table><tr><th>h",
    "<dl><dt>a<dd>b<dd>c</dl><dl><dt>d<dd>e</dl><dl></dl><ul></ul><p>f<br>g<pre>h\n<div>i</div><div>j</div></pre>",
    "<section>" + "<div class=card><h3>Name</h3><div><p>£1</p></div></div>" * 9 + "</section>",
    "<section>" + "<div><div><i>a</i></div><div>" * 300 + "<b>deep</b>",
)
