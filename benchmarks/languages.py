"""Measure the detection of languages beside its peers, leaving sites out; and count the trigrams that it compares with.

    python benchmarks/languages.py                                       # cross-validated on the training sets
    python benchmarks/languages.py --data multisite-dev --no-validation  # the shipped trigrams, on other sets
    python benchmarks/languages.py --write                               # count the trigrams anew

The training sets are those that may train shipped weights. Only frequencies are kept of them. A page counts for the
language that its set names, or that its whole text is detected as; a page where the two differ does not count, because
many sets name the language of the site. Peers that are not installed are left out.
"""

import argparse
import importlib
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple
from zlib import crc32

from report import Table, figure, wide_console
from ridgeline.lab import datasets
from ridgeline.languages import detection
from ridgeline.languages.detection import MAX_RANK, TRIGRAMS, detect_language, function_words, trigrams

TRAINING_SETS = tuple("wcxb-dev news-dev chinese fundus misinfo harvest magic-html postlight recipes".split())
LENGTHS = (50, 100, 200, 300, 2000)
PIECES = 3  # of each length, from the beginning of a page
FOLDS = 5
MIN_LENGTH = 200
COUNTED = 3000  # characters of a page
MAX_COUNTED = 200_000  # characters of a language
FUNCTION_WORD_TRIGRAMS = 600  # what the function words of a language count as, since few pages are in most languages
NAMES = dict(
    pair.split("=")
    for pair in """German=de English=en Spanish=es Japanese=ja Norwegian=no Turkish=tr French=fr Italian=it Korean=ko
    Luxembourgish=lb Czech=cs Swedish=sv Dutch=nl Danish=da Swahili=sw cn=zh Indonesian=id Hebrew=he Icelandic=is
    Arabic=ar Lithuanian=lt Portuguese=pt Russian=ru Chinese=zh Ukrainian=uk Vietnamese=vi Greek=el Polish=pl nb=no
    nn=no se=sv""".split()
)
Detector = Callable[[str], str | None]


class Sample(NamedTuple):
    """The text of a page, its language, and the fold of its site."""

    language: str
    text: str
    fold: int


def main() -> int:
    """Measure, or count the trigrams."""
    options = read_options()
    samples = list(read_samples(options.data))
    if options.write:
        TRIGRAMS.write_text(profiles(samples), encoding="utf-8")
        return 0
    detectors: dict[str, Callable[[Sample], str | None]] = {
        "ridgeline": validated(samples) if options.validation else lambda sample: detect_language(sample.text)
    }
    for name, detector in peers().items():
        detectors[name] = lambda sample, detector=detector: detector(sample.text)  # type: ignore[misc]
    table(samples, detectors).show(wide_console())
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", nargs="+", default=TRAINING_SETS, metavar="SET")
    parser.add_argument("--no-validation", dest="validation", action="store_false", help="use the shipped trigrams")
    parser.add_argument("--write", action="store_true", help="count the trigrams of the sets, and do not measure")
    return parser.parse_args()


def read_samples(names: Sequence[str]) -> Iterator[Sample]:
    """Iterate over the pages whose language is known."""
    for name in names:
        for record in datasets.read(name):
            text = " ".join(record.text.split())
            stated = NAMES.get(record.lang or "", record.lang)
            if len(text) < MIN_LENGTH or (stated is None and name not in TRAINING_SETS):
                continue
            language = detect_language(text)
            if language and stated in (None, language):
                yield Sample(language, text, crc32(record.group.encode()) % FOLDS)


def profiles(samples: Iterable[Sample]) -> str:
    """Return the contents of the file of trigrams: a line a language, the most frequent trigram first."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for sample in samples:
        if sizes[sample.language] < MAX_COUNTED:
            sizes[sample.language] += COUNTED
            counts[sample.language].update(trigrams(sample.text[:COUNTED]))
    lines = []
    for language, words in function_words().items():
        of_words = Counter(trigrams(" ".join(words)))
        for trigram, count in of_words.items():
            counts[language][trigram] += round(count * FUNCTION_WORD_TRIGRAMS / of_words.total())
        ranked = sorted(counts[language], key=lambda trigram: (-counts[language][trigram], trigram))
        lines.append(f"{language}:{''.join(ranked[:MAX_RANK])}\n")
    return "".join(lines)


def validated(samples: Sequence[Sample]) -> Callable[[Sample], str | None]:
    """Return our detector with, for each page, the trigrams of the sites of other folds."""
    folder = Path(tempfile.mkdtemp())
    for fold in range(FOLDS):
        others = profiles(sample for sample in samples if sample.fold != fold)
        (folder / str(fold)).write_text(others, encoding="utf-8")

    def detect(sample: Sample) -> str | None:
        if folder / str(sample.fold) != detection.TRIGRAMS:
            detection.TRIGRAMS = folder / str(sample.fold)
            detection.trigram_weights.cache_clear()
        return detect_language(sample.text)

    return detect


def peers() -> dict[str, Detector]:
    """Return the other detectors that are installed."""
    found: dict[str, Detector] = {}
    try:
        fast = importlib.import_module("resiliparse.parse.lang").detect_fast
        found["resiliparse"] = lambda text: str(fast(text)[0])
    except ImportError:
        print("languages: resiliparse is not installed", file=sys.stderr)
    try:
        classify = importlib.import_module("py3langid").classify
        found["py3langid"] = lambda text: str(classify(text)[0])
    except ImportError:
        print("languages: py3langid is not installed", file=sys.stderr)
    return found


def table(samples: Sequence[Sample], detectors: dict[str, Callable[[Sample], str | None]]) -> Table:
    """Return the share of right answers by length: over all pieces, and as the mean of languages."""
    rows = []
    for length in LENGTHS:
        pieces = sorted(cut(samples, length), key=lambda piece: piece.fold)
        row = [str(length), str(len(pieces)), str(len({piece.language for piece in pieces}))]
        for detector in detectors.values():
            right: dict[str, list[bool]] = defaultdict(list)
            for piece in pieces:
                found = detector(piece) or ""
                right[piece.language].append(NAMES.get(found, found) == piece.language)
            row += [
                figure(fmean(each for answers in right.values() for each in answers), 3),
                figure(fmean(map(fmean, right.values())), 3),
            ]
        rows.append(row)
    headings = [f"{name}{what}" for name in detectors for what in ("", ", mean of languages")]
    return Table("right answers", ["characters", "pieces", "languages", *headings], rows)


def cut(samples: Iterable[Sample], length: int) -> Iterator[Sample]:
    """Iterate over the first pieces of every page."""
    for sample in samples:
        for start in range(0, min(PIECES * length, len(sample.text) - length + 1), length):
            yield sample._replace(text=sample.text[start : start + length])


if __name__ == "__main__":
    sys.exit(main())
