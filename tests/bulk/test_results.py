"""The rows of a run, read again, and the pages behind them."""

from pathlib import Path

import pytest

import ridgeline.bulk
from ridgeline.bulk.results import Results, RowName
from ridgeline.errors import InputError, OptionError

from .corpus import write_lines


@pytest.mark.parametrize("output_format", ["parquet", "jsonl", "jsonl.zst"])
def test_rows_and_their_pages(tmp_path: Path, output_format: str) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 6)
    output = str(tmp_path / "out")
    ridgeline.bulk.run(
        [str(pages)],
        output,
        extractor=["everything", "mountain"],
        output_format=output_format,  # type: ignore[arg-type]
        processes=0,
    )
    results = Results(output)
    assert results.extractors == ("everything", "mountain")
    rows = list(results.rows(("id", "status", "text", "seconds")))
    assert len(rows) == 6
    assert set(rows[0][1]) == {"id", "status", "text"}  # fields that the run has
    for name, row in rows:
        assert RowName.read(str(name)) == name
        assert results.row(name, ("id",)) == {"id": row["id"]}
        record = results.record(name)
        assert (record.id, record.error) == (row["id"], None)
        assert str(row["text"]).partition("\n")[0] in str(record.data)
        assert not results.is_fetched(name)
    with pytest.raises(InputError, match="there is no row"):
        results.row(RowName(rows[0][0].part, 99), ("id",))


def test_a_page_that_is_no_longer_there(tmp_path: Path) -> None:
    pages = write_lines(tmp_path / "pages.jsonl", 2)
    output = str(tmp_path / "out")
    ridgeline.bulk.run([str(pages)], output, output_format="jsonl", processes=0)
    name = next(iter(Results(output).rows(("id",))))[0]
    pages.write_text("")
    with pytest.raises(InputError, match="no longer there"):
        Results(output).record(name)


@pytest.mark.parametrize("name", ["", "x", "abc-", "-1", "../../x-1", "abc-1x", "a b-1"])
def test_wrong_names(name: str) -> None:
    with pytest.raises(OptionError, match="names no row"):
        RowName.read(name)


def test_what_is_no_output(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no output of `ridgeline bulk`"):
        _ = Results(str(tmp_path)).settings
