"""The command line: one module a command, exit codes, and the form of errors.

    exit code 0    success, also where nothing was found on a page
              1    something could not be read, fetched, written or computed
              2    the command line is wrong: a command, an option, a name
              130  interrupted
              141  the reader of the output is gone (`| head`)

Every error is one line on standard error. Only this package imports click. What only one command needs is
imported when that command runs.
"""

import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import click

from .. import __version__, _native
from ..errors import OptionError, RidgelineError, UnknownExtractorError
from . import sources
from .bulk import bulk
from .command import INTERRUPTED, Group, Option, group_of
from .crawl import crawl
from .doctor import doctor
from .evaluate import evaluate
from .extract import extract
from .extraction_options import SeveralValuesCommand
from .extractors import extractors
from .lab import group as lab
from .mcp import mcp
from .mountain import mountain
from .render import render
from .render_mode import OptionalModeCommand
from .rules import group as rules
from .serve import serve
from .studio import studio
from .study import group as study
from .template import group as template
from .terminal import complain, examples, note, write_standard_output
from .train import group as train

_PROGRAM = "ridgeline"
_WRONG_COMMAND_LINE = (OptionError, UnknownExtractorError)


def _show_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        write_standard_output(f"ridgeline {__version__} ({_native.describe()})\n")
        context.exit()


def _show_completion(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Write the script that makes the user's shell complete our commands and options."""
    if wanted:
        from click.shell_completion import get_completion_class

        completion = get_completion_class(Path(os.environ.get("SHELL", "bash")).name)
        if completion is None:
            raise OptionError("--show-completion: there is completion for bash, zsh and fish")
        write_standard_output(completion(app, {}, _PROGRAM, "_RIDGELINE_COMPLETE").source())
        context.exit()


def _ridgeline(
    context: click.Context,
    version: Annotated[
        bool,
        Option(
            "--version", callback=_show_version, is_eager=True, expose_value=False, help="Show the version and exit."
        ),
    ] = False,
    completion: Annotated[
        bool,
        Option(
            "--show-completion",
            callback=_show_completion,
            is_eager=True,
            expose_value=False,
            help='Show the script for completion in your shell: eval "$(ridgeline --show-completion)".',
        ),
    ] = False,
) -> None:
    """Finds the primary content of web pages, without the menus, adverts and links around it.

    `ridgeline PAGE` is `ridgeline extract PAGE`.
    """
    if context.invoked_subcommand is None:
        write_standard_output(_GREETING)


_GREETING = f"""\
ridgeline {__version__} finds the primary content of web pages.

  ridgeline page.html                          # the text of a file
  ridgeline https://example.org/ -f markdown   # a page of the web, as Markdown
  ridgeline bulk crawl.warc.gz -o corpus/      # every page of a crawl, to Parquet

ridgeline --help lists all commands, ridgeline extract --help the options of an extraction.
"""


class _Program(Group):
    """The whole command line. What names a page instead of a command is extracted."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as usual, with `extract` before a page, or before its options where a page is among them."""
        own = {flag for parameter in self.get_params(ctx) for flag in parameter.opts}
        are_options = args and args[0].startswith("-") and args[0] not in own and any(map(sources.is_like_page, args))
        if args and args[0] not in self.commands and (are_options or sources.is_like_page(args[0])):
            args = ["extract", *args]
        return super().parse_args(ctx, args)


app = group_of(
    _ridgeline,
    _PROGRAM,
    cls=_Program,
    epilog=examples(
        "ridgeline page.html",
        "ridgeline https://example.org/ --format markdown",
        "ridgeline bulk crawl.warc.gz --output corpus/",
        "ridgeline extractors",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(
    cls=OptionalModeCommand,
    epilog=examples(
        "ridgeline extract page.html",
        "ridgeline extract https://example.org/ --format markdown",
        "ridgeline extract https://example.org/app --render",
        "ridgeline extract page.html -f markdown --front-matter --links references --width 80",
        "ridgeline extract page.html -f html --whole-page --output reader.html",
        "curl -s https://example.org/ | ridgeline extract - --url https://example.org/ -f json --with markdown,html",
        "ridgeline extract pages/*.html -f csv > metadata.csv",
        "ridgeline extract pages/*.html --output texts/",
        "ridgeline extract page.html --favor recall --comments",
        "ridgeline extract page.html -e kfeature --feature text --feature images --blocks 3 -f json",
        "ridgeline extract page.html -e mountain-site --model site.json",
        "ridgeline extract page.html --select article --exclude .newsletter",
        "ridgeline extract pages/*.html --rules rules.toml --output texts/",
        "ridgeline extract https://example.org/news/1 --sites",
        "ridgeline extract --isolated --page-seconds 10 strangers/*.html --output texts/",
    ),
)(extract)
app.command(epilog=examples("ridgeline extractors", "ridgeline extractors --json"))(extractors)
app.command(
    cls=OptionalModeCommand,
    epilog=examples(
        "ridgeline bulk warcs/*.warc.gz --output out/",
        "ridgeline bulk s3://bucket/pages/ --output s3://bucket/out --fields id,url,text --language en,de",
        "ridgeline bulk pages.jsonl.zst --output out/ -f jsonl.zst -e summit -e mountain --fields id,url,text",
        "ridgeline bulk warcs/ --output out/ --min-confidence 0.7 --status ok --page-seconds 10",
        "ridgeline bulk warcs/ --output out/ --retry-errors --page-seconds 300",
        "ridgeline bulk warcs/ --output out/ --render --engine ray --address auto",
        "ridgeline bulk status out/",
    ),
)(bulk)
app.command(
    cls=OptionalModeCommand,
    epilog=examples(
        "ridgeline crawl https://docs.example.org/guide/ --output guide/",
        "ridgeline crawl https://example.org/ --output site/ --whole-host --max-pages 200 --delay 2",
        "ridgeline crawl https://example.org/blog/ --output blog/ -f text --skip '*/tag/*' --max-depth 3",
    ),
)(crawl)
app.command(
    "eval",
    cls=SeveralValuesCommand,
    epilog=examples(
        "ridgeline eval summit --data multisite-dev",
        "ridgeline eval summit mountain --data cleaneval-dev --metric sentence shingle",
        "ridgeline eval everything --data cleaneval-dev chinese --json report.json",
        "ridgeline eval mountain-site --model site.json --data mine.jsonl",
    ),
)(evaluate)
app.command(
    epilog=examples(
        "ridgeline mountain page.html --output mountain.png",
        "ridgeline mountain https://example.org/ --output mountain.html",
    )
)(mountain)
app.command(
    epilog=examples(
        "ridgeline render page.html --output shot.png",
        "ridgeline render page.html --output shot.png --boxes clg",
        "ridgeline render https://example.org/ --output shot.png --layout page.npz",
    )
)(render)
app.command(epilog=examples("ridgeline doctor"))(doctor)
app.command(
    cls=OptionalModeCommand,
    epilog=examples("ridgeline mcp", "ridgeline mcp --render", "ridgeline mcp --timeout 10 --max-bytes 2000000"),
)(mcp)
app.command(
    cls=OptionalModeCommand,
    epilog=examples(
        "ridgeline serve",
        "ridgeline serve --render",
        "ridgeline serve --port 8080 --workers 4 --page-seconds 10",
        "ridgeline serve --host 0.0.0.0 --token-file token.txt --no-fetch",
        "ridgeline serve --token-file token.txt --allow-host reader.example.org",
    ),
)(serve)
app.command(
    epilog=examples(
        "ridgeline studio",
        "ridgeline studio page.html https://example.org/story",
        "ridgeline studio pages/ --no-browser --port 9000",
        "ridgeline studio --bulk out/",
    )
)(studio)
for group in (train, study, template, rules, lab):
    app.add_command(group)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of the process, and return the exit code."""
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _note_warning
            code = app(arguments, prog_name=_PROGRAM, standalone_mode=False)
    except click.UsageError as error:
        complain(f"{_in_one_line(error)} ({_where_to_look(error, sys.argv[1:] if arguments is None else arguments)})")
        return 2
    except RidgelineError as error:
        complain(str(error))
        return 2 if isinstance(error, _WRONG_COMMAND_LINE) else 1
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def _note_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    """Write a warning as one line, without the place in the source."""
    note(" ".join(str(message).split()))


def _in_one_line(error: click.UsageError) -> str:
    """Return the message of a usage error. click puts choices on separate lines."""
    return " ".join(error.format_message().split())


def _where_to_look(error: click.UsageError, arguments: Sequence[str]) -> str:
    return f"see {error.ctx.command_path if error.ctx else _command_path(arguments)} --help"


def _command_path(arguments: Sequence[str]) -> str:
    """Return the command that the arguments begin with, for errors that do not know theirs."""
    path = [_PROGRAM]
    known: Mapping[str, click.Command] = app.commands
    for argument in arguments:
        if argument not in known:
            break
        path.append(argument)
        known = getattr(known[argument], "commands", {})
    return " ".join(path)
