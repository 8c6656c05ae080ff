"""`ridgeline template`: learn the templates of sites, look at them, use them, pass them on."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import files
from ..errors import InputError, RidgelineError
from . import sources
from .extract import Format, Job, run
from .groups import command_group
from .sources import Reading
from .terminal import complain, examples, note, printable, progress, without_controls, write_standard_output

if TYPE_CHECKING:
    from ..extractors.templates.store import Template, TemplateStore
    from ..page import Page

group = command_group(
    "Learn the templates of sites from some of their pages, and extract other pages of the site with them.",
    "ridgeline template learn example.org pages/*.html",
    "ridgeline template apply example.org new.html",
    "ridgeline template list",
)

Site = Annotated[str, typer.Argument(metavar="SITE", help="A host such as example.org, or a URL of the site.")]
Pages = Annotated[list[str], typer.Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")]
Store = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="The file of templates, instead of the user's own."),
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON.")]


@group.command(
    epilog=examples(
        "ridgeline template learn example.org pages/*.html",
        "ridgeline template learn example.org pages/*.html --store templates.sqlite --support 0.2",
    )
)
def learn(
    site: Site,
    pages: Pages,
    store: Store = None,
    support: Annotated[
        float,
        typer.Option("--support", metavar="SHARE", help="Paths count that have content on this share of the pages."),
    ] = 0.0,
    least_pages: Annotated[
        int, typer.Option("--least-pages", metavar="N", help="A block on so many pages is not content.")
    ] = 2,
    layouts: Annotated[bool, typer.Option("--layouts/--one-layout", help="Whether a site may have several.")] = True,
) -> int:
    """Learn the template of a site from 20 to 30 of its pages.

    What was known of the site is replaced. A page that cannot be read is reported and left out; the exit code is 1
    then.
    """
    from ..extractors.templates.learning import Learning
    from ..extractors.templates.learning import learn as learn_templates
    from ..extractors.templates.store import site_name

    name = site_name(site)
    learning = Learning(least_pages=least_pages, support=support, layouts=layouts)
    read = _read_pages(pages)
    stored = _open(store).put(name, learn_templates(name, read, learning))
    for template in stored:
        write_standard_output(_row(template) + "\n")
    return 0 if len(read) == len(pages) else 1


def _read_pages(pages: Sequence[str]) -> "list[Page]":
    from ..page import parse

    sources.check(list(pages), Reading())
    read = []
    with progress(len(pages), "pages") as advance:
        for page in pages:
            try:
                source = sources.read(page, Reading())
                read.append(parse(source.data, url=source.url, charset=source.charset))
            except RidgelineError as error:
                complain(str(error))
            advance()
    return read


@group.command("list", epilog=examples("ridgeline template list", "ridgeline template list --json"))
def list_templates(store: Store = None, as_json: AsJson = False) -> None:
    """List the templates: one a site, or one for each of its layouts."""
    templates = _open(store).all()
    if as_json:
        rows = [_summary(template) for template in templates]
        write_standard_output(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    elif templates:
        write_standard_output("".join(_row(template) + "\n" for template in templates))
    else:
        note("no templates yet; `ridgeline template learn SITE PAGES…` makes some")


@group.command(epilog=examples("ridgeline template show example.org", "ridgeline template show example.org --json"))
def show(site: Site, store: Store = None, as_json: AsJson = False) -> None:
    """Show what a site's templates hold: the paths of content, and blocks on such paths that are not content."""
    from ..extractors.templates.store import export_templates

    templates = _open(store).get(site)
    if as_json:
        write_standard_output(without_controls(export_templates(templates)))
        return
    for template in templates:
        lines = [_row(template), "content stands on"]
        lines += [f"  {path}" for path in template.content_paths]
        lines.append("and there these blocks are not content")
        lines += [f"  {block.path}  {block.text}" for block in template.blocks]
        write_standard_output("".join(printable(line) + "\n" for line in lines))


@group.command(
    epilog=examples(
        "ridgeline template apply example.org new.html",
        "ridgeline template apply example.org new/*.html --format markdown --output texts/",
    )
)
def apply(
    site: Site,
    pages: Pages,
    store: Store = None,
    format: Annotated[Format, typer.Option("--format", "-f", help="The form of the result.")] = Format.TEXT,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="PATH", help="A file for one page, a folder for several.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> int:
    """Extract pages with a site's template.

    A page that does not fit the template is left to the default extractor; that is said, and counted in the store.
    """
    from ..extractors.templates.fast import FastTemplate

    sources.check(pages, Reading())
    templates = _open(store)
    templates.get(site)  # an unknown site is known now, not page by page
    return run(Job(pages, FastTemplate(store=templates, site=site), format, Reading(), force), output)


@group.command(epilog=examples("ridgeline template delete example.org"))
def delete(site: Site, store: Store = None) -> None:
    """Forget a site."""
    count = _open(store).delete(site)
    note(f"{site}: {count} template{'s' * (count > 1)} deleted")


@group.command(
    epilog=examples("ridgeline template export > all.json", "ridgeline template export example.org --output site.json")
)
def export(
    sites: Annotated[list[str] | None, typer.Argument(metavar="SITE", help="Only these; all by default.")] = None,
    store: Store = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file instead of standard output.")
    ] = None,
) -> None:
    """Write templates as JSON."""
    from ..extractors.templates.store import export_templates

    known = _open(store)
    templates = [template for site in sites for template in known.get(site)] if sites else known.all()
    text = export_templates(templates)
    if output is None:
        write_standard_output(text)
    else:
        files.write(output, text.encode("utf-8", "replace"))


@group.command("import", epilog=examples("ridgeline template import all.json"))
def import_file(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `ridgeline template export` wrote; - for stdin.")],
    store: Store = None,
) -> None:
    """Read templates from JSON; those of the same sites are replaced."""
    from ..extractors.templates.store import import_templates

    source = sources.read(file, Reading())
    templates = _open(store).restore(import_templates(source.data, sources.label(file)))
    if not templates:
        raise InputError(f"{sources.label(file)}: holds no template")
    note(f"{len(templates)} template{'s' * (len(templates) > 1)} imported")


def _open(path: Path | None) -> "TemplateStore":
    from ..extractors.templates.store import TemplateStore

    return TemplateStore(path)


def _summary(template: "Template") -> dict[str, object]:
    return {
        "site": template.site,
        "shape": template.shape,
        "version": template.version,
        "made": template.made,
        "pages": template.pages,
        "content_paths": len(template.content_paths),
        "blocks": len(template.blocks),
        "drifted": template.drifted,
    }


def _row(template: "Template") -> str:
    return printable(
        f"{template.site}  shape {template.shape}, version {template.version} of {template.made}: "
        f"{template.pages} pages, {len(template.content_paths)} content paths, {len(template.blocks)} blocks, "
        f"{template.drifted} pages drifted"
    )
