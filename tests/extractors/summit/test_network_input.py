"""A page as the network is given it, alone and with others."""

from itertools import pairwise

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.summit.constants import Matrix
from ridgeline.extractors.summit.lexicon import TELLING_TAGS, Lexicon
from ridgeline.extractors.summit.lines import read_lines
from ridgeline.extractors.summit.network import initial, run, scales_of, standardise
from ridgeline.extractors.summit.network_input import TAG_LEVELS, TAG_NUMBERS, Bags, Reading, join, read
from ridgeline.extractors.summit.tape import Tape
from ridgeline.lab.training.summit.examples import make_remapper
from ridgeline.page.elements import CODES

from ...pages import AWKWARD, page
from .pages import RECORDS
from .readings import lines_of

LEXICON = Lexicon(["nav", "content", "~related", "entry"], [b"read", b"more", b"all"])
SMALLER = Lexicon(["entry", "nav"], [b"more"])


def read_all(htmls: list[str], lexicon: Lexicon = LEXICON) -> list[Reading]:
    answers = (read_lines(ridgeline.parse(html), lexicon) for html in htmls)
    return [read(lines) for lines in answers if lines is not None]


def reading_of(body: str, lexicon: Lexicon = LEXICON) -> Reading:
    return read(lines_of(page(body), lexicon))


def lists(bags: Bags) -> list[list[int]]:
    return [bags.ids[start:end].tolist() for start, end in pairwise(bags.starts.tolist())]


def answers(reading: Reading, lexicon: Lexicon = LEXICON) -> tuple[Matrix, Matrix]:
    scales = scales_of(read_all([record.html for record in RECORDS[:4]], lexicon))
    rng = np.random.default_rng(1)
    parameters = initial(lexicon, rng, width=8, page_width=4, word_width=3, scales=scales)
    said = run(
        Tape(parameters),
        reading,
        standardise(reading.line_features, parameters, "line"),
        standardise(reading.page_features, parameters, "page"),
    )
    return said.lines.data, said.types.data


def test_pages_in_a_row_are_judged_as_each_alone() -> None:
    readings = read_all([*AWKWARD.values(), *(record.html for record in RECORDS[:3])])
    assert len(readings) > 15
    joined = answers(join(readings))
    alone = [answers(reading) for reading in readings]
    assert joined[0] == pytest.approx(np.concatenate([lines for lines, _ in alone]), abs=2e-5)
    assert joined[1] == pytest.approx(np.concatenate([types for _, types in alone]), abs=2e-5)
    assert np.ptp(joined[0]) > 0.1


def test_one_page_joined_is_itself() -> None:
    (reading,) = read_all([RECORDS[0].html])
    assert np.array_equal(answers(join([reading]))[0], answers(reading)[0])


@pytest.mark.parametrize("name", ["empty", "only an image", "only a script"])
def test_no_text_is_nothing_to_read(name: str) -> None:
    assert read_lines(ridgeline.parse(AWKWARD[name]), LEXICON) is None


def test_names_around_lines() -> None:
    reading = reading_of("<nav class=nav><a href=/>Home</a></nav><div class='entry-content' id=entry><p>Text</p></div>")
    names, telling = lists(reading.names), len(LEXICON.classes)
    entries = (reading.name_of, reading.first, reading.last)
    around = [([names[name] for name in own if name], first, last) for own, first, last in zip(*entries, strict=True)]
    nav = [telling + TELLING_TAGS.index("nav")]
    assert around == [([[0], nav], 0, 1), ([[3, 1], [3]], 1, 2)]
    # What a line's own block is called, and what is around that.
    own = [[[names[name] for name in level if name] for level in levels] for levels in reading.own]
    assert own == [[[[0], nav], []], [[], [[3, 1], [3]]]]


def test_names_of_elements_without_text_are_left_out() -> None:
    assert len(reading_of("<div class=nav></div><p>Text<i class=entry></i></p>").name_of) == 0


def test_words_of_lines_and_their_headings() -> None:
    reading = reading_of("<p>All of it</p><h2>Read more</h2><p>unknown</p><p>More</p><h3>All</h3><p>read</p>")
    assert lists(reading.line_words) == [[2], [0, 1], [], [1], [2], [0]]
    headings = lists(reading.heading_words)
    assert [headings[number] for number in reading.heading_of] == [[], [0, 1], [0, 1], [0, 1], [2], [2]]


def test_a_page_that_begins_with_a_heading() -> None:
    reading = reading_of("<h2>Read more</h2><p>x</p>")
    assert lists(reading.heading_words) == [[], [0, 1]]
    assert reading.heading_of.tolist() == [1, 1]


def test_tags_by_level() -> None:
    reading = reading_of("<div><p>one <b>two</b></p><p><b>three</b></p><x-y>four</x-y></div>")
    tags = reading.tags - np.arange(TAG_LEVELS) * (TAG_NUMBERS // TAG_LEVELS)
    assert tags[0].tolist() == [CODES[name] for name in ("p", "p", "div", "body", "html")]
    assert tags[1].tolist() == [CODES[name] for name in ("b", "p", "div", "body", "html")]
    assert tags[2, 0] == TAG_NUMBERS // TAG_LEVELS - 1  # all unknown names are one
    assert reading.tags.max() < TAG_NUMBERS


def test_a_smaller_lexicon_gives_what_reading_with_it_gives() -> None:
    translate = make_remapper(LEXICON, SMALLER)
    htmls = [record.html for record in RECORDS[:3]]
    htmls.append("<nav class=nav>Read more</nav><div class='content entry related'><h2>All more</h2><p>x</div>")
    for whole, smaller in zip(read_all(htmls), read_all(htmls, SMALLER), strict=True):
        translated = translate(whole)
        assert lists(translated.line_words) == lists(smaller.line_words)
        assert lists(translated.heading_words) == lists(smaller.heading_words)
        assert answers(translated, SMALLER)[0] == pytest.approx(answers(smaller, SMALLER)[0], abs=1e-6)


def test_a_reading_outlives_its_lines_and_its_page() -> None:
    alone = reading_of(RECORDS[0].html)
    lines = lines_of(page(RECORDS[0].html), LEXICON)
    read_all([*AWKWARD.values()])  # which takes the memory that is free
    assert np.array_equal(alone.line_features, read(lines).line_features)
    assert np.array_equal(alone.tags, read(lines).tags)
