"""The store of templates: atomic, and safe for many processes at once."""

import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ridgeline.errors import TemplateError
from ridgeline.sites.templates import (
    StoredBlock,
    Template,
    TemplateStore,
    default_store,
    export_templates,
    import_templates,
    site_name,
)

SMALL = Template(
    "example.org",
    ("HTML.BODY.P",),
    ("HTML.BODY.UL.LI",),
    (StoredBlock("HTML.BODY.P", "All rights reserved — 灯塔", 1, 0, 2),),
    ("p", "ul", "li"),
    pages=25,
)


@pytest.fixture
def store(tmp_path: Path) -> TemplateStore:
    return TemplateStore(tmp_path / "deep" / "templates.sqlite")


def test_put_and_get(store: TemplateStore) -> None:
    (stored,) = store.put("https://www.Example.org/news?x=1", [SMALL])
    assert store.get("example.org") == (stored,)
    assert (stored.version, stored.shape, stored.site) == (1, 1, "example.org")
    assert stored.made.endswith("+00:00")
    assert replace(stored, made="") == SMALL


def test_put_replaces_and_counts_versions(store: TemplateStore) -> None:
    store.put("example.org", [SMALL, SMALL, SMALL])
    assert [one.shape for one in store.get("example.org")] == [1, 2, 3]
    store.count_drift("example.org", 2, 7)
    assert [one.drifted for one in store.get("example.org")] == [0, 7, 0]
    store.put("example.org", [SMALL])
    assert [(one.version, one.drifted) for one in store.get("example.org")] == [(2, 0)]


def test_all_and_delete(store: TemplateStore) -> None:
    assert store.all() == ()
    for site in ("b.example", "a.example"):
        store.put(site, [SMALL])
    assert [one.site for one in store.all()] == ["a.example", "b.example"]
    assert store.delete("b.example") == 1
    assert [one.site for one in store.all()] == ["a.example"]
    with pytest.raises(TemplateError, match=r"no template of b\.example .*ridgeline template learn b\.example"):
        store.delete("b.example")
    with pytest.raises(TemplateError, match="no template"):
        store.put("c.example", [])


def test_export_and_import(store: TemplateStore, tmp_path: Path) -> None:
    store.put("b.example", [SMALL, SMALL])
    store.put("a.example", [SMALL])
    text = export_templates(store.all())
    other = TemplateStore(tmp_path / "other.sqlite")
    other.put("b.example", [SMALL, SMALL, SMALL])
    assert other.restore(import_templates(text, "file")) == store.all()
    assert other.all() == store.all()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "no export of templates"),
        ('{"ridgeline_templates": 9}', "has format 9"),
        ('{"ridgeline_templates": 1, "templates": 3}', "not a list"),
        ('{"ridgeline_templates": 1, "templates": [3]}', "a JSON object, not int"),
        ('{"ridgeline_templates": 1, "templates": [{"site": "x.org"}]}', "'content_paths' is missing"),
        ('{"ridgeline_templates": 1, "templates": [{"site": ""}]}', "names no site"),
    ],
)
def test_wrong_exports(text: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message) as raised:
        import_templates(text, "there.json")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("pages", -1),
        ("pages", "3"),
        ("tags", "p"),
        ("tags", [1]),
        ("blocks", [3]),
        ("blocks", [{}]),
        ("shape", True),
        ("pages", 10**30),
        ("made", None),
    ],
)
def test_wrong_fields(field: str, value: object) -> None:
    fields = json.loads(json.dumps(SMALL.as_dict())) | {field: value}
    with pytest.raises(TemplateError, match=r"there\.json: not a template"):
        Template.from_dict(fields, "there.json")


@pytest.mark.parametrize(
    ("name", "site"),
    [
        ("example.org", "example.org"),
        ("WWW.Example.ORG.", "example.org"),
        ("https://news.example.org:8080/a", "news.example.org"),
        ("//example.org/x", "example.org"),
        ("https://bücher.example/?" + "a" * 3000, "xn--bcher-kva.example"),
    ],
)
def test_names_of_sites(name: str, site: str) -> None:
    assert site_name(name) == site


@pytest.mark.parametrize("name", ["", "/", "https://", "http://[x"])
def test_names_that_are_no_site(name: str) -> None:
    with pytest.raises(TemplateError, match="names no site"):
        site_name(name)


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no data base, but long enough to be read as one " * 20, encoding="utf-8")
    for path in (tmp_path / "text", tmp_path):
        with pytest.raises(TemplateError, match="template store") as raised:
            TemplateStore(path).get("example.org")
        assert "\n" not in str(raised.value)
    with pytest.raises(TemplateError, match="template store"):
        TemplateStore(tmp_path / "text" / "below").put("example.org", [SMALL])


def test_a_wrong_row(store: TemplateStore) -> None:
    store.put("example.org", [SMALL])
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE template SET body = '{}'")
    connection.close()
    with pytest.raises(TemplateError, match="is missing"):
        store.get("example.org")


def test_lone_surrogates_are_replaced(store: TemplateStore) -> None:
    store.put("example.org", [replace(SMALL, blocks=(StoredBlock("HTML", "half \ud83d of a pair", 0, 0, 0),))])
    assert store.get("example.org")[0].blocks[0].text == "half ? of a pair"


def test_lone_surrogates_of_an_import_are_replaced(store: TemplateStore) -> None:
    fields = json.loads(json.dumps(SMALL.as_dict())) | {"made": "\ud83d", "tags": ["p\ud83d"]}
    text = json.dumps({"ridgeline_templates": 1, "templates": [fields]})
    (stored,) = store.restore(import_templates(text, "there.json"))
    assert (stored.made, stored.tags) == ("?", ("p?",))
    assert store.all() == (stored,)


def test_the_default_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RIDGELINE_TEMPLATES", str(tmp_path / "mine.sqlite"))
    assert TemplateStore().path == tmp_path / "mine.sqlite"
    monkeypatch.delenv("RIDGELINE_TEMPLATES")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "ridgeline" / "templates.sqlite"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert default_store() == tmp_path / "local" / "ridgeline" / "templates.sqlite"
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_store().parts[-3:] == ("Application Support", "ridgeline", "templates.sqlite")


# Many processes


def _write(path: Path, worker: int, rounds: int) -> None:
    store = TemplateStore(path)
    for number in range(rounds):
        store.put("shared.example", [SMALL, SMALL])
        store.put(f"site{number}-of-{worker}.example", [SMALL])
        store.count_drift("counted.example", 1)
        assert len(store.get("shared.example")) == 2  # of one writer, never of two


def test_two_processes_lose_nothing(store: TemplateStore) -> None:
    rounds = 40
    store.put("counted.example", [SMALL])
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(store.path, worker, rounds)) for worker in range(2)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        shapes = [one.shape for one in store.all() if one.site == "shared.example"]
        assert shapes in ([], [1, 2])
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    # Every put counted one version further, and every site of both is there.
    assert {one.version for one in store.get("shared.example")} == {2 * rounds}
    assert store.get("counted.example")[0].drifted == 2 * rounds
    assert {one.site for one in store.all()} == {
        "shared.example",
        "counted.example",
        *(f"site{number}-of-{worker}.example" for number in range(rounds) for worker in range(2)),
    }


def test_processes_that_start_together_make_one_store(store: TemplateStore) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write_once, args=(store.path, worker)) for worker in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    assert len(store.all()) == 4


def _write_once(path: Path, worker: int) -> None:
    TemplateStore(path).put(f"site{worker}.example", [SMALL])


KILLED_WRITER = """
import os, signal, sys
from dataclasses import replace
from pathlib import Path
from ridgeline.sites import templates


store = templates.TemplateStore(Path(sys.argv[1]))
(old,) = store.get("example.org")
rows = iter(range(100))
write_row = templates._row

def die_at_the_third(template):
    if next(rows) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return write_row(template)

templates._row = die_at_the_third
store.put("example.org", [replace(old, pages=99)] * 5)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
def test_a_killed_writer_changes_nothing(store: TemplateStore) -> None:
    (before,) = store.put("example.org", [SMALL])
    done = subprocess.run(
        [sys.executable, "-c", KILLED_WRITER, str(store.path)], check=False, capture_output=True, env=os.environ
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert store.get("example.org") == (before,)
    # And its lock is gone.
    assert store.put("example.org", [SMALL, SMALL])[0].version == 2
