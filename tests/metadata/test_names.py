import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.metadata.names import MAX_NAMES, names_in, names_shown, unique
from ridgeline.metadata.surroundings import Piece

from . import LAWS


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Jane Doe", ["Jane Doe"]),
        ("By Jane Doe", ["Jane Doe"]),
        ("Written by: Jane Doe", ["Jane Doe"]),
        ("Author: Jane Doe", ["Jane Doe"]),
        ("By Jane Doe and John Roe, Reporter", ["Jane Doe", "John Roe"]),
        ("Jane Doe, John Roe, and Ann Poe", ["Jane Doe", "John Roe", "Ann Poe"]),
        ("José García y Ana López", ["José García", "Ana López"]),
        ("Hans Müller und Eva Klein", ["Hans Müller", "Eva Klein"]),
        ("JANE D. DOE, JOHN ROE", ["JANE D. DOE", "JOHN ROE"]),
        ("王小明、李华", ["王小明", "李华"]),
        ("John E Doe", ["John E Doe"]),
        ("Ludwig van Beethoven", ["Ludwig van Beethoven"]),
        ("Jane Doe, MD, PhD", ["Jane Doe"]),
        ("Ann Roe, VMD, DACVB; Eve Poe, BA", ["Ann Roe", "Eve Poe"]),
        ("Jane Doe, Reuters", ["Jane Doe"]),
        ("Jane Doe | The Daily", ["Jane Doe"]),
        ("Jane Doe - The Daily", ["Jane Doe"]),
        ("Martin Luther King, Jr.", ["Martin Luther King, Jr"]),
        ("Doe, Jane", ["Jane Doe"]),
        ("Doe, Jane A.", ["Jane A. Doe"]),
        ("Maria & Katerina", ["Maria & Katerina"]),
        ("Ministry of Trade and Industry", ["Ministry of Trade and Industry"]),
        ("Jane Doe (@jane) jane@doe.example https://doe.example/", ["Jane Doe"]),
        ("https://www.facebook.com/jane.doe", []),
        ("jane@doe.example", []),
        ("@jane", []),
        ("admin", []),
        ("", []),
        ("12345", []),
        ("one two three four five six seven eight nine", []),
    ],
)
def test_names_in_a_value_for_names(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def shown(*texts: str, prose: bool = False) -> list[str]:
    """Pieces as they are shown; one that starts with > links to a person."""
    return names_shown([Piece(text.removeprefix(">"), text.startswith(">")) for text in texts], prose=prose)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["By", "Jane Doe"], ["Jane Doe"]),
        (["By", ">Jane Doe", "and", ">John Roe", "Staff writers"], ["Jane Doe", "John Roe"]),
        ([">Jane Doe", ">John Roe"], ["Jane Doe", "John Roe"]),
        (["Jane Doe", "Senior Editor"], ["Jane Doe"]),
        (["JD", "Jane Doe", "Last updated on 17 December 2025"], ["Jane Doe"]),
        (["Dec. 19, 2025 · Jane Doe on behalf of", "the group"], ["Jane Doe"]),
        (["By Jane Doe | February 28, 2023"], ["Jane Doe"]),
        (["Von Hans Müller"], ["Hans Müller"]),
        (["par Anne Martin"], ["Anne Martin"]),
        (["Oleh Rahmat Wibisana"], ["Rahmat Wibisana"]),
        (["מאת", ">נגה ברטוב"], ["נגה ברטוב"]),
        (["بقلم: سلمى الحداد"], ["سلمى الحداد"]),
        (["خبرنگار:", "نیلوفر صادقی"], ["نیلوفر صادقی"]),
        (["Tác giả: Hạnh Ngò"], ["Hạnh Ngò"]),
        (["Jane Doe is a writer in Oslo"], ["Jane Doe"]),
        (["microfast"], ["microfast"]),
        (["Thread starter", ">microfast"], ["microfast"]),
        (["【日報╱記者陳俐君／報導】"], ["陳俐君"]),
        (["Sun Dec 17, 2023 11:23 am"], []),
        (["Sign In"], []),
        (["Staff Writer"], []),
        ([], []),
    ],
)
def test_names_in_visible_bylines(texts: list[str], names: list[str]) -> None:
    assert shown(*texts) == names


def test_prose_names_come_first_or_not_at_all() -> None:
    assert shown("By", "Jane Doe", prose=True) == ["Jane Doe"]
    assert shown("By continuing you agree to our", "User Agreement", prose=True) == []
    assert shown("by adapting", prose=True) == []


def test_duplicates_are_removed_and_many_names_cut() -> None:
    assert unique(["Jane Doe", "JANE DOE", "Jane-Doe", "John Roe"]) == ("Jane Doe", "John Roe")
    assert len(unique(f"Name {number}" for number in range(1_000))) == MAX_NAMES


@LAWS
@given(st.text(alphabet=st.sampled_from("Jane Doe,;&|@./:()-·and")))
def test_any_byline_can_be_read(text: str) -> None:
    for name in names_in(text) + shown(text, text):
        assert 1 < len(name) <= 90
        assert "@" not in name


@pytest.mark.parametrize(
    "text",
    [
        "page.author.name",
        "{{ author }}",
        "%author%",
        "design: Jane Doe",
        "site admin",
        "[object Object]",
        "Follow Jane",
    ],
)
def test_placeholders_are_not_names(text: str) -> None:
    assert names_in(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [("김철수 기자", ["김철수"]), ("박영희 특파원", ["박영희"]), ("김철수기자", ["김철수"])],
)
def test_korean_reporters(text: str, names: list[str]) -> None:
    assert names_in(text) == names


@pytest.mark.parametrize("text", ["Monday", "Sun Dec", "Friday, 18th July"])
def test_weekdays_are_not_names(text: str) -> None:
    assert names_shown([Piece(text, links_person=False)]) == []
