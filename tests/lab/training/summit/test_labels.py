"""Labels of pages, and how far they are believed."""

from dataclasses import replace

import numpy as np

from ridgeline.lab.training.summit.labels import LabelledPage, goes_on, label

from ....extractors.summit.pages import RECORDS, record

PAGE = RECORDS[1]  # an article
TITLE, *PARAGRAPHS = PAGE.text.split("\n")


def weight_of(labelled: LabelledPage, text: str) -> float:
    return float(labelled.weights[labelled.page.leaf_text.index(text)])


def test_nothing_is_learnt_from_a_gold_text_of_a_few_words() -> None:
    assert label(PAGE).weights.any()
    assert not label(replace(PAGE, text=" ".join(TITLE.split()[:4]))).weights.any()
    assert not label(replace(PAGE, text="")).weights.any()


def test_a_partial_gold_text_says_what_is_content_and_not_what_is_none() -> None:
    labelled = label(replace(PAGE, text=PARAGRAPHS[0]), is_partial=True)
    assert labelled.labels.sum() == 1
    assert weight_of(labelled, PARAGRAPHS[0]) > 0
    assert not labelled.weights[labelled.labels == 0].any()


def test_labels_on_which_editions_differ_weigh_less() -> None:
    once, twice = label(PAGE), label(PAGE, "\n".join([TITLE, *PARAGRAPHS[:-1]]))
    assert weight_of(twice, PARAGRAPHS[0]) == weight_of(once, PARAGRAPHS[0])
    assert 0 < weight_of(twice, PARAGRAPHS[-1]) < weight_of(once, PARAGRAPHS[-1])
    assert twice.labels.tolist() == once.labels.tolist()


def test_an_article_that_goes_on_after_its_gold_text_is_no_boilerplate() -> None:
    long = record(15, paragraphs=9)
    title, *paragraphs = long.text.split("\n")
    cut = label(replace(long, text="\n".join([title, *paragraphs[:4]])))
    assert not any(weight_of(cut, text) for text in paragraphs[4:])
    assert all(weight_of(cut, text) for text in paragraphs[:4])
    texts = np.array(cut.page.leaf_text)
    assert texts[goes_on(cut)].tolist() == paragraphs[4:]


def test_a_paragraph_or_two_more_are_none_of_it() -> None:
    cut = label(replace(PAGE, text="\n".join([TITLE, *PARAGRAPHS[:-1]])))
    assert weight_of(cut, PARAGRAPHS[-1]) > 0
    forum = replace(record(15, paragraphs=9), type="forum")
    title, *paragraphs = forum.text.split("\n")
    assert weight_of(label(replace(forum, text="\n".join([title, *paragraphs[:4]]))), paragraphs[-1]) > 0
