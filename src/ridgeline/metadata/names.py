"""Finds names in bylines: "By Jane Doe and John Roe, Reporter | 3 May" → Jane Doe, John Roe."""

import re
from collections.abc import Iterable

from .dates import is_calendar_word
from .surroundings import Piece

MAX_NAMES = 20
_MAX_NAME_LENGTH = 80
_MAX_BYLINE_LENGTH = 600
_MAX_WORDS = 8
_MAX_WORDS_SHOWN = 5

_AND = r"and|und|et|og|och|en|ve|ja|(?-i:y|e|i)|和|与|及"  # single capitals are initials
# What may precede a name.
_LABEL = re.compile(
    r"(?:(?:post|(?:originally |first )?(?:written|posted|published|words|story|text|article|authored|created"
    r"|contributed|submitted|shared|asked|started|analysis|review|report|opinion|presented|compiled))[ ,]{1,2})?"
    r"by(?:\s*[:—–|-]|(?=\s|$))\s*"
    r"|(?:thread starter|topic author|about the author|posted by|written by)\s*"
    r"|(?:oleh|bởi|โดย|بقلم|מאת)(?:\s*:|(?=\s|$))\s*"
    r"|(?:(?:the )?authors?|auth?or[ae]?|auteur|autor(?:es|in)?|verfasser(?:in)?|writers?|skribent|written"
    r"|words|text[eo]?|story|reporter|автор|作者|文|記者|记者|撰文|기자|penulis|pewarta|yazar|yazan|muhabir|tác giả"
    r"|ผู้เขียน|लेखक|كتبه?|الكاتب|نویسنده|خبرنگار|כתב)\s*[:：]\s*",
    re.I,
)
# Prepositions that also begin names: they count only in visible text, before two words or more.
_PREPOSITION = re.compile(r"(?:von|par|por|door|di|da|av|af|przez|od|от|de)\s+(?=\w+\s+\w)", re.I)
# Where names end, in prose and in a meta element.
_TAIL_SHOWN = re.compile(
    r"\s*(?:[(\[<]|\s(?:on|in|at|for|from|is|has|via|to)\s|\s[0-9]|:\s"
    r"|\b(?:published|updated|posted|last updated|reviewed|medically|fact.checked|edited by|min read|photo)\b).*",
    re.I | re.S,
)
_TAIL = re.compile(r"\s*(?:[|•·»›<]|\s[-–—]\s|\s\().*", re.S)
_TAIL_SIGNS = frozenset("|•·»›<-–—(")  # one of them begins every tail
_SEPARATOR = re.compile(r"\s*[|•·⋅»›~]\s*|\s+[-–—/]\s+|[–—]\s*$")
_PARENTHESIS = re.compile(r"\([^()]*\)")
_INITIALS = re.compile(r"[A-Z]{1,2}")
_COMMA = re.compile(rf"\s*[,;、，]\s*(?:(?:{_AND}|&|with)\s+)?", re.I)
_COMMA_SIGNS = frozenset(",;、，")
_CONJUNCTION = re.compile(rf"\s+(?:{_AND}|&|with|\+)\s+", re.I)
_CONNECTOR = re.compile(rf"[\s,;&+/|•·-]*+(?:{_AND}|with)?+[\s,;&+/:]*+", re.I)
_OPEN_END = re.compile(rf"(?:[,&]|\s(?:{_AND}))\s*$", re.I)
_EDGE = ' .,;:-–—|*~"“”'

# Words for what someone is, not who.
_ROLES = frozenset(
    """reporter reporters writer writers editor editors editorial correspondent staff contributor contributors
    contributing columnist director ceo cto coo cmo founder co-founder cofounder manager expert dietitian
    nutritionist professor president chief head senior sr junior producer specialist consultant analyst coach
    trainer author authors journalist blogger lead associate assistant candidate representative member moderator
    administrator engineer engineering press news times journal magazine university institute inc llc ltd company
    agency bureau redakteur redakteurin redaktion journaliste periodista giornalista редактор корреспондент""".split()
)
_CREDENTIAL = re.compile(
    r"(?:(?:[A-Z]{2,6}|Ph\.?D|MSc|BSc|Esq|Dr|(?:[A-Z][a-z]{0,2}\.)+[A-Z]?)[.®]?(?:[ -]|$))+[A-Z0-9]{0,4}"
)
_PLACES = ("in ", "at ", "from ", "for ")
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.I)
_PARTICLES = frozenset(
    """de del della der den di da do dos van von la le el al bin ibn of the for y e and & zu zum ten ter af av
    team""".split()
)
_JUNK = frozenset(
    """admin administrator author authors editor user username unknown null none undefined anonymous guest webmaster
    default various n/a na by superuser root system test follow share comments contributors staff writer blog home
    website post posts view all more profile bio skip shop search menu login subscribe via""".split()
) | {
    *("[object object]", "(no author)", "no author", "view all posts", "read more", "view profile", "the author"),
    *("sign in", "log in", "sign up", "shop all", "learn more", "contact us", "about us", "skip to content"),
    *("written by", "posted by", "guest author", "site admin", "web admin", "topic author", "about the author"),
}
_PLACEHOLDER = re.compile(
    r"^(?:page|post|site|entry|article|data|user)\.\w|[{}%]|\w: \w"
)  # page.author.name; design: Jane Doe
_JUNK_STARTS = ("Follow ", "View ", "More ", "All ", "See ")
_NOT_IN_NAMES = frozenset("【】[]{}<>|=#╱")
_CHINESE_REPORTER = re.compile(r"(?:記者|记者|作者|撰文)[：:\s]*([\u4e00-\u9fff]{2,3})(?![\u4e00-\u9fff])")
_KOREAN_REPORTER = re.compile(r"([\uac00-\ud7a3]{2,4})\s?(?:기자|특파원)(?![\uac00-\ud7a3])")
_WORD = re.compile(r"\w+")
_MAX_WORDS_OF_PERSON = 4
_NAME_WORD = re.compile(r"[^\W\d_](?:[.'’-]?+[^\W\d_])*+\.?+")
# Words of labels, headings and categories near a headline.
_NOT_OF_PERSONS = frozenset(
    """a about ad advertiser advertising agencies all and article articles blog by category comment comments contents
    content data date design development disclosure editorial engineering facebook fact for full guide how in is
    learning last latest management marketing min minute minutes news no of on online our picks policy posted
    published read reading real research reviewed services share social software table team the this time to top
    topics trends twitter updated web what why with your & copy link
    request demo explore create free account sign log join start shop shopping now get watch listen""".split()
)


def names_in(text: str) -> list[str]:
    """Return the names in a value that should hold nothing but names."""
    text = _prepared(text)
    if not text.isascii():
        text = _KOREAN_REPORTER.sub(r"\1", text)
    if label := _LABEL.match(text):
        text = text[label.end() :]
    if not _TAIL_SIGNS.isdisjoint(text):
        text = _TAIL.sub("", text)
    if (reordered := _reversed(text)) is not None:
        return [reordered] if is_name(reordered) else []
    return [name for name in _split_names(text) if is_name(name)]


def names_shown(pieces: Iterable[Piece], *, prose: bool = False) -> list[str]:
    """Return the names in a visible byline, given as pieces of text.

    These are the names of the first piece that has any, of pieces joined to it by "and" or a comma, and of pieces that
    link to persons. The first may be a user name in lower case; in `prose` it may not, and must come at the start.
    """
    names: list[str] = []
    joined = True
    handles = not prose
    for piece in _split_pieces(pieces):
        text = _without_label(piece.text)
        if not text or _CONNECTOR.fullmatch(text):
            joined = True
            continue
        if is_calendar_word(text) or text[0].isdigit() or _INITIALS.fullmatch(text):
            continue
        if names and not joined and not piece.links_person:
            break
        found = _names_in_piece(text, handles=handles, linked=piece.links_person)
        if not found and (prose or len(text) > _MAX_NAME_LENGTH):
            break
        names += found
        joined = bool(_OPEN_END.search(text))
        handles = False
    return names


def _names_in_piece(text: str, *, handles: bool, linked: bool) -> list[str]:
    if reporters := _CHINESE_REPORTER.findall(text):
        return [str(name) for name in reporters]
    if linked:
        return [name for name in _split_names(text) if _is_shown_name(name, handle=True) or _is_linked_name(name)]
    return [name for name in _split_names(_TAIL_SHOWN.sub("", text)) if _is_shown_name(name, handle=handles)]


def starts_with_label(text: str) -> bool:
    """Return whether a text starts with "By" or the like."""
    return _LABEL.match(text) is not None


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names without duplicates, which differ at most in case and punctuation."""
    kept: dict[str, str] = {}
    for name in names:
        kept.setdefault(folded(name), name)
        if len(kept) == MAX_NAMES:
            break
    return tuple(kept.values())


def folded(name: str) -> str:
    """Return a name in the form in which names are compared."""
    return "".join(_WORD.findall(name.casefold()))


def _prepared(text: str) -> str:
    """Return one line without URLs, user names of other sites (@jane), and parentheses."""
    text = text[:_MAX_BYLINE_LENGTH]
    words = (_PARENTHESIS.sub(" ", text) if "(" in text else text).split()
    if _has_address(text):
        words = [word for word in words if not _has_address(word)]
    return " ".join(words)


def _has_address(text: str) -> bool:
    return "@" in text or "://" in text or "www." in text.lower()


def _split_pieces(pieces: Iterable[Piece]) -> Iterable[Piece]:
    """Split pieces at bars, dots and dashes."""
    for piece in pieces:
        for text in _SEPARATOR.split(_prepared(piece.text)):
            if text:
                yield Piece(text, piece.links_person)


def _without_label(text: str) -> str:
    if label := _LABEL.match(text):
        text = text[label.end() :]
    if preposition := _PREPOSITION.match(text):
        text = text[preposition.end() :]
    return text.strip()


def _reversed(text: str) -> str | None:
    """Turn "Doe, Jane" into "Jane Doe"; return None for anything else."""
    last, comma, first = text.partition(", ")
    if not comma or " " in last or "," in first or len(first.split()) > 2 or _is_role(first, after=last):
        return None
    return f"{first} {last}"


def _split_names(text: str) -> list[str]:
    """Split at commas and conjunctions, and drop roles, titles and employers."""
    names: list[str] = []
    for part in [text] if _COMMA_SIGNS.isdisjoint(text) else _COMMA.split(text):
        part = part.strip(_EDGE)
        if not names:
            names += _split_at_conjunctions(part)
        elif _SUFFIX.fullmatch(part):
            names[-1] += f", {part}"
        elif not _is_role(part, after=names[0]) and (" " in part or " " not in names[0]):  # else: Jane Doe, Reuters
            names += _split_at_conjunctions(part)
    return names


def _is_role(part: str, *, after: str) -> bool:
    """Return whether a part after a name and a comma is a role, a title or an employer.

    A part in capitals is a title, unless the name is in capitals, too.
    """
    return (
        (_CREDENTIAL.fullmatch(part) is not None and not after.isupper())
        or part.startswith(_PLACES)
        or any(word.strip(".") in _ROLES for word in part.lower().split())
    )


def _split_at_conjunctions(part: str) -> list[str]:
    """Split at "and": Jane Doe and John Roe are two; Maria & Katerina, Ministry of Trade and Industry are one."""
    if len(part.split(maxsplit=2)) < 3:
        return [part]
    parts = [each.strip(_EDGE) for each in _CONJUNCTION.split(part)]
    return parts if all(" " in each for each in parts) and " of " not in part and " for " not in part else [part]


def is_person(text: str) -> bool:
    """Return whether a text by itself looks like a person's name: two to four words with capitals, none a usual one."""
    words = text.split()
    return (
        1 < len(words) <= _MAX_WORDS_OF_PERSON
        and _is_shown_name(text, handle=False)
        and not text.isupper()
        and not starts_with_label(text)
        and all(_NAME_WORD.fullmatch(word) or word in _PARTICLES for word in words)
        and not any(word.lower() in _ROLES or word.lower() in _NOT_OF_PERSONS for word in words)
    )


def is_name(name: str) -> bool:
    """Return whether a text can be the name of a person or an organisation."""
    return (
        1 < len(name) <= _MAX_NAME_LENGTH
        and len(name.split()) <= _MAX_WORDS
        and name.casefold() not in _JUNK
        and not name.startswith(_JUNK_STARTS)
        and any(map(str.isalpha, name))
        and not _PLACEHOLDER.search(name)
    )


def _is_shown_name(name: str, *, handle: bool) -> bool:
    """Return whether visible text can be a name: its words start with capitals; a `handle` of one word need not."""
    words = name.split()
    if not is_name(name) or len(words) > _MAX_WORDS_SHOWN or name.endswith(("?", "!")) or is_calendar_word(name):
        return False
    if all(word.lower() in _ROLES for word in words) or not _NOT_IN_NAMES.isdisjoint(name):
        return False
    if len(words) == 1 and handle:
        return True
    return all(not word[0].islower() or word in _PARTICLES or word in _ROLES for word in words)


def _is_linked_name(name: str) -> bool:
    """Return whether the text of a link to a person can be a name: a short phrase that starts with a capital."""
    return is_name(name) and not name[0].islower() and len(name.split()) <= _MAX_WORDS_SHOWN
