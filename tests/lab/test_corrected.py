"""Corrected pages from data sets."""

from ridgeline.lab.corrected import from_records
from ridgeline.lab.datasets import Record

from .. import courier


def test_from_gold_texts() -> None:
    records = [
        Record("one", courier.source(1), courier.content(1), url=courier.url(1)),
        Record("none", courier.source(2), "", url=courier.url(2)),  # nobody annotated it
    ]
    (found,) = from_records(records)
    assert found.keep.tolist() == [1, 2, 3, 4, 5, 6]
