"""What the HTML parser knows of names and characters: `parser_tables.h`.

Element categories, byte classes and character references as in the HTML standard
(https://html.spec.whatwg.org/multipage/parsing.html); the named references are Python's `html.entities.html5`.
"""

from collections.abc import Iterable, Mapping
from html.entities import html5

from ridgeline.page import elements

from .elements import constant, rows

# Names that the rules mention and `elements.NAMES` lacks.
FURTHER_NAMES = "bgsound keygen image mi mo mn ms mtext mglyph malignmark desc".split()

# https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
SVG_NAMES = """altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend
    feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
    feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology
    feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
    radialGradient textPath""".split()
SVG_ATTRIBUTES = """attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant
    edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines
    keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves
    pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha
    preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions requiredFeatures
    specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage
    tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan""".split()

_IMPLIED_END = "dd dt li optgroup option p rb rp rt rtc".split()
_CLOSES_P = """address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer
    header hgroup main menu nav ol p search section summary ul""".split()
CATEGORIES: Mapping[str, Iterable[str]] = {
    # https://html.spec.whatwg.org/multipage/parsing.html#special
    "SPECIAL": """address applet area article aside base basefont bgsound blockquote body br button caption center col
        colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
        head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes
        noscript object ol p param plaintext pre script search section select source style summary table tbody td
        template textarea tfoot th thead title tr track ul wbr xmp""".split(),
    # https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope
    "SCOPE": "applet caption html table td th marquee object select template".split(),
    "FORMATTING": "a b big code em font i nobr s small strike strong tt u".split(),
    "IMPLIED_END": _IMPLIED_END,
    "THOROUGHLY_IMPLIED_END": _IMPLIED_END + "caption colgroup tbody td tfoot th thead tr".split(),
    "HEADING_TAG": elements.HEADINGS,
    # Start tags in body that close an open paragraph and nothing else.
    "CLOSES_P": _CLOSES_P,
    # End tags in body that close everything up to their start tag.
    "CLOSES_ITSELF": [name for name in _CLOSES_P if name != "p"] + "button listing pre select".split(),
    # Start tags that end SVG and MathML.
    "BREAKOUT": """b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li
        listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var""".split(),
    # Start tags that the rules of "in head" handle, in head and in body alike.
    "IN_HEAD": "base basefont bgsound link meta noframes script style template title".split(),
    # caption, col, colgroup, tbody, td, tfoot, th, thead, tr: ignored outside of tables.
    "TABLE_PART": "caption col colgroup tbody td tfoot th thead tr".split(),
    "MATH_TEXT_POINT": "mi mo mn ms mtext".split(),
    "SVG_HTML_POINT": "foreignObject desc title".split(),
}

# https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
QUIRKY_IDENTIFIERS = ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"]
QUIRKY_PREFIXES = """+//silmaril//dtd html pro v0r11 19970101//
-//as//dtd html 3.0 aswedit + extensions//
-//advasoft ltd//dtd html 3.0 aswedit + extensions//
-//ietf//dtd html 2.0 level 1//
-//ietf//dtd html 2.0 level 2//
-//ietf//dtd html 2.0 strict level 1//
-//ietf//dtd html 2.0 strict level 2//
-//ietf//dtd html 2.0 strict//
-//ietf//dtd html 2.0//
-//ietf//dtd html 2.1e//
-//ietf//dtd html 3.0//
-//ietf//dtd html 3.2 final//
-//ietf//dtd html 3.2//
-//ietf//dtd html 3//
-//ietf//dtd html level 0//
-//ietf//dtd html level 1//
-//ietf//dtd html level 2//
-//ietf//dtd html level 3//
-//ietf//dtd html strict level 0//
-//ietf//dtd html strict level 1//
-//ietf//dtd html strict level 2//
-//ietf//dtd html strict level 3//
-//ietf//dtd html strict//
-//ietf//dtd html//
-//metrius//dtd metrius presentational//
-//microsoft//dtd internet explorer 2.0 html strict//
-//microsoft//dtd internet explorer 2.0 html//
-//microsoft//dtd internet explorer 2.0 tables//
-//microsoft//dtd internet explorer 3.0 html strict//
-//microsoft//dtd internet explorer 3.0 html//
-//microsoft//dtd internet explorer 3.0 tables//
-//netscape comm. corp.//dtd html//
-//netscape comm. corp.//dtd strict html//
-//o'reilly and associates//dtd html 2.0//
-//o'reilly and associates//dtd html extended 1.0//
-//o'reilly and associates//dtd html extended relaxed 1.0//
-//sq//dtd html 2.0 hotmetal + extensions//
-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//
-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//
-//spyglass//dtd html 2.0 extended//
-//sun microsystems corp.//dtd hotjava html//
-//sun microsystems corp.//dtd hotjava strict html//
-//w3c//dtd html 3 1995-03-24//
-//w3c//dtd html 3.2 draft//
-//w3c//dtd html 3.2 final//
-//w3c//dtd html 3.2//
-//w3c//dtd html 3.2s draft//
-//w3c//dtd html 4.0 frameset//
-//w3c//dtd html 4.0 transitional//
-//w3c//dtd html experimental 19960712//
-//w3c//dtd html experimental 970421//
-//w3c//dtd w3 html//
-//w3o//dtd w3 html 3.0//
-//webtechs//dtd mozilla html 2.0//
-//webtechs//dtd mozilla html//""".split("\n")
QUIRKY_WITHOUT_SYSTEM = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
QUIRKY_SYSTEM = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"

_WHITE_SPACE = b"\t\n\f\r "
BYTE_CLASSES: Mapping[str, bytes] = {
    "SPACE": _WHITE_SPACE,
    "LETTER": b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "DIGIT": b"0123456789",
    "HEX_LETTER": b"abcdefABCDEF",
    "ENDS_TAG_NAME": _WHITE_SPACE + b"/>",
    "ENDS_ATTRIBUTE_NAME": _WHITE_SPACE + b"/>=",
    "ENDS_VALUE": _WHITE_SPACE + b">",
    "DECODED": b"&\r\0<",  # what may stand for something else in text
}

SLOTS = 1024  # of the hash table of names: four times as many as names, so that chains are short
_HASH_SEED = 0x9E3779B97F4A7C15
_HASH_FACTOR = 0xD6E8FEB86659FD93


def tag_hash(name: bytes) -> int:
    """The hash of a name in lower case; `rl_hash_step` and `rl_hash_end` in interning.h are the same."""
    value = _HASH_SEED
    for byte in name:
        value = (value ^ byte) * _HASH_FACTOR % 2**64
    return value >> 32


def fixed_names() -> list[str]:
    """The names with fixed codes: those of `elements`, further ones, and those of SVG, in lower case and its own."""
    lower = [name.lower() for name in SVG_NAMES]
    return [*elements.NAMES, *FURTHER_NAMES, *lower, *(name for name in SVG_NAMES if name not in elements.CODES)]


def generate() -> str:
    """The header."""
    names = fixed_names()
    further = "".join(f"    {constant(name)},\n" for name in FURTHER_NAMES[1:])
    first_svg = len(elements.NAMES) + len(FURTHER_NAMES)
    adjusted = [names.index(name) for name in SVG_NAMES]
    return f"""/* What the HTML parser knows. Generated by `python -m tools.native_tables`; not to be edited. */
#ifndef RIDGELINE_PARSER_TABLES_H
#define RIDGELINE_PARSER_TABLES_H

#include <stdint.h>

#include "elements.h"

/* Names that the rules mention and that have no code outside of the parser. */
enum {{
    {constant(FURTHER_NAMES[0])} = RL_UNKNOWN,
{further}    RL_FIRST_SVG_NAME,  /* in lower case, as the tokenizer reads them */
    RL_FIXED_NAMES = {len(names)},  /* codes from here on are names of the page */
    RL_SVG_NAMES = {len(SVG_NAMES)},
}};
_Static_assert(RL_FIRST_SVG_NAME == {first_svg}, "codes are positions");

typedef struct {{
    uint8_t length;
    char text[{max(map(len, names)) + 1}];
}} rl_fixed_name;
static const rl_fixed_name RL_FIXED_NAME[RL_FIXED_NAMES] = {{
{_lines(f'{{{len(name)}, "{name}"}}' for name in names)}
}};

/* By position from RL_FIRST_SVG_NAME on: the code of the name as SVG writes it. */
static const int16_t RL_SVG_NAME[RL_SVG_NAMES] = {{
{rows(adjusted)}
}};

/* A hash table of the names in lower case, open addressing: a code, or 0 where there is none. */
enum {{ RL_HASH_SLOTS = {SLOTS} }};
static const int16_t RL_HASH_SLOT[RL_HASH_SLOTS] = {{
{rows(_slots(names))}
}};

enum {{
{_enumeration(CATEGORIES)}
}};
static const uint16_t RL_CATEGORIES[RL_FIXED_NAMES] = {{
{rows(_bits(names, CATEGORIES))}
}};

enum {{
{_enumeration({f"BYTE_{name}": members for name, members in BYTE_CLASSES.items()})}
}};
static const uint8_t RL_BYTE_CLASS[256] = {{
{rows(_bits(range(256), BYTE_CLASSES))}
}};
static const uint8_t RL_LOWER[256] = {{
{rows(byte + 32 if chr(byte) in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" else byte for byte in range(256))}
}};

enum {{ RL_SVG_ATTRIBUTES = {len(SVG_ATTRIBUTES)} }};
static const char *const RL_SVG_ATTRIBUTE[RL_SVG_ATTRIBUTES] = {{
{_lines(_quoted(SVG_ATTRIBUTES))}
}};

/* Public identifiers of doctypes, in lower case, that ask for quirks. */
{_strings("RL_QUIRKY_IDENTIFIERS", QUIRKY_IDENTIFIERS)}
{_strings("RL_QUIRKY_PREFIXES", QUIRKY_PREFIXES)}
{_strings("RL_QUIRKY_WITHOUT_SYSTEM", QUIRKY_WITHOUT_SYSTEM)}
#define RL_QUIRKY_SYSTEM "{QUIRKY_SYSTEM}"

{_references()}
#endif
"""


def _slots(names: list[str]) -> list[int]:
    slots = [0] * SLOTS
    for code, name in enumerate(names):
        if code and name == name.lower():
            position = tag_hash(name.encode()) % SLOTS
            while slots[position]:
                position = (position + 1) % SLOTS
            slots[position] = code
    return slots


def _enumeration(members: Mapping[str, object]) -> str:
    return "\n".join(f"    RL_{name} = 1 << {bit}," for bit, name in enumerate(members))


def _bits(keys: Iterable[object], members: Mapping[str, Iterable[object]]) -> list[int]:
    sets = [set(own) for own in members.values()]
    return [sum(1 << bit for bit, own in enumerate(sets) if key in own) for key in keys]


def _references() -> str:
    """The named references, sorted by their bytes, and where those of each first letter begin."""
    names = sorted(html5)
    first = [sum(name < chr(letter) for name in names) for letter in range(129)]
    entries = (f'{{{len(name)}, {len(html5[name].encode())}, "{name}", {_literal(html5[name])}}}' for name in names)
    windows = [ord(bytes([byte]).decode("cp1252", "ignore") or chr(byte)) for byte in range(0x80, 0xA0)]
    return f"""enum {{ RL_REFERENCES = {len(names)} }};
typedef struct {{
    uint8_t length, value_length;
    char name[{max(map(len, names)) + 1}], value[{max(len(value.encode()) for value in html5.values()) + 1}];
}} rl_named_reference;
static const rl_named_reference RL_REFERENCE[RL_REFERENCES] = {{
{_lines(entries)}
}};
/* By first letter: the position of its first reference; the next letter's is where they end. */
static const int16_t RL_FIRST_REFERENCE[129] = {{
{rows(first)}
}};
/* What the numeric references &#128; to &#159; mean. */
static const uint16_t RL_WINDOWS_1252[32] = {{
{rows(windows)}
}};
"""


def _literal(text: str) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in text.encode()) + '"'


def _strings(name: str, members: list[str]) -> str:
    lines = _lines(_quoted(members))
    return (
        f"enum {{ {name}_COUNT = {len(members)} }};\nstatic const char *const {name}[{name}_COUNT] = {{\n{lines}\n}};"
    )


def _quoted(texts: Iterable[str]) -> list[str]:
    return [f'"{text}"' for text in texts]


def _lines(items: Iterable[str], width: int = 116) -> str:
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(item) + 2 <= width:
            lines[-1] += f" {item},"
        else:
            lines.append(f"    {item},")
    return "\n".join(lines)
