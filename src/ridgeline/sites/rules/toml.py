"""The file of rules: TOML, a table for each site, with a selector or a list of selectors for each key.

    ["example.org"]
    select = "article .body"
    exclude = [".newsletter", "aside"]

The name of a site is in quotes, since TOML takes a dot for a table inside of a table. `keep` and `drop`, as former
versions called `select` and `exclude`, are still read, with a warning.
"""

import json
import re
import tomllib
import warnings
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...errors import OptionError, RuleError
from ...page.patterns import lazy_pattern
from .rule import FORMER_NAMES, KEYS, Rule

MAX_BYTES = 4_000_000  # those of 2,000 sites, with a dozen selectors each, take one; reading that takes two seconds

# `tomllib` takes time that is quadratic in the parts of a key, a.a.a…: a minute for 100,000. Strings hold no keys but
# those that are one part, and comments none.
_STRINGS = lazy_pattern(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|#[^\n]*+')
_LONG_KEY = lazy_pattern(r"\.(?:[\w \t-]*+\.){20}")
_PLAIN_STRING = lazy_pattern(r"[^'\x00-\x1f\x7f]*")
_LINE_LENGTH = 100


def read_toml(source: str | bytes, origin: str) -> Iterator[Rule | RuleError]:
    """Yield the rules of a file; for a wrong one the error, which names the `origin`, site and key.

    Raises RuleError for what is not TOML.
    """
    origins: dict[str, str] = {}  # by site, how the file names it
    tables = _parsed(source, origin)
    if any(isinstance(table, Mapping) and table.keys() & FORMER_NAMES for table in tables.values()):
        warnings.warn(f"{origin}: keep and drop are called select and exclude now", FutureWarning, stacklevel=2)
    for name, table in tables.items():
        try:
            rule = _rule(name, table)
            if rule.site in origins:
                raise OptionError(f"there is another rule for {rule.site}, {_shown(origins[rule.site])}: join them")
        except OptionError as error:
            yield RuleError(f"{origin}: {_shown(name)}: {error}")
        else:
            origins[rule.site] = name
            yield rule


def write_toml(rules: Iterable[Rule]) -> str:
    """Return the text of a file with these rules, in their order."""
    return "\n".join(_table(rule) for rule in rules)


def _parsed(source: str | bytes, origin: str) -> Mapping[str, Any]:
    if len(source) > MAX_BYTES:
        raise RuleError(f"{origin}: larger than {MAX_BYTES:,} bytes, which no file of rules is")
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        if _LONG_KEY().search(_STRINGS().sub("", text)):
            raise RuleError(f"{origin}: not a file of rules: it has a key of many parts")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise RuleError(f"{origin}: not a file of rules: it is not in UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise RuleError(f"{origin}: not TOML: {error}") from error


def _rule(site: str, table: object) -> Rule:
    if not isinstance(table, Mapping):
        raise OptionError(f"rules are in a table of their site, as [{json.dumps('example.org')}]")
    keys: dict[str, Any] = {FORMER_NAMES.get(key) or key: value for key, value in table.items()}
    if len(keys) < len(table):
        raise OptionError("keep is another name of select, and drop of exclude: join them")
    for key, value in keys.items():
        if key not in KEYS and isinstance(value, Mapping):
            raise OptionError(f"write the name of the site in quotes: [{_string(_dotted(site, table))}]")
        if key not in KEYS:
            raise OptionError(f"no key is called {_shown(key)}: there are {', '.join(KEYS)}")
    return Rule(site, **keys)


def _dotted(site: str, table: object) -> str:
    """Return the name of a site that TOML took for tables inside of each other."""
    names = [site]
    while isinstance(table, Mapping):
        key = next((key for key, value in table.items() if isinstance(value, Mapping)), None)
        if key is None:
            break
        names.append(key)
        table = table[key]
    return ".".join(names)


def _shown(key: str) -> str:
    """Return a key in quotes, on one line."""
    return f"{key[:80]!r}"


def _table(rule: Rule) -> str:
    lines = [f"[{_string(rule.site)}]"]
    lines += [f"{key} = {_array(values)}" for key in KEYS if (values := getattr(rule, key))]
    return "\n".join(lines) + "\n"


def _array(values: Iterable[str]) -> str:
    """Return a list on one line, or if it is long, with a line for each item."""
    strings = [_string(value) for value in values]
    line = f"[{', '.join(strings)}]"
    return line if len(line) <= _LINE_LENGTH else "".join(["[\n", *(f"    {string},\n" for string in strings), "]"])


def _string(text: str) -> str:
    """Return a string, in single quotes where double ones would need escapes."""
    if re.search(r'["\\]', text) and _PLAIN_STRING().fullmatch(text):
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
