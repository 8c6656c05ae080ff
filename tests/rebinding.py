"""A network of its own, in which name servers lie: run by `test_rebinding.py` in a new namespace, where it is root.

    unshare --map-root-user --mount --net python -m tests.rebinding RESOLV_CONF

The namespace has a loopback device alone, which has public addresses as well: what listens there stands for servers
outside, what listens at 127.0.0.1 and ::1 is what nobody may reach. The system's own resolver asks a name server here,
whose answers change from one question to the next. Prints what became of each case, as JSON.
"""

import json
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address

from ridgeline.errors import FetchError
from ridgeline.fetch import fetch
from ridgeline.render import Browser, Rendering

OUTSIDE, INSIDE = ("8.8.8.8", "2600::8"), ("127.0.0.1", "::1")
# By name: the answers to the first, second … question for a type of record; the last one is given ever after.
NAMES: dict[str, list[tuple[str, ...]]] = {
    "public.test": [OUTSIDE],
    "inside.test": [INSIDE],
    "four.test": [OUTSIDE[:1], INSIDE[:1]],
    "six.test": [OUTSIDE[1:], INSIDE[1:]],
    "alias.test": [("public.test",), ("inside.test",)],
    "hop.test": [OUTSIDE[:1], INSIDE],
    "mixed.test": [(*INSIDE, *OUTSIDE)],
    "mapped.test": [("::ffff:127.0.0.1",)],
    "translated.test": [("64:ff9b::7f00:1",)],
    "zero.test": [("0.0.0.0", "::")],
    "naive.test": [OUTSIDE[:1], INSIDE[:1]],
    "page.test": [OUTSIDE[:1], INSIDE],
    "allowed.test": [OUTSIDE[:1], INSIDE],
}
REFUSED = ("inside.test", "mapped.test", "translated.test", "zero.test")
NO_ADDRESS = "this machine's namespaces do not take the address"
_A, _CNAME, _AAAA = 1, 5, 28
_PAGE = """<p>text</p><img src=/image><iframe src=/frame></iframe><iframe src=http://alias.test/frame></iframe><script>
for (const delay of [0, 50, 100]) setTimeout(() => { fetch('/fetch', {mode: 'no-cors'}); new WebSocket(`ws://${location.host}/socket`);
  new Worker(URL.createObjectURL(new Blob([`fetch('${origin}/worker', {mode: 'no-cors'})`]))); }, delay);
</script><img src=http://public.test/slow>"""


def name_server() -> None:
    """Answer questions about the names above, one datagram each, until the process ends."""
    asked: Counter[tuple[str, int]] = Counter()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind((INSIDE[0], 53))
        while True:
            question, client = listening.recvfrom(512)
            name, end = _read_name(question)
            (kind,) = struct.unpack_from(">H", question, end)
            asked[name, kind] += 1
            records = _records(name, kind, asked[name, kind])
            head = question[:2] + struct.pack(">5H", 0x8580 if name in NAMES else 0x8583, 1, len(records), 0, 0)
            listening.sendto(head + question[12 : end + 4] + b"".join(records), client)


def _read_name(question: bytes) -> tuple[str, int]:
    labels, at = [], 12
    while size := question[at]:
        labels.append(question[at + 1 : at + 1 + size].decode().lower())
        at += 1 + size
    return ".".join(labels), at + 1


def _records(name: str, kind: int, times: int) -> list[bytes]:
    answers = NAMES.get(name, [()])
    records = []
    for answer in answers[min(times, len(answers)) - 1]:
        if answer in NAMES:
            records += [_record(name, _CNAME, _packed_name(answer)), *_records(answer, kind, 1)]
        elif (_A if "." in answer and ":" not in answer else _AAAA) == kind:
            records.append(_record(name, kind, ip_address(answer).packed))
    return records


def _record(name: str, kind: int, data: bytes) -> bytes:
    return _packed_name(name) + struct.pack(">HHIH", kind, 1, 0, len(data)) + data  # to be forgotten at once


def _packed_name(name: str) -> bytes:
    return b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"


def web_server(address: str, place: str, reached: list[str]) -> None:
    """Serve pages that say where they are from, and note their addresses in the list."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            reached.append(f"{self.headers['Host']}{self.path}")
            time.sleep(2 if self.path == "/slow" else 0)  # the page is loaded when the attacks are over
            self.send_response(302 if self.path == "/again" else 200)
            self.send_header("Location", f"http://{self.headers['Host']}/")
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write((_PAGE if self.path == "/attack" else place).encode())

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        daemon_threads = True

    _begin(Server((address, 80), Handler).serve_forever)


def _begin(serve: Callable[[], None]) -> None:
    threading.Thread(target=serve, daemon=True).start()


def _naive(name: str) -> str:
    """Fetch as one does who checks an address and then connects by the name."""
    connection = HTTPConnection(name, timeout=5)
    connection.request("GET", "/")
    return connection.getresponse().read().decode()


def _fetched(url: str) -> str:
    try:
        return fetch(url, timeout_seconds=5).data.decode()
    except FetchError as error:
        return type(error).__name__


def _rendered(url: str, *, allow_private: bool = False) -> list[str]:
    with Browser(Rendering(network=True, scripts=True, allow_private=allow_private)) as browser:
        return list(browser.open(url)[0].leaf_text)


def _wait_for_addresses() -> None:
    """The kernel takes up new IPv6 addresses in the background: until then nothing can listen there."""
    for address in (*OUTSIDE, *INSIDE):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        for _ in range(100):
            with socket.socket(family) as listening, socket.socket(family) as calling, suppress(OSError):
                listening.bind((address, 0))
                listening.listen()
                calling.settimeout(1)
                calling.connect(listening.getsockname())
                break
            time.sleep(0.1)
        else:
            sys.exit(f"{NO_ADDRESS}: {address}")


def main() -> None:
    """Set the network up, attack, and print what happened."""
    for arguments in ("link set lo up", *(f"addr add {address} dev lo" for address in OUTSIDE)):
        subprocess.run(["ip", *arguments.split()], check=True)
    _wait_for_addresses()
    subprocess.run(["mount", "--bind", sys.argv[1], "/etc/resolv.conf"], check=True)
    inside: list[str] = []
    _begin(name_server)
    for address in OUTSIDE:
        web_server(address, "outside", [])
    for address in INSIDE:
        web_server(address, "inside", inside)
    results: dict[str, object] = {"naive": [_naive("naive.test") for _ in range(2)]}
    inside.clear()
    for name in ("four.test", "six.test", "alias.test", "mixed.test", *REFUSED):
        results[name] = [_fetched(f"http://{name}/") for _ in range(2)]
    results["redirect"] = _fetched("http://hop.test/again")
    results["browser"] = _rendered("http://page.test/attack")
    results["reached inside"] = inside.copy()
    _rendered("http://allowed.test/attack", allow_private=True)
    print(json.dumps({**results, "reached where that is allowed": inside}))


if __name__ == "__main__":
    main()
