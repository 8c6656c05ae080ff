"""The whole training of summit: labels, augmentation, cross-validation by site, calibration, the model that ships.

Figures and calibration come from cross-validation: every page is scored by networks that were trained without its site,
by all of them, and by each alone, which may be enough where it is not in doubt (`extractors.summit.constants.DOUBT`).
It is scored as a user would see it, by the extracted text against the gold text. The result depends on the data and
the seed alone, not on the number of processes.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ....errors import DatasetError
from ....extraction import Extraction
from ....extractors.summit.constants import FAVORS, NAME, PAGE_TYPES
from ....extractors.summit.features import LINE_FEATURES, PAGE_FEATURES
from ....extractors.summit.lexicon import Lexicon
from ....extractors.summit.model import Model, Prediction
from ....extractors.summit.network import Parameters
from ....extractors.summit.refusal import has_content
from ....page import Page
from ....pipeline import Pipeline
from ....processes import Advance, map_in_processes, usable_cores
from ....storage import models
from ...datasets import KNOWN_SETS, Record, load_first_edition
from ...evaluation import split_into_folds
from ...metrics import Score, word_score
from .augmentation import augment
from .checkpoints import Checkpoints
from .distillation import taught
from .examples import Example, WordSites, make_example, make_remapper, survey
from .labels import LabelledPage, label
from .trainer import DEFAULT_SETTINGS, Settings, train_network

FOLDS = 5
ROUNDS = 2  # of augmentation
FIRST_SETS = ("wcxb-dev", "news-dev", "chinese")  # what narrow teachers learn from
_BROAD, _NARROW, _PUPIL = "broad", "narrow", "pupil"  # kinds of networks
_BALANCED = FAVORS["balanced"]
CURVE = tuple(
    sorted((0.15, 0.25, *FAVORS.values(), 0.65, 0.8, 1.0, 1.25, 1.6, 4.0, 8.0))
)  # b, from precision to recall
_DOUBTS = tuple(percent / 100 for percent in range(80, 100))  # thresholds of the expected F1
_CALIBRATION_STEPS = 20

Sets = Mapping[str, Sequence[Record]]
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class ScoredPage:
    """A page, scored by networks that were trained without its site."""

    type: str | None
    expected: float | None  # the F1 that the networks expected, before calibration; None where nothing was kept
    page_type: str | None  # as predicted
    f1: float
    curve: tuple[Score, ...]  # at each point of CURVE
    alone: tuple[tuple[float | None, float], ...]  # by network alone: expected F1, true F1

    @property
    def recall(self) -> float:
        """The recall of the balanced choice."""
        return self.curve[CURVE.index(_BALANCED)].recall


@dataclass(frozen=True, slots=True)
class Training:
    """A trained model, and its scores on sites that it was not trained on."""

    model: Model
    by_set: Mapping[str, Sequence[ScoredPage]]
    settings: Settings
    seed: int

    @property
    def scored(self) -> list[ScoredPage]:
        """The pages of all sets but those whose gold texts are partial."""
        return _complete(self.by_set)

    @property
    def figures(self) -> dict[str, dict[str, float]]:
        """Pages, mean word F1 and mean recall, by set and page type."""
        rows: dict[str, Sequence[ScoredPage]] = {}
        for name, pages in self.by_set.items():
            rows[name] = pages
            types = sorted({page.type for page in pages if page.type is not None})
            for kind in types if len(types) > 1 else ():
                rows[f"{name}: {kind}"] = [page for page in pages if page.type == kind]
        return {
            row: {
                "pages": len(pages),
                "word_f1": _mean(page.f1 for page in pages),
                "recall": _mean(page.recall for page in pages),
            }
            for row, pages in rows.items()
        }

    @property
    def type_accuracy(self) -> float | None:
        """The share of pages whose type was predicted correctly; None where no page has a type."""
        typed = [page for page in self.scored if page.type in PAGE_TYPES]
        return _mean(page.type == page.page_type for page in typed) if typed else None

    @property
    def confusion(self) -> dict[str, dict[str, int]]:
        """By type of a page, and type that was predicted: how many pages."""
        pairs = Counter((page.type, page.page_type) for page in self.scored)
        return {kind: {predicted: pairs[kind, predicted] for predicted in PAGE_TYPES} for kind in PAGE_TYPES}

    @property
    def curve(self) -> list[tuple[float, float, float]]:
        """For each b, from precision to recall: b, mean precision, mean recall."""
        pages = self.scored
        return [
            (b, _mean(page.curve[point].precision for page in pages), _mean(page.curve[point].recall for page in pages))
            for point, b in enumerate(CURVE)
        ]

    @property
    def doubts(self) -> list[tuple[float, float, float]]:
        """For each threshold of doubt: itself, the mean number of networks a page, and the word F1 that it loses.

        Which network is the first is chance, so these are means over each of them as the first.
        """
        firsts = [(expected, page.f1 - f1) for page in self.scored for expected, f1 in page.alone]
        rows = []
        for doubt in _DOUBTS:
            losses = [loss if expected is not None and expected >= doubt else None for expected, loss in firsts]
            networks = _mean(self.settings.networks if loss is None else 1 for loss in losses)
            rows.append((doubt, networks, _mean(loss or 0.0 for loss in losses)))
        return rows

    def to_saved(self, sets: Sets) -> models.SavedModel:
        """Return the model as it is stored, with a record of its training."""
        record: dict[str, Any] = {
            "trained_on": {name: len(records) for name, records in sets.items()},
            "fingerprint": _fingerprint(sets),
            "seed": self.seed,
            "settings": asdict(self.settings),
            "cross_validation": {
                row: {name: round(value, 4) for name, value in figures.items()} for row, figures in self.figures.items()
            },
        }
        return self.model.to_saved(**record)


def count_steps(sets: Sets, settings: Settings, folds: int = FOLDS) -> int:
    """Return the number of steps that `train` reports, approximately."""
    pages = sum(map(len, sets.values()))
    epoch = pages * (1 + settings.augmented) / settings.batch
    networks = folds * (settings.networks + 2 * settings.teachers)
    return round((3 + ROUNDS / 2) * pages + networks * settings.epochs * epoch)


def train(
    sets: Sets,
    *,
    seed: int = 1,
    folds: int | None = FOLDS,
    settings: Settings = DEFAULT_SETTINGS,
    processes: int | None = None,
    checkpoints: Path | None = None,
    advance: Advance = lambda steps: None,
) -> Training:
    """Train on all pages, and score by cross-validation over sites. `advance` is called with the steps done.

    Networks are kept in the folder `checkpoints`, so that the same call goes on where it was interrupted. With None for
    `folds`, whole sets are left out in turn: sites of one set are alike, and folds of sites flatter.
    """
    records = [record for rows in sets.values() for record in rows]
    run = partial(_map_counted, processes=processes or usable_cores(), advance=advance)
    labelled = run(_label, _with_opinions(sets))
    word_sites = survey(labelled)
    added = augment(labelled, ROUNDS, np.random.default_rng(seed))
    full_lexicon = word_sites.full_lexicon()
    examples = run(lambda page: make_example(page, full_lexicon), [*labelled, *added])
    first_sites = frozenset(record.group for name in FIRST_SETS for record in sets.get(name, ()))
    training_set = _TrainingSet(
        labelled, word_sites, examples[: len(labelled)], examples[len(labelled) :], first_sites, settings
    )
    parts = _by_set(sets, range(len(records))).values() if folds is None else split_into_folds(records, folds)
    held_out: list[Sequence[int]] = [*parts, []]  # the last holds out nothing: it ships
    kept = Checkpoints(checkpoints, _identity(sets, settings, seed)) if checkpoints else None
    fold_models = _train_models(training_set, held_out, seed, processes or usable_cores(), kept, advance)
    positions = [(fold, position) for fold, part in enumerate(held_out) for position in part]
    scores = run(lambda place: score_page(fold_models[place[0]], labelled[place[1]], records[place[1]]), positions)
    by_position = {position: page for (_, position), page in zip(positions, scores, strict=True)}
    scored = [by_position[position] for position in range(len(records))]
    by_set = _by_set(sets, scored)
    model = Model(fold_models[-1].lexicon, fold_models[-1].arrays, calibrate(_complete(by_set)))
    return Training(model, by_set, settings, seed)


def _with_opinions(sets: Sets) -> list[tuple[Record, str | None, bool]]:
    """Return each record with the gold text of its set's first edition, and whether its own is partial."""
    answer = []
    for name, records in sets.items():
        first_edition = load_first_edition(name)
        answer += [(record, first_edition.get(record.id), _is_partial(name)) for record in records]
    return answer


def _label(given: tuple[Record, str | None, bool]) -> LabelledPage:
    record, other_text, is_partial = given
    return label(record, other_text, is_partial=is_partial)


def _is_partial(name: str) -> bool:
    return name in KNOWN_SETS and KNOWN_SETS[name].is_partial


def _complete(by_set: Mapping[str, Sequence[ScoredPage]]) -> list[ScoredPage]:
    return [page for name, pages in by_set.items() if not _is_partial(name) for page in pages]


def _fingerprint(sets: Sets) -> str:
    texts = (text for records in sets.values() for row in records for text in (row.id, row.html, row.text))
    return models.fingerprint(texts)


def _identity(sets: Sets, settings: Settings, seed: int) -> str:
    """Return a fingerprint of all that a network depends on, but the code."""
    return models.fingerprint([_fingerprint(sets), repr(settings), str(seed), *LINE_FEATURES, *PAGE_FEATURES])


def _map_counted(
    function: Callable[[Item], Result], items: Sequence[Item], *, processes: int, advance: Advance
) -> list[Result]:
    """Return the function of every item, computed in several processes; each item is one step of progress."""

    def counted(item: Item, report: Advance) -> Result:
        result = function(item)
        report(1)
        return result

    return map_in_processes(counted, items, processes, advance)


def _train_models(
    training_set: "_TrainingSet",
    held_out: Sequence[Sequence[int]],
    seed: int,
    processes: int,
    checkpoints: Checkpoints | None,
    advance: Advance,
) -> list[Model]:
    """Return a model for each fold, trained without its pages. Every batch is one step of progress."""
    settings = training_set.settings

    def train_all(kind: str, count: int, teachers: Sequence[Sequence[Parameters]]) -> list[list[Parameters]]:
        """Return the networks of one kind, by fold."""

        def train_member(task: tuple[int, int], report: Advance) -> Parameters:
            fold, member = task
            own_seed = 1000 * seed + 10 * fold + member
            known = checkpoints.load(f"{kind}-{own_seed}") if checkpoints else None
            if known is None:
                examples = training_set.examples_for(held_out[fold], kind, teachers[fold])
                known = training_set.train_network(*examples, own_seed, lambda: report(1))
                if checkpoints:
                    checkpoints.save(f"{kind}-{own_seed}", known)
            return known

        tasks = [(fold, member) for fold in range(len(held_out)) for member in range(count)]
        networks = map_in_processes(train_member, tasks, processes, advance)
        return [networks[fold * count : (fold + 1) * count] for fold in range(len(held_out))]

    nobody: list[list[Parameters]] = [[] for _ in held_out]
    if not settings.teachers:
        networks = train_all(_PUPIL, settings.networks, nobody)
    else:
        broad = train_all(_BROAD, settings.teachers, nobody)
        narrow = train_all(_NARROW, settings.teachers, nobody) if training_set.first_sites else nobody
        networks = train_all(_PUPIL, settings.networks, [one + other for one, other in zip(broad, narrow, strict=True)])
    return [training_set.model(held, own) for held, own in zip(held_out, networks, strict=True)]


def _by_set(sets: Sets, items: Iterable[Item]) -> dict[str, Sequence[Item]]:
    """Return what there is for each record, by set."""
    remaining = iter(items)
    return {name: list(islice(remaining, len(rows))) for name, rows in sets.items()}


@dataclass(frozen=True, eq=False, slots=True)
class _TrainingSet:
    """The training examples of all folds."""

    labelled: Sequence[LabelledPage]
    word_sites: WordSites
    examples: Sequence[Example | None]
    augmented: Sequence[Example | None]
    first_sites: frozenset[str]  # of the sets that narrow teachers learn from
    settings: Settings

    def examples_for(
        self, held_out: Sequence[int], kind: str, teachers: Sequence[Parameters]
    ) -> tuple[list[Example], list[Example], Lexicon]:
        """Return the examples of all sites but those of the held-out pages, augmented ones, and their lexicon."""
        sites = self._sites(held_out)
        lexicon = self.word_sites.lexicon(sites)
        examples, added = (self._select(given, lexicon, sites) for given in (self.examples, self.augmented))
        if kind == _NARROW:
            examples, added = ([row for row in rows if row.sites <= self.first_sites] for rows in (examples, added))
        if teachers:
            return [taught(row, teachers) for row in examples], [taught(row, teachers) for row in added], lexicon
        examples, added = ([row for row in rows if row.weights.any()] for rows in (examples, added))
        if not examples:
            raise DatasetError("too few pages have their gold text on them: there is nothing to learn from")
        return examples, added, lexicon

    def train_network(
        self,
        examples: Sequence[Example],
        added: Sequence[Example],
        lexicon: Lexicon,
        seed: int,
        on_batch: Callable[[], None],
    ) -> Parameters:
        """Train a network on these examples."""
        return train_network(
            examples, added, lexicon, seed=seed, settings=self.settings, on_batch=lambda loss: on_batch()
        )

    def model(self, held_out: Sequence[int], networks: Sequence[Parameters]) -> Model:
        """Return the model of these networks, at the precision of a stored model and not calibrated."""
        lexicon = self.word_sites.lexicon(self._sites(held_out))
        return Model.from_saved(Model.of(lexicon, networks, [[0.0, 1.0], [0.0, 1.0]]).to_saved())

    def _sites(self, positions: Sequence[int]) -> frozenset[str]:
        return frozenset().union(*(self.labelled[position].sites for position in positions))

    def _select(self, examples: Sequence[Example | None], lexicon: Lexicon, sites: frozenset[str]) -> list[Example]:
        """Return the examples of other sites than these, in terms of this lexicon."""
        remap = make_remapper(self.word_sites.full_lexicon(), lexicon)
        return [
            replace(example, reading=remap(example.reading))
            for example in examples
            if example is not None and not example.sites & sites
        ]


def score_page(model: Model, labelled: LabelledPage, record: Record) -> ScoredPage:
    """Score summit with this model on a page, at all points of the curve."""
    predict = lru_cache(maxsize=4)(partial(model.predict, doubt=math.inf))  # by all networks, once for all points
    extractors = {b: _SummitAt(b, predict) for b in CURVE}
    scores = {b: _score(extractor, labelled, record) for b, extractor in extractors.items()}
    balanced = extractors[_BALANCED]
    alone = [
        _SummitAt(_BALANCED, Model.of(model.lexicon, [network], model.calibration).predict)
        for network in model.networks
    ]
    f1_alone = [_score(extractor, labelled, record).f1 for extractor in alone]
    return ScoredPage(
        type=labelled.type,
        expected=balanced.expected,
        page_type=balanced.page_type,
        f1=scores[_BALANCED].f1,
        curve=tuple(scores.values()),
        alone=tuple((extractor.expected, f1) for extractor, f1 in zip(alone, f1_alone, strict=True)),
    )


def _score(extractor: "_SummitAt", labelled: LabelledPage, record: Record) -> Score:
    text = Pipeline(extractor).extract_page(labelled.page).text
    return word_score(text, record.text, spaceless=record.language_is_spaceless)


class _SummitAt:
    """summit at one point of the curve; it remembers its expectation and page type of the last page."""

    name = NAME

    def __init__(self, b: float, predict: Callable[[Page], Prediction | None]) -> None:
        self._b = b
        self._predict = predict
        self.expected: float | None = None
        self.page_type: str | None = None

    def extract(self, page: Page) -> Extraction:
        """Return the leaves to keep at this point of the curve."""
        prediction = self._predict(page)
        self.page_type = self.expected = None
        keep = page.leaves[:0]
        if prediction is not None:
            selection, lines = prediction.select(self._b), prediction.lines
            self.page_type = prediction.page_type
            if has_content(page, selection.balanced, selection.words, lines.leaves(selection.candidate)):
                self.expected, keep = selection.expected, lines.leaves(selection.mask)
        return Extraction(page, keep, self.name)


def calibrate(pages: Sequence[ScoredPage]) -> list[list[float]]:
    """Return the map from expected to true F1: isotonic regression through the means of equal parts."""
    ordered = sorted((page.expected, page.f1) for page in pages if page.expected is not None)
    parts = [part for part in np.array_split(np.arange(len(ordered)), _CALIBRATION_STEPS) if len(part)]
    expected = [_mean(ordered[position][0] for position in part) for part in parts]
    true = [_mean(ordered[position][1] for position in part) for part in parts]
    pools: list[tuple[float, int]] = []  # pool adjacent violators: neighbours that fall are merged until all rise
    for value in true:
        pools.append((value, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (first, count_1), (second, count_2) = pools[-2:]
            pools[-2:] = [((first * count_1 + second * count_2) / (count_1 + count_2), count_1 + count_2)]
    rising = [value for value, count in pools for _ in range(count)]
    return [[0.0, *expected, 1.0], [0.0, *rising, *(rising[-1:] or [1.0])]]


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return float(np.mean(numbers)) if numbers else 0.0
