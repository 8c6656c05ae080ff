"""Generates the tables of the compiled core from Python's: `python -m tools.native_tables`.

elements    codes and properties of tags, from `ridgeline.page.elements`
features    the columns of summit's features
characters  kinds and lower case of characters, from `unicodedata`
parser      categories of elements in HTML's tree construction, named character references
stems       parts of words that tell the role of an element, from summit
tidying     words and limits of the rules for single leaves, from `ridgeline.cleanup`
notation    superscripts, quotation marks, names of icons and lines of code
"""
