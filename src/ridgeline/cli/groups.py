"""Commands of commands: `ridgeline study NAME`, which alone shows what there is."""

import typer

from .terminal import examples, write_standard_output


def command_group(description: str, *lines: str) -> typer.Typer:
    """A group for commands to be added to; `lines` are its examples."""
    group = typer.Typer()

    @group.callback(invoke_without_command=True, help=description, epilog=examples(*lines))
    def show_help(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            write_standard_output(context.get_help() + "\n")

    return group
