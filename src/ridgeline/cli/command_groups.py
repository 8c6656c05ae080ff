"""Groups of commands, such as `ridgeline study NAME`."""

import click

from .command import Group, group_of
from .terminal import examples, write_standard_output


def command_group(name: str, description: str, *lines: str) -> Group:
    """Return an empty group, which without a command shows its help; `lines` are the examples in it."""
    return group_of(_show_help, name, description=description, epilog=examples(*lines))


def _show_help(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        write_standard_output(context.get_help() + "\n")
