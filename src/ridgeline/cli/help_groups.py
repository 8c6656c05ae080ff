"""The help of commands with many options: in groups, and with the options of one extractor.

    ridgeline extract --help                 # source, content, output, browser, limits, options of summit
    ridgeline extract --help -e kfeature     # the same, with the options of kfeature

An option that only some extractors take is shown with those alone.
"""

from dataclasses import fields

import click

from ..output.options import OutputOptions
from ..registry import DEFAULT_EXTRACTOR
from .extractors import shown_options

OUTPUT_OPTIONS = tuple(field.name for field in fields(OutputOptions))
# Heading → the parameters below it; all others are of the extractor.
GROUPS = {
    "Source": "url charset html_field url_field id_field timeout_seconds delay_seconds max_bytes"
    " allow_private headers cookies proxy cache cache_seconds",
    "Crawl": "whole_host max_pages max_depth include skip sitemap",
    "Content": "extractor favor comments visible site select exclude rules sites",
    "Rows": "fields language min_confidence status http_status",
    "Output": f"format {' '.join(OUTPUT_OPTIONS)} output force skip_existing slice_pages",
    "Browser": "render render_seconds",
    "Limits": "limits isolated page_seconds page_memory",
    "Run": "processes engine address retry_errors",
}
# Parameter → the option of extractors that it is for.
_FOR = {name: name for name in ("favor", "comments", "site", "blocks", "model")} | {"feature": "features"}
_NAMED = "ridgeline.extractor"  # in the context: what --extractor names


class GroupedHelpCommand(click.Command):
    """A command whose help has its options in groups."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as usual. The help is written before --extractor is read, so this is looked up first."""
        if not {"-h", "--help"}.isdisjoint(args):
            ctx.meta[_NAMED] = self.make_parser(ctx).parse_args([*args])[0].get("extractor")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options below their headings, those of the extractor last."""
        named = ctx.meta.get(_NAMED) or DEFAULT_EXTRACTOR
        extractor = named if isinstance(named, str) else named[0]
        taken = shown_options(extractor)
        records = {
            parameter.name: record
            for parameter in self.params  # --help, which every command has, is not among them
            if isinstance(parameter, click.Option)
            and (record := parameter.get_help_record(ctx)) is not None
            and (parameter.name not in _FOR or _FOR[parameter.name] in taken)
        }
        for heading, names in GROUPS.items():
            _write(formatter, heading, [records.pop(name) for name in names.split() if name in records])
        further = [name for name in taken if name not in _FOR.values()]
        own = [(f"--option {name}=…", f"[default: {taken[name]}]") for name in further]
        _write(formatter, f"Options of {extractor} (of another: --help -e NAME)", [*records.values(), *own])


def _write(formatter: click.HelpFormatter, heading: str, records: list[tuple[str, str]]) -> None:
    if records:
        with formatter.section(heading):
            formatter.write_dl(records)
