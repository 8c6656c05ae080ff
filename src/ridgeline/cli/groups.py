"""Groups of commands, such as `ridgeline study NAME`."""

import typer

from .terminal import examples, write_standard_output


def command_group(description: str, *lines: str) -> typer.Typer:
    """Return an empty group, which without a command shows its help; `lines` are the examples in it."""
    group = typer.Typer()

    @group.callback(invoke_without_command=True, help=description, epilog=examples(*lines))
    def show_help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            write_standard_output(context.get_help() + "\n")

    return group
