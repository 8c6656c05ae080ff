"""`ridgeline template`: learn, list, show, apply, delete, export and import the templates of sites."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import InputError, RidgelineError
from ..output import find_format
from ..parameters import read_settings
from ..pipeline import Pipeline
from ..registry import load
from ..storage import files
from . import extraction_options, sources, targets
from .command import Argument, Option
from .command_groups import command_group
from .extract import DEFAULT_FORMAT, FormatName, Job, run
from .sources import Reading
from .terminal import complain, examples, note, printable, progress, without_controls, write_standard_output

if TYPE_CHECKING:
    from ..page import Page
    from ..sites.templates import StoredBlock, Template, TemplateStore

group = command_group(
    "template",
    "Learn the templates of sites from some of their pages, and extract other pages of the site with them.",
    "ridgeline template learn example.org pages/*.html",
    "ridgeline template apply example.org new.html",
    "ridgeline template list",
)

Site = Annotated[str, Argument(metavar="SITE", help="A host such as example.org, or a URL of the site.")]
Pages = Annotated[list[str], Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")]
Store = Annotated[
    Path | None,
    Option("--store", metavar="FILE", help="The file of templates, instead of the user's default."),
]
AsJson = Annotated[bool, Option("--json", help="As JSON.")]


@group.command(
    epilog=examples(
        "ridgeline template learn example.org pages/*.html",
        "ridgeline template learn example.org pages/*.html --store templates.sqlite",
        "ridgeline template learn example.org pages/*.html --option tags=div --option tags=p",
    )
)
def learn(
    site: Site,
    pages: Pages,
    *,
    store: Store = None,
    min_pages: Annotated[
        int,
        Option("--min-pages", "--least-pages", metavar="N", help="A block on N pages or more is not content."),
    ] = 2,
    link_words: Annotated[
        bool, Option("--link-words", help="Words inside links are terms of a block, beside the links.")
    ] = False,
    option: Annotated[
        list[str] | None,
        Option("--option", metavar="NAME=VALUE", help="Any other of learning: tags, support, copies; see the docs."),
    ] = None,
    read: extraction_options.Read,
) -> int:
    """Learn the template of a site from 20 to 30 of its pages.

    Replaces the template of the site. Of pages with the same main text, one is used. A page that cannot be read is
    reported and left out; the exit code is then 1.
    """
    from ..extractors.templates.preparation import LearningOptions
    from ..extractors.templates.preparation import learn as learn_template
    from ..sites.templates import site_name

    name = site_name(site)
    others = extraction_options.extractor_options(others=option)
    options = read_settings("template learn", LearningOptions(min_pages=min_pages, link_words=link_words), others)
    parsed = _read_pages(pages, Reading(**read))
    if not parsed:
        return 1  # each page was reported
    for template in _open(store).put(name, [learn_template(name, parsed, options)]):
        write_standard_output(_row(template) + "\n")
    return 0 if len(parsed) == len(pages) else 1


def _read_pages(pages: Sequence[str], reading: Reading) -> "list[Page]":
    """Return the pages that can be read; the others are reported."""
    from ..page import parse

    sources.check(list(pages), reading)
    read = []
    with progress(len(pages), "pages") as advance:
        for page in pages:
            try:
                source = sources.read(page, reading)
                read.append(parse(source.data, url=source.url, charset=source.charset))
            except RidgelineError as error:
                complain(str(error))
            advance()
    return read


@group.command("list", epilog=examples("ridgeline template list", "ridgeline template list --json"))
def list_templates(store: Store = None, as_json: AsJson = False) -> None:
    """List the templates of all sites."""
    templates = _open(store).all()
    if as_json:
        rows = [_summary(template) for template in templates]
        write_standard_output(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
    elif templates:
        write_standard_output("".join(_row(template) + "\n" for template in templates))
    else:
        note("no templates yet: `ridgeline template learn SITE PAGES…` learns some")


@group.command(epilog=examples("ridgeline template show example.org", "ridgeline template show example.org --json"))
def show(site: Site, store: Store = None, as_json: AsJson = False) -> None:
    """Show the templates of a site: the paths of content, and the blocks on such paths that are not content."""
    from ..sites.templates import export_templates

    templates = _open(store).get(site)
    if as_json:
        write_standard_output(without_controls(export_templates(templates)))
        return
    for template in templates:
        lines = [_row(template), "content paths:"]
        lines += [f"  {path}" for path in template.content_paths]
        lines.append("non-content blocks on these paths:")
        lines += [f"  {block.path}  {_describe(block)}" for block in template.blocks]
        write_standard_output("".join(printable(line) + "\n" for line in lines))


@group.command(
    epilog=examples(
        "ridgeline template apply example.org new.html",
        "ridgeline template apply example.org new/*.html --format markdown --output texts/",
        "ridgeline template apply example.org new.html --option then=summit",
    )
)
def apply(
    site: Site,
    pages: Pages,
    *,
    store: Store = None,
    format: FormatName = DEFAULT_FORMAT,
    output: Annotated[
        str | None, Option("--output", "-o", metavar="PATH", help="A file for one page, a folder for several.")
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite files that exist.")] = False,
    option: extraction_options.Others = None,
    read: extraction_options.Read,
) -> int:
    """Extract pages with the template of a site.

    The default extractor extracts a page that does not fit the template; this is reported, and counted in the store.
    """
    reading = Reading(**read)
    sources.check(pages, reading)
    templates = _open(store)
    others = extraction_options.extractor_options(others=option)
    pipeline = Pipeline(load("fast-template", **others | {"store": templates, "site": site}))
    templates.get(site)  # an unknown site fails once, not page by page
    return run(Job(pages, pipeline, find_format(format), reading, force), output)


@group.command(epilog=examples("ridgeline template delete example.org"))
def delete(site: Site, store: Store = None) -> None:
    """Delete the templates of a site."""
    count = _open(store).delete(site)
    note(f"{site}: {count} template{'s' * (count > 1)} deleted")


@group.command(
    epilog=examples("ridgeline template export > all.json", "ridgeline template export example.org --output site.json")
)
def export(
    sites: Annotated[list[str] | None, Argument(metavar="SITE", help="Only these; all by default.")] = None,
    store: Store = None,
    output: Annotated[
        Path | None, Option("--output", "-o", metavar="FILE", help="A file instead of standard output.")
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Write templates as JSON."""
    from ..sites.templates import export_templates

    if output is not None:
        targets.check_new_file(output, force=force)
    known = _open(store)
    templates = [template for site in sites for template in known.get(site)] if sites else known.all()
    text = export_templates(templates)
    if output is None:
        write_standard_output(text)
    else:
        files.write(output, text.encode("utf-8", "replace"))


@group.command("import", epilog=examples("ridgeline template import all.json"))
def import_file(
    file: Annotated[
        str, Argument(metavar="FILE", help="A file of `ridgeline template export`, or - for standard input.")
    ],
    store: Store = None,
) -> None:
    """Read templates from JSON; they replace those of the same sites."""
    from ..sites.templates import import_templates

    source = sources.read_raw(file, Reading())
    templates = _open(store).restore(import_templates(source.data, sources.label(file)))
    if not templates:
        raise InputError(f"{sources.label(file)}: contains no template")
    note(f"{len(templates)} template{'s' * (len(templates) > 1)} imported")


def _open(path: Path | None) -> "TemplateStore":
    from ..sites.templates import TemplateStore

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


def _describe(block: "StoredBlock") -> str:
    """Return the terms of a block, and what else it has."""
    counted = {"image": block.images, "script": block.scripts, "link": block.links}
    parts = [f"{count} {name}{'s' * (count > 1)}" for name, count in counted.items() if count]
    return " ".join(filter(None, (block.text, f"({', '.join(parts)})" if parts else "")))


def _row(template: "Template") -> str:
    return printable(
        f"{template.site}  version {template.version} of {template.made}: "
        f"{template.pages} pages, {len(template.content_paths)} content paths, {len(template.blocks)} blocks, "
        f"{template.drifted} pages drifted"
    )
