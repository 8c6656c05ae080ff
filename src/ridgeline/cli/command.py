"""Commands made from functions: each parameter is an option or an argument, by its annotation and its default.

    def extract(
        pages: Annotated[list[str], Argument(metavar="PAGE", help="A file or a URL.")],
        format: Annotated[str, Option("--format", "-f", metavar="NAME", help="The output format.")] = "text",
        title: Annotated[bool | None, Option("--title/--no-title", help="Begin with the headline.")] = None,
    ) -> int: ...

    group = Group("ridgeline")
    group.command(epilog=examples("ridgeline extract page.html"))(extract)

The type of a parameter converts its values: a StrEnum or a Literal is a choice, a Path a path, a list takes several
values, and a bool is a flag. None means that it was not given. A parameter that is a `click.Context` gets that of the
command, and one that is a `Table` a dictionary. What a function returns is the exit code; its docstring is the help.
"""

import inspect
import os
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click

from .. import parameters
from ..errors import OptionError

INTERRUPTED = 130  # the exit code that shells report for a program that Ctrl-C ends
Function = Callable[..., Any]
Completion = Callable[[str], list[str]]


class Option:
    """An option of a command: its names, and what click.Option takes beside them."""

    def __init__(
        self, *names: str, min: int | None = None, autocompletion: Completion | None = None, **more: Any
    ) -> None:
        """`min` is the least number; `autocompletion` returns the values that begin with what is typed."""
        self.names, self.min, self.more = names, min, {"shell_complete": _completing(autocompletion), **more}

    def parameter(self, name: str, annotation: Any, default: Any) -> click.Option:
        """Return the option that is passed to a function by this name."""
        kind, is_list = _kind(annotation)
        given = {"show_default": True} | self.more
        if kind is bool:
            given["is_flag"] = True
        else:
            given |= {"type": _type(kind, self.min), "multiple": is_list}
        if default is inspect.Parameter.empty:
            given["required"] = True
        elif default is not None:
            given["default"] = default.value if isinstance(default, StrEnum) else default
        elif kind is bool:
            given["default"] = None
        return click.Option([name, *self.names], **given)


class Argument:
    """An argument of a command, with help of its own."""

    def __init__(self, *, metavar: str, help: str, autocompletion: Completion | None = None) -> None:
        """Name it in the usage, and say what it is."""
        self.metavar, self.help, self.autocompletion = metavar, help, autocompletion

    def parameter(self, name: str, annotation: Any, default: Any) -> click.Argument:
        """Return the argument that is passed to a function by this name."""
        kind, is_list = _kind(annotation)
        required = default is inspect.Parameter.empty
        shown = f"{self.metavar}..." if is_list else self.metavar
        return click.Argument(
            [name],
            help=f"{self.help}  [required]" if required else self.help,
            type=_type(kind),
            nargs=-1 if is_list else 1,
            required=required,
            metavar=shown if required else f"[{shown}]",
            shell_complete=_completing(self.autocompletion),
        )


class Table:
    """The parameters of a dataclass as options; the function gets the values that are given, by name."""

    def __init__(self, kind: type) -> None:
        """Take the parameters of a dataclass: see `ridgeline.parameters`."""
        self.rows = parameters.parameters_of(kind)

    def options(self) -> list[click.Parameter]:
        """Return the options."""
        return [
            Option(_flags(row), metavar=row.metavar, help=row.help, show_default=_shown(row.default)).parameter(
                row.name, row.type, None
            )
            for row in self.rows
        ]

    def take(self, values: dict[str, Any]) -> dict[str, Any]:
        """Take the values of the options out of those of a command, and return those that are given."""
        written = {row: values.pop(row.name) for row in self.rows}
        return {row.name: _read(row, value) for row, value in written.items() if value not in (None, ())}


def _shown(default: Any) -> str | bool:
    """Return a default as the help shows it."""
    is_shown = isinstance(default, str | int | float) and not isinstance(default, bool)
    return str(default) if is_shown else False


def _read(row: parameters.Parameter, value: Any) -> Any:
    try:
        return row.read(value)
    except OptionError as error:
        raise OptionError(f"{_flags(row)}: {error}") from error


def _flags(row: parameters.Parameter) -> str:
    name = row.flag or f"--{row.name.replace('_', '-')}"
    can_be_denied = _kind(row.type)[0] is bool and row.default is not False
    return f"{name}/--no-{name.removeprefix('--')}" if can_be_denied else name


class Choice(click.Choice[str]):
    """The values of an enumeration."""

    def __init__(self, kind: type[StrEnum]) -> None:
        """Offer all values."""
        super().__init__([each.value for each in kind])
        self._kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the member that has this value."""
        return self._kind(super().convert(value, param, ctx))


class Group(click.Group):
    """A group of commands, in the order in which they were added."""

    def command(  # type: ignore[override]
        self, name: str | None = None, *, epilog: str | None = None, cls: type[click.Command] = click.Command
    ) -> Callable[[Function], Function]:
        """Return a decorator that adds the command of a function and returns the function."""

        def add(function: Function) -> Function:
            self.add_command(
                cls(
                    name or function.__name__.replace("_", "-"),
                    callback=_callback(function),
                    params=parameters_of(function),
                    help=function.__doc__,
                    epilog=epilog,
                )
            )
            return function

        return add

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.commands)


def group_of(
    function: Function,
    name: str,
    *,
    epilog: str,
    description: str | None = None,
    cls: type[Group] = Group,
    **settings: Any,
) -> Group:
    """Return a group whose function runs before its commands, and without one."""
    return cls(
        name,
        callback=_callback(function),
        params=parameters_of(function),
        help=description or function.__doc__,
        epilog=epilog,
        invoke_without_command=True,
        **settings,
    )


def parameters_of(function: Function) -> list[click.Parameter]:
    """Return the options and arguments of a function."""
    made: list[click.Parameter] = []
    for name, (marker, annotation, default) in _marked(function).items():
        made += marker.options() if isinstance(marker, Table) else [marker.parameter(name, annotation, default)]
    return made


def _marked(function: Function) -> dict[str, tuple[Any, Any, Any]]:
    """Return the parameters of a function that are annotated, each with its marker, type and default."""
    hints = get_type_hints(function, include_extras=True)
    return {
        name: (marker, hints[name].__origin__, parameter.default)
        for name, parameter in inspect.signature(function).parameters.items()
        for marker in getattr(hints[name], "__metadata__", ())
    }


def _callback(function: Function) -> Function:
    """Return a function that click can call: several values as a list, and the context where it is asked for."""
    contexts = [name for name, hint in get_type_hints(function).items() if hint is click.Context]
    tables = {name: marker for name, (marker, _, _) in _marked(function).items() if isinstance(marker, Table)}

    def call(**values: Any) -> Any:
        values |= {name: table.take(values) for name, table in tables.items()}
        for name, value in values.items():
            if isinstance(value, tuple):
                values[name] = list(value)
        try:
            return function(**dict.fromkeys(contexts, click.get_current_context()), **values)
        except KeyboardInterrupt:  # click would write an empty line
            raise click.exceptions.Exit(INTERRUPTED) from None

    return call


def _completing(complete: Completion | None) -> Function | None:
    return None if complete is None else lambda context, parameter, incomplete: complete(incomplete)


def _kind(annotation: Any) -> tuple[Any, bool]:
    """Return the type of one value, and whether there may be several."""
    for part in get_args(annotation):
        if part is not NoneType and NoneType in get_args(annotation):
            return _kind(part)
    return (get_args(annotation)[0], True) if get_origin(annotation) in (list, tuple) else (annotation, False)


def _type(kind: Any, least: int | None = None) -> Any:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Choice(kind)
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if least is not None:
        return click.IntRange(min=least)
    return click.Path(path_type=Path) if kind in (Path, os.PathLike) else kind
