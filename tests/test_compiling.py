"""How the core is compiled on each platform: command lines, tags, and what is said where it cannot be."""

import shutil
from pathlib import Path

import pytest
from tools.compiling import CompilationError, Target, command, compile_core, find_compiler, macos_platform, this_python

SOURCES = (Path("one.c"), Path("two.c"))


def target(platform: str, *, is_free_threaded: bool = False) -> Target:
    return Target(platform, Path("include"), Path("libs"), "314", is_free_threaded)


def line(compiler: str, platform: str, *, is_free_threaded: bool = False) -> list[str]:
    wanted = target(platform, is_free_threaded=is_free_threaded)
    return command([compiler], wanted, SOURCES, Path("built"), Path("scratch"), ["-Werror"])


def install(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Make these the only programs that are installed."""
    monkeypatch.setattr(shutil, "which", lambda name: name if name in names else None)


@pytest.mark.parametrize(
    ("compiler", "platform"),
    [("cc", "linux-x86_64"), ("cc", "macosx-11.0-arm64"), ("gcc", "win-amd64"), ("clang-cl", "win-amd64")],
)
def test_every_command_compiles_all_sources_with_the_options_of_the_user(compiler: str, platform: str) -> None:
    words = line(compiler, platform)
    assert words[0] == compiler
    assert {"one.c", "two.c", "-Werror", "-Iinclude"} <= set(words)
    assert any(word.removeprefix("/Fe") == "built" for word in words)


def test_linux_gets_a_shared_library_whose_libraries_follow_the_sources() -> None:
    words = line("cc", "linux-x86_64")
    assert {"-shared", "-fPIC"} <= set(words)
    assert words.index("-lm") > words.index("two.c")


@pytest.mark.parametrize(
    ("platform", "machines"),
    [
        ("macosx-11.0-arm64", ["arm64"]),
        ("macosx-10.15-x86_64", ["x86_64"]),
        ("macosx-10.15-universal2", ["arm64", "x86_64"]),
    ],
)
def test_macos_gets_a_bundle_for_its_processors(platform: str, machines: list[str]) -> None:
    words = line("cc", platform)
    assert {"-bundle", "dynamic_lookup", f"-mmacosx-version-min={platform.split('-')[1]}"} <= set(words)
    assert [words[i + 1] for i, word in enumerate(words) if word == "-arch"] == machines


def test_windows_links_with_the_limited_api() -> None:
    assert {"-Llibs", "-lpython3"} <= set(line("gcc", "win-amd64"))
    words = line(r"C:\LLVM\bin\clang-cl.exe", "win-amd64")
    assert {"/LD", "--target=x86_64-pc-windows-msvc"} <= set(words)
    assert words.index("/LIBPATH:libs") > words.index("/link") > words.index("two.c")


def test_free_threaded_python_is_named_and_has_no_limited_api() -> None:
    assert "-lpython314t" in line("gcc", "win-amd64", is_free_threaded=True)
    for compiler, platform in (("cc", "linux-x86_64"), ("gcc", "win-amd64"), ("clang-cl", "win-amd64")):
        assert "-DPy_GIL_DISABLED=1" in line(compiler, platform, is_free_threaded=True)
        assert "-DPy_GIL_DISABLED=1" not in line(compiler, platform)


@pytest.mark.parametrize(
    ("platform", "suffix", "tag"),
    [
        ("linux-x86_64", ".abi3.so", "cp311-abi3-linux_x86_64"),
        ("macosx-10.15-universal2", ".abi3.so", "cp311-abi3-macosx_10_15_universal2"),
        ("win-arm64", ".pyd", "cp311-abi3-win_arm64"),
    ],
)
def test_one_file_and_one_tag_serve_all_versions_of_python(platform: str, suffix: str, tag: str) -> None:
    assert (target(platform).suffix, target(platform).tag) == (suffix, tag)


def test_the_tag_of_a_free_threaded_python_is_its_own() -> None:
    assert target("linux-x86_64", is_free_threaded=True).tag == "cp314-cp314t-linux_x86_64"


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("macosx-10.9-universal2", {}, "macosx-10.15-universal2"),
        ("macosx-14-arm64", {}, "macosx-14.0-arm64"),
        ("macosx-14.5-arm64", {}, "macosx-14.0-arm64"),
        ("macosx-10.9-universal2", {"ARCHFLAGS": "-arch arm64"}, "macosx-11.0-arm64"),
        ("macosx-14.0-arm64", {"ARCHFLAGS": "-arch x86_64 -arch arm64"}, "macosx-14.0-universal2"),
        ("macosx-14.0-x86_64", {"MACOSX_DEPLOYMENT_TARGET": "10.13"}, "macosx-10.15-x86_64"),
        ("macosx-14.0-x86_64", {"MACOSX_DEPLOYMENT_TARGET": "12"}, "macosx-12.0-x86_64"),
    ],
)
def test_macos_is_what_the_environment_asks_for(platform: str, environment: dict[str, str], expected: str) -> None:
    assert macos_platform(platform, environment) == expected


@pytest.mark.parametrize(
    ("platform", "installed", "found"),
    [
        ("linux-x86_64", ("clang", "gcc"), "gcc"),
        ("macosx-11.0-arm64", ("cc", "clang"), "cc"),
        ("win-amd64", ("gcc", "clang-cl", "cl"), "clang-cl"),
        ("win-amd64", ("gcc",), "gcc"),
    ],
)
def test_the_usual_compilers_are_looked_for(
    platform: str, installed: tuple[str, ...], found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, *installed)
    assert find_compiler(target(platform), {}) == [found]


def test_visual_studio_has_a_compiler_that_is_not_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / f"Microsoft Visual Studio/{year}/BuildTools/VC/Tools/Llvm/x64/bin" for year in (2019, 2022)]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "clang-cl.exe").touch()
    install(monkeypatch)
    found = find_compiler(target("win-amd64"), {"ProgramFiles": str(tmp_path)})
    assert found == [str(folders[1] / "clang-cl.exe")]


def test_the_compiler_of_the_environment_may_have_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "ccache", "cc")
    assert find_compiler(target("linux-x86_64"), {"CC": "ccache gcc"}) == ["ccache", "gcc"]


@pytest.mark.parametrize(
    ("platform", "environment", "words"),
    [
        ("linux-x86_64", {}, ("no cc or gcc or clang", "wheel", "apt-get install gcc")),
        ("linux-x86_64", {"CC": "tcc"}, ("CC names tcc", "wheel")),
        ("macosx-11.0-arm64", {}, ("wheel", "xcode-select --install")),
        ("win-amd64", {}, ("no clang-cl or gcc", "wheel", "Build Tools for Visual Studio")),
        ("win-amd64", {"CC": r"C:\VS\bin\cl.exe"}, ("vector types", "clang-cl")),
    ],
)
def test_without_a_compiler_one_line_says_what_to_install(
    platform: str, environment: dict[str, str], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch)
    with pytest.raises(CompilationError) as raised:
        find_compiler(target(platform), environment)
    message = str(raised.value)
    assert "\n" not in message
    assert all(word in message for word in words)


def test_without_headers_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "cc")
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(CompilationError, match=r"headers are not installed.*python3-dev"):
        compile_core(tmp_path, tmp_path / "built", target("linux-x86_64"))


def test_this_python_can_be_compiled_for() -> None:
    assert this_python().tag.startswith("cp3")
