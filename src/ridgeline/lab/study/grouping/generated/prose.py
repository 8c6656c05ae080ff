"""Words and sentences for generated pages."""

import random

_NOUNS = (
    "harbour lighthouse ferry orchard workshop kiln quarry library bridge tram market mill glacier meadow archive "
    "observatory bakery canal railway greenhouse festival museum tunnel vineyard signal laboratory theatre weir"
).split()
_ADJECTIVES = (
    "old narrow quiet northern wooden bright cold patient careful ordinary distant heavy new small steady hollow"
).split()
_VERBS = "closes opens waits turns holds grows returns changes stands moves fails rests begins improves".split()
_PEOPLE = (
    "Ines Varga|Tomas Lind|Mira Okafor|Jonas Weber|Ada Nilsen|Piet de Boer|Lena Marsh|Rui Costa|Hanna Berg|Samir Aziz|"
    "Eva Novak|Noor Haddad|Karl Ostrom|Beth Alder|Yuki Mori|Dan Pryce"
).split("|")
_PLACES = "Aldern Brixmouth Corve Dunhallow Eskdal Fenwick Grauland Holm Irthing Kestrel".split()
_MONTHS = "January February March April May June July August September October November December".split()
_PATTERNS = (
    "The {adjective} {noun} of {place} {verb} when the {other} {verb2}, and nobody has found out why.",
    "In {place} the {noun} was repaired last year, after the {other} had been closed for {number} weeks.",
    "“We had planned for {number} visitors and counted three times as many,” said {person}, who runs the {noun}.",
    "It takes about {number} minutes to walk from the {noun} to the {other}, less if the {adjective} path is dry.",
    "Most people know the {noun} from pictures, but few have seen how it {verb} in the {adjective} morning light.",
    "{person} kept notes on the {noun} for {number} years; they fill a shelf in the {other} of {place}.",
    "That the {other} still {verb} is due to a handful of volunteers, a {adjective} budget and some luck.",
    "Not everybody agrees: {person} would rather have a {adjective} {noun} than another {other}.",
    "By the end of the season the {noun} had used {number} tonnes of sand, and the {other} was finished on time.",
    "The first plan was simpler, with a {adjective} {other} beside the {noun} and no gate at all.",
    "What remains is a {adjective} question: who pays for the {noun} when the {other} {verb}?",
    "A second look at the figures of {place} shows that the {noun} {verb} more often than the {other} {verb2}.",
)
_ASIDES = (
    "{adjective} {noun} in {place}|{number} things about the {noun}|Why the {noun} {verb}|{person} on the {other}|"
    "{place}: the {noun} {verb}|Pictures of the {adjective} {other}|How a {noun} {verb}|The {other} of {place}"
).split("|")


def _fill(chance: random.Random, pattern: str) -> str:
    noun, other = chance.sample(_NOUNS, 2)
    verb, verb2 = chance.sample(_VERBS, 2)
    return pattern.format(
        adjective=chance.choice(_ADJECTIVES),
        noun=noun,
        other=other,
        verb=verb,
        verb2=verb2,
        number=chance.randint(3, 90),
        person=person(chance),
        place=chance.choice(_PLACES),
    )


def person(chance: random.Random) -> str:
    """Return a name."""
    return chance.choice(_PEOPLE)


def place(chance: random.Random) -> str:
    """Return a place."""
    return chance.choice(_PLACES)


def date(chance: random.Random) -> str:
    """Return a date."""
    return f"{chance.randint(1, 28)} {chance.choice(_MONTHS)} {chance.randint(2019, 2026)}"


def noun(chance: random.Random) -> str:
    """Return a word for a thing."""
    return chance.choice(_NOUNS)


def headline(chance: random.Random) -> str:
    """Return a title."""
    text = _fill(chance, chance.choice(_ASIDES))
    return text[0].upper() + text[1:]


def sentences(chance: random.Random, least: int, most: int) -> str:
    """Return between `least` and `most` sentences."""
    return " ".join(_fill(chance, pattern) for pattern in chance.sample(_PATTERNS, chance.randint(least, most)))


def paragraphs(chance: random.Random, least: int, most: int) -> str:
    """Return between `least` and `most` paragraphs, as HTML."""
    return "\n".join(f"<p>{sentences(chance, 3, 6)}</p>" for _ in range(chance.randint(least, most)))


def links(chance: random.Random, count: int, separator: str = "") -> str:
    """Return links to other pages, as HTML."""
    return separator.join(f'<a href="/{number}">{headline(chance)}</a>' for number in range(count))
