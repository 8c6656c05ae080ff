"""How tags stand in the source: patterns that see them nearly as lexbor does.

Each repetition is possessive: the patterns never step back, so a scan is linear whatever the page holds.
"""

import re

from ..elements import RAW_TEXT_NAMES

_SPACE = r"[ \t\n\r\f]"  # what HTML takes for white space; Python's \s is more
ATTRIBUTE_GRAMMAR = (
    rf"[ \t\n\r\f/]*+[^ \t\n\r\f/>][^ \t\n\r\f/>=]*+"
    rf"""(?:{_SPACE}*+={_SPACE}*+(?:"[^"]*+"|'[^']*+'|[^ \t\n\r\f>"'][^ \t\n\r\f>]*+))?+"""
)
ATTRIBUTE = re.compile(ATTRIBUTE_GRAMMAR)
TOKEN = re.compile(
    rf"<(?:(!--)|(/?)([a-zA-Z][^ \t\n\r\f/>]*+)(?:{ATTRIBUTE_GRAMMAR})*+[ \t\n\r\f/]*+>?|(?:[!?]|/[^a-zA-Z>])[^>]*+>?)"
)
COMMENT_END = re.compile(r"--!?>")
RAW_TEXT_END = {name: re.compile(rf"</(?i:{name})(?=[ \t\n\r\f/>])") for name in RAW_TEXT_NAMES}
# Formatting that nobody closed is opened again in every paragraph; `a` and `nobr` close themselves.
LASTING_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
FORMATTING = LASTING_FORMATTING | {"a", "nobr"}
