"""The parser of the compiled core, built with the system's compiler and called through ctypes."""

import ctypes
import os
import shlex
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from ridgeline.page import Attributes, IntColumn, elements
from ridgeline.page.limits import DEFAULT_LIMITS, Limits

from .fuzz.building import run_compiler, shared

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src" / "ridgeline" / "_native"
FILES = (
    "memory columns interning references tokenizer tree open_elements formatting foreign tree_construction in_body "
    "in_table parser"
).split()
FLAGS = "-std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Wall -Wextra -Wshadow -Wconversion -Werror -shared -fPIC".split()
CUTS = {1: "depth", 2: "attributes", 4: "nodes", 8: "seconds"}
_NO_VALUE = 2**32 - 1


class _Slice(ctypes.Structure):
    _fields_ = (("offset", ctypes.c_uint32), ("length", ctypes.c_uint32))


class _Columns(ctypes.Structure):  # rl_columns
    _fields_ = (
        ("pool", ctypes.c_void_p),
        ("source", ctypes.c_void_p),
        ("source_size", ctypes.c_uint32),
        ("extra", ctypes.c_void_p),
        ("extra_size", ctypes.c_uint32),
        ("extra_room", ctypes.c_uint32),
        ("count", ctypes.c_int32),
        ("room", ctypes.c_int32),
        ("parent", ctypes.POINTER(ctypes.c_int32)),
        ("end", ctypes.POINTER(ctypes.c_int32)),
        ("tag", ctypes.POINTER(ctypes.c_int32)),
        ("content", ctypes.POINTER(ctypes.c_uint32)),
        ("start", ctypes.POINTER(ctypes.c_uint32)),
        ("stop", ctypes.POINTER(ctypes.c_uint32)),
        ("blank", ctypes.POINTER(ctypes.c_uint8)),
        ("attribute_count", ctypes.c_int32),
        ("attribute_room", ctypes.c_int32),
        ("attribute_name", ctypes.POINTER(ctypes.c_int32)),
        ("attribute_value", ctypes.POINTER(ctypes.c_uint32)),
        ("tag_name_count", ctypes.c_int32),
        ("tag_name_room", ctypes.c_int32),
        ("tag_names", ctypes.POINTER(_Slice)),
        ("attribute_name_count", ctypes.c_int32),
        ("attribute_name_room", ctypes.c_int32),
        ("attribute_names", ctypes.POINTER(_Slice)),
        ("cuts", ctypes.c_uint32),
    )


class _Limits(ctypes.Structure):  # rl_limits
    _fields_ = (
        ("depth", ctypes.c_int32),
        ("attributes", ctypes.c_int32),
        ("nodes", ctypes.c_int32),
        ("seconds", ctypes.c_double),
    )


class Record(NamedTuple):
    """A node of the tree or a token."""

    first: int  # depth; kind
    second: int  # namespace, -1 for text; self-closing or quirks
    text: bytes  # or name
    attributes: list[tuple[bytes, bytes]]


class Columns(NamedTuple):
    parent: IntColumn
    tag: IntColumn
    names: tuple[str, ...]
    attributes: list[Attributes]
    text: list[str]
    cuts: frozenset[str]


class Parsed(NamedTuple):
    columns: Columns
    end: Any
    start: Any
    stop: Any


class Hook:
    """The functions of parser_hook.c."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library))
        for name in ("rl_hook_parse", "rl_hook_tree", "rl_hook_tokens", "rl_hook_out"):
            getattr(self._library, name).restype = ctypes.c_void_p
        self._library.rl_hook_columns.restype = ctypes.POINTER(_Columns)
        self._library.rl_hook_size.restype = ctypes.c_size_t

    def run(self, source: bytes, limits: Limits = DEFAULT_LIMITS) -> None:
        """Parse and drop the result, for measurements."""
        self._library.rl_hook_end(ctypes.c_void_p(self._parse(source, limits)))

    def parse(self, source: bytes, limits: Limits = DEFAULT_LIMITS) -> Parsed:
        hook = self._parse(source, limits)
        try:
            return _read_columns(self._library.rl_hook_columns(ctypes.c_void_p(hook)).contents, source)
        finally:
            self._library.rl_hook_end(ctypes.c_void_p(hook))

    def tree(self, source: bytes) -> list[Record]:
        limits = _limits(DEFAULT_LIMITS)
        return self._records(self._library.rl_hook_tree(source, ctypes.c_size_t(len(source)), ctypes.byref(limits)))

    def tokens(self, source: bytes, state: int, name: str) -> list[Record]:
        return self._records(self._library.rl_hook_tokens(source, ctypes.c_size_t(len(source)), state, name.encode()))

    def _parse(self, source: bytes, limits: Limits) -> int:
        own = _limits(limits)
        hook = self._library.rl_hook_parse(source, ctypes.c_size_t(len(source)), ctypes.byref(own))
        assert hook, "out of memory"
        return int(hook)

    def _records(self, hook: int) -> list[Record]:
        size = self._library.rl_hook_size(ctypes.c_void_p(hook))
        out = ctypes.string_at(self._library.rl_hook_out(ctypes.c_void_p(hook)), size) if size else b""
        self._library.rl_hook_end(ctypes.c_void_p(hook))
        return list(_read_records(out))


def build(folder: Path, *flags: str) -> Hook:
    """Compile the parser and the hook; skip the tests where there is no compiler."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        if os.environ.get("RIDGELINE_REQUIRE_COMPILER"):
            pytest.fail("no C compiler")
        pytest.skip("no C compiler")
    library = shared(folder) / "-".join(("parser_hook", *flags, ".so"))
    if not library.exists():
        files = [*(str(SOURCES / f"{name}.c") for name in FILES), str(HERE / "parser_hook.c")]
        own = shlex.split(os.environ.get("CFLAGS", ""))
        run_compiler([compiler, *FLAGS, *flags, *own, f"-I{SOURCES}", *files, "-lm"], library)
    return Hook(library)


def _limits(limits: Limits) -> _Limits:
    return _Limits(limits.depth, limits.attributes, limits.nodes, limits.seconds or 0.0)


def _read_records(out: bytes) -> Iterator[Record]:
    fields = _fields(out)
    for field in fields:
        first, second, text = _number(field), _number(next(fields)), next(fields)
        count = _number(next(fields))
        yield Record(first, second, text, [(next(fields), next(fields)) for _ in range(count)])


def _fields(out: bytes) -> Iterator[bytes]:
    position = 0
    while position < len(out):
        (length,) = struct.unpack_from("<I", out, position)
        yield out[position + 4 : position + 4 + length]
        position += 4 + length


def _number(field: bytes) -> int:
    return int(struct.unpack("<i", field)[0])


def _array(pointer: Any, shape: tuple[int, ...]) -> Any:
    return np.ctypeslib.as_array(pointer, shape).copy() if shape[0] else np.zeros(shape, np.int32)


def _read_columns(raw: _Columns, source: bytes) -> Parsed:
    extra = ctypes.string_at(raw.extra, raw.extra_size)

    def text(offset: int, length: int) -> str:
        start = offset if offset < len(source) else offset - len(source)
        return (source if offset < len(source) else extra)[start : start + length].decode("utf-8", "replace")

    tag = _array(raw.tag, (raw.count,))
    content = _array(raw.content, (raw.count, 2)).tolist()
    values = _array(raw.attribute_value, (raw.attribute_count, 2)).tolist()
    attribute_names = [text(own.offset, own.length) for own in raw.attribute_names[: raw.attribute_name_count]]
    own_names = [attribute_names[number] for number in _array(raw.attribute_name, (raw.attribute_count,)).tolist()]
    texts: list[str] = []
    attributes: list[Attributes] = []
    for code, (first, count) in zip(tag.tolist(), content, strict=True):
        is_text = code == 0
        texts.append(text(first, count) if is_text else "")
        own: Attributes = {}
        for i in range(first, first + (0 if is_text else count)):
            own[own_names[i]] = None if values[i][1] == _NO_VALUE else text(*values[i])
        attributes.append(own)
    names = (*elements.NAMES, *(text(own.offset, own.length) for own in raw.tag_names[: raw.tag_name_count]))
    assert [text.isspace() for text in texts] == _array(raw.blank, (raw.count,)).astype(np.bool_).tolist()
    cuts = frozenset(name for bit, name in CUTS.items() if raw.cuts & bit)
    columns = Columns(_array(raw.parent, (raw.count,)), tag, names, attributes, texts, cuts)
    end, start, stop = (_array(column, (raw.count,)) for column in (raw.end, raw.start, raw.stop))
    return Parsed(columns, end, start, stop)
