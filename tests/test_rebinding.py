"""DNS rebinding with the system's own resolver, real sockets and a real browser, in a network namespace."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browsers import need_browser
from tests.rebinding import NO_ADDRESS, REFUSED

ROOT = Path(__file__).parents[1]
NAMESPACE = ("unshare", "--map-root-user", "--mount", "--net")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What became of every attack."""
    need_browser()
    if not (shutil.which("unshare") and shutil.which("ip")):
        pytest.skip("a network of its own needs unshare and ip")
    tried = subprocess.run([*NAMESPACE, "ip", "link", "set", "lo", "up"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"this machine makes no network namespace: {tried.stderr.strip()}")
    configuration = tmp_path_factory.mktemp("rebinding") / "resolv.conf"
    configuration.write_text("nameserver 127.0.0.1\noptions timeout:2 attempts:1\n", encoding="utf-8")
    command = [*NAMESPACE, sys.executable, "-m", "tests.rebinding", str(configuration)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    if done.stderr.startswith(NO_ADDRESS):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_attack_is_real(results: dict[str, Any]) -> None:
    assert results["naive"] == ["outside", "inside"]


@pytest.mark.parametrize("name", ["four.test", "six.test", "alias.test"])
def test_a_name_that_turns_private_is_refused(results: dict[str, Any], name: str) -> None:
    assert results[name] == ["outside", "PrivateAddressError"]


@pytest.mark.parametrize("name", REFUSED)
def test_private_addresses_in_every_writing_are_refused(results: dict[str, Any], name: str) -> None:
    assert results[name] == ["PrivateAddressError"] * 2


def test_private_answers_beside_public_ones_are_passed_over(results: dict[str, Any]) -> None:
    assert results["mixed.test"] == ["outside"] * 2


def test_a_redirect_to_the_same_name_is_looked_up_again(results: dict[str, Any]) -> None:
    assert results["redirect"] == "PrivateAddressError"


def test_a_page_in_a_browser_reaches_nothing_inside(results: dict[str, Any]) -> None:
    assert "text" in results["browser"]
    assert results["reached inside"] == []
    paths = ("image", "frame", "fetch", "socket", "worker")
    assert {f"allowed.test/{path}" for path in paths} <= set(results["reached where that is allowed"])
