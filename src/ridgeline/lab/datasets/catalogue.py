"""The data sets that ridgeline is developed with. None of them is ours, and none is part of the repository."""

from dataclasses import dataclass

_NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class KnownSet:
    """A data set by name, and its terms."""

    name: str
    pages: int
    contents: str
    licence: str
    use: str  # what figures and shipped weights may take it for
    origin: str | None = None  # the public project that it comes from, where it is known
    address: str | None = None  # of that project
    is_partial: bool = False  # the gold texts are a part of the content: only recall is meaningful


_TRAINING = "training and evaluation"
_WCXB_ADDRESS = "https://github.com/Murrough-Foley/web-content-extraction-benchmark"

KNOWN_SETS: dict[str, KnownSet] = {
    known.name: known
    for known in (
        KnownSet(
            "wcxb-dev",
            1497,
            "seven page types of the web of 2025 and 2026",
            "CC-BY-4.0, credit it",
            _TRAINING,
            "WCXB, development split",
            _WCXB_ADDRESS,
        ),
        KnownSet(
            "wcxb-dev-first-edition",
            965,
            "no pages: gold texts and types of the first edition for ids of wcxb-dev; where the two differ, "
            "the label is doubtful",
            _NOT_STATED,
            "weights of training labels",
            "WCXB, first edition",
            _WCXB_ADDRESS,
        ),
        KnownSet("news-dev", 174, "news articles of 2023", "Apache-2.0", _TRAINING),
        KnownSet("chinese", 69, "Chinese pages", "MIT", _TRAINING),
        KnownSet(
            "fundus",
            178,
            "news of 2023 to 2026 in German, English, Spanish, Japanese, Norwegian, Turkish and 15 more languages; "
            "gold by hand-written site parsers; title, author, date",
            "MIT",
            _TRAINING,
            "Fundus",
            "https://github.com/flairNLP/fundus",
        ),
        KnownSet(
            "misinfo",
            121,
            "US news sites of 2018 and 2019; gold by rules for each site; title, author, date",
            "MIT",
            _TRAINING,
        ),
        KnownSet(
            "harvest",
            98,
            "forum threads of 2020 and 2021, English and German; every post annotated",
            "Apache-2.0",
            _TRAINING,
        ),
        KnownSet(
            "magic-html",
            225,
            "125 articles, whose gold often has title and date, and 100 forum and comment pages; English, Chinese, "
            "some Japanese",
            "Apache-2.0",
            _TRAINING,
            "magic-html",
            "https://github.com/opendatalab/magic-html",
        ),
        KnownSet(
            "postlight",
            79,
            "one page a site, 26 of them Japanese; gold by site selectors",
            "MIT",
            _TRAINING,
            "Postlight Parser",
            "https://github.com/postlight/parser",
        ),
        KnownSet(
            "recipes",
            250,
            "one page a site, 20 languages; the gold is partial, ingredients and steps only: only recall is meaningful",
            "MIT",
            "positive examples in training",
            is_partial=True,
        ),
        KnownSet(
            "cleaneval-dev",
            58,
            "the CleanEval development set that the ICE paper reports on; with marked segments",
            _NOT_STATED,
            "evaluation, and training of the ICE models",
            "CleanEval, development set",
            "https://sigwac.org.uk/cleaneval/devset.html",
        ),
        KnownSet(
            "cleanportaleval",
            71,
            "four sites with many pages each",
            _NOT_STATED,
            "evaluation only",
            "CleanPortalEval",
            "https://github.com/ppke-nlpg/CleanPortalEval",
        ),
        KnownSet(
            "multisite-dev",
            259,
            "eight sites with 21 to 84 pages each, five languages",
            _NOT_STATED,
            "evaluation, and fitting to a site",
        ),
    )
}
