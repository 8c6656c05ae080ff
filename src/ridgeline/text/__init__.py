"""Text: what the leaves of a page say, without a view on what is content.

    characters.py     kinds of characters, counted
    words.py          words, in scripts with and without spaces
    languages.py      the language of a text, and stop words
    invisible.py      characters that show nothing
    spaces.py         white space, folded or kept
    entities.py       character references
    attributes.py     values of attributes as text
    formulas.py       formulas as text and as TeX
    mathml.py         MathML as TeX
    visible.py        the text that each leaf shows
    concatenation.py  the texts of leaves joined as a browser shows them
    cuts.py           leaves divided into blocks
    urls.py           URLs resolved against the page
    data.py           JSON

Modules further down may import those above them.
"""
