"""Commands made from annotated functions."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import click
import pytest
from click.testing import CliRunner

from ridgeline.cli.command import INTERRUPTED, Argument, Group, Option


class Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


def record(
    context: click.Context,
    files: Annotated[list[Path], Argument(metavar="FILE", help="What to read.")],
    name: Annotated[str, Option("--name", "-n", metavar="NAME", help="A name.")] = "none",
    size: Annotated[Size | None, Option("--size", help="A size.")] = None,
    count: Annotated[int, Option("--count", min=1, help="How many.")] = 2,
    tags: Annotated[list[str] | None, Option("--tag", help="Some.")] = None,
    wide: Annotated[bool | None, Option("--wide/--narrow", help="Wide.")] = None,
    force: Annotated[bool, Option("--force", help="Force.")] = False,
) -> int:
    """Record what it is given."""
    context.obj.update(files=files, name=name, size=size, count=count, tags=tags, wide=wide, force=force)
    return 7


def optional(place: Annotated[str | None, Argument(metavar="PLACE", help="Where.")] = None) -> None:
    """Take an argument or none."""
    click.echo(f"at {place}")


def interrupted() -> None:
    """Be interrupted."""
    raise KeyboardInterrupt


@pytest.fixture
def group() -> Group:
    group = Group("program")
    for function in (record, optional, interrupted):
        group.command(epilog="Examples: none")(function)
    return group


def run(group: Group, *arguments: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    assert group.main(["record", *arguments], standalone_mode=False, obj=given) == 7
    return given


def test_defaults(group: Group) -> None:
    assert run(group, "a") == {
        "files": [Path("a")],
        "name": "none",
        "size": None,
        "count": 2,
        "tags": [],
        "wide": None,
        "force": False,
    }


def test_values(group: Group) -> None:
    line = "a b -n x --size large --count 3 --tag 1 --tag 2 --narrow --force"
    assert run(group, *line.split()) == {
        "files": [Path("a"), Path("b")],
        "name": "x",
        "size": Size.LARGE,
        "count": 3,
        "tags": ["1", "2"],
        "wide": False,
        "force": True,
    }


@pytest.mark.parametrize("line", ["", "a --size huge", "a --count 0", "a --count x", "a --unknown"])
def test_wrong_values(group: Group, line: str) -> None:
    with pytest.raises(click.UsageError):
        run(group, *line.split())


def test_help(group: Group) -> None:
    shown = CliRunner().invoke(group, ["record", "--help"]).output
    assert "Usage: program record [OPTIONS] FILE..." in shown
    assert "FILE...  What to read." in shown
    assert "-n, --name NAME" in shown
    assert "[default: none]" in shown
    assert "--size [small|large]" in shown
    assert "--wide / --narrow" in shown
    assert "Examples: none" in shown


def test_an_argument_may_be_left_out(group: Group) -> None:
    assert CliRunner().invoke(group, ["optional"]).output == "at None\n"
    assert CliRunner().invoke(group, ["optional", "home"]).output == "at home\n"
    assert "[PLACE]" in CliRunner().invoke(group, ["optional", "--help"]).output


def test_commands_keep_their_order(group: Group) -> None:
    assert group.list_commands(click.Context(group)) == ["record", "optional", "interrupted"]


def test_an_interrupt_is_an_exit_code(group: Group) -> None:
    ran = CliRunner().invoke(group, ["interrupted"])
    assert (ran.exit_code, ran.output) == (INTERRUPTED, "")
