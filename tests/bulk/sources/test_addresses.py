"""URLs are fetched politely, those of one host in turn and those of several at once; each gives one record."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import pytest

from ridgeline.bulk.records import Record
from ridgeline.bulk.slices import Reading, Slice
from ridgeline.bulk.sources import open_inputs
from ridgeline.bulk.sources.addresses import LANES, address_slices, host_of
from ridgeline.bulk.sources.politeness import Again, Fetcher
from ridgeline.crawl.robots import retry_seconds

DELAY_SECONDS = 0.05
READING = Reading(allow_private=True, delay_seconds=0.0, timeout_seconds=10)
Answer = tuple[int, dict[str, str], bytes]


class Server:
    """A server on this machine, reached by two names: two hosts."""

    def __init__(self) -> None:
        self.answers: dict[str, Callable[[], Answer]] = {}  # by path
        self.requests: list[tuple[float, str, str]] = []  # time, host, path
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.requests.append((time.monotonic(), self.headers["Host"].split(":")[0], self.path))
                answer = server.answers.get(self.path, lambda: (404, {}, b""))
                status, headers, body = answer()
                self.send_response(status)
                for name, value in ({"Content-Type": "text/html"} | headers).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.http.server_address[1]

    def page(self, path: str, body: bytes = b"<p>Page", status: int = 200, **headers: str) -> str:
        """Serve a page; return its address by the first name of the host."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = lambda: (status, named, body)
        return self.url(path)

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def times(self, host: str) -> list[float]:
        """Return when a host was asked for pages."""
        return [moment for moment, name, path in self.requests if name == host and path != "/robots.txt"]


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.http.shutdown()
    thread.join()
    server.http.server_close()


def _fetch(urls: list[str], reading: Reading = READING, first: int = 0, offset: int = 0) -> list[Record]:
    part = Slice("@urls.txt", "addresses", offset, names=tuple(urls), offsets=tuple(range(len(urls))))
    return list(part.records(reading, first))


def test_every_url_gives_a_record(server: Server) -> None:
    urls = [
        server.page("/a", b"<p>One", Content_Type="text/html; charset=Shift_JIS"),
        server.url("/missing"),
        server.page("/moved", b"", 302, Location="/a"),
        server.page("/broken", b"", 500),
        server.page("/picture", b"\x89PNG", Content_Type="image/png"),
        "ftp://127.0.0.1/",
        "http://[broken/",
        "not a url",
    ]
    found = _fetch(urls)
    assert [each.id for each in found] == urls
    assert [each.offset for each in found] == list(range(8))
    assert [each.error_kind for each in found] == [None, "http", None, "http", "fetch", "fetch", "fetch", "fetch"]
    assert [each.http_status for each in found] == [200, 404, 200, 500, None, None, None, None]
    assert (found[0].data, found[0].charset, found[0].url) == (b"<p>One", "shift_jis", urls[0])
    assert (found[2].data, found[2].url) == (b"<p>One", urls[0])
    assert found[1].error == "http: 404"
    assert _fetch(urls, first=6) == found[6:]


def test_private_addresses_are_refused(server: Server) -> None:
    [found] = _fetch([server.page("/")], Reading(delay_seconds=0, ignore_robots=True))
    assert found.error is not None
    assert "not a public address" in found.error
    assert server.requests == []


def test_robots_txt_is_kept_to(server: Server) -> None:
    server.page("/robots.txt", b"User-agent: *\nDisallow: /private\n", Content_Type="text/plain")
    urls = [server.page("/open"), server.page("/private/a"), server.page("/open2")]
    assert [each.error for each in _fetch(urls)] == [None, "robots: robots.txt of the host does not allow it", None]
    assert [path for _, _, path in server.requests] == ["/robots.txt", "/open", "/open2"]
    assert _fetch(urls, Reading(allow_private=True, delay_seconds=0, ignore_robots=True))[1].error is None


@pytest.mark.parametrize(("status", "is_allowed"), [(404, True), (403, True), (500, False), (429, False)])
def test_a_robots_txt_that_cannot_be_fetched(status: int, is_allowed: bool, server: Server) -> None:
    server.page("/robots.txt", b"", status)
    [found] = _fetch([server.page("/a")])
    assert found.error_kind == (None if is_allowed else "robots")


def test_a_server_that_answers_nonsense_costs_its_url_alone(server: Server) -> None:
    server.page("/robots.txt", b"")
    server.page("/bad", b"-5\r\nhello\r\n0\r\n\r\n", Transfer_Encoding="chunked")
    found = _fetch([server.page("/a"), server.url("/bad"), server.page("/b"), server.url("/bad")])
    assert [each.error_kind for each in found] == [None, "fetch", None, "fetch"]


def test_a_robots_txt_that_its_parser_fails_on_costs_the_host_alone(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(_: str) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("protego.Protego.parse", parse)
    server.page("/robots.txt", b"User-agent: *", Content_Type="text/plain")
    found = _fetch([server.page("/a"), server.page("/b")])
    assert [each.error for each in found] == ["fetch: RecursionError: too deep"] * 2


def test_requests_to_one_host_keep_their_distance(server: Server) -> None:
    server.page("/robots.txt", b"")
    urls = [server.page(f"/{number}") for number in range(5)]
    reading = Reading(allow_private=True, delay_seconds=DELAY_SECONDS)
    assert all(each.error is None for each in _fetch(urls, reading))
    times = server.times("127.0.0.1")
    assert len(times) == 5
    assert all(later - earlier >= DELAY_SECONDS for earlier, later in pairwise(times))


def test_a_later_slice_of_a_lane_begins_with_a_pause(server: Server) -> None:
    url = server.page("/a")
    begin = time.monotonic()
    _fetch([url], Reading(allow_private=True, delay_seconds=DELAY_SECONDS), offset=1)
    assert server.times("127.0.0.1")[0] - begin >= DELAY_SECONDS


def test_the_delay_of_robots_txt_counts(server: Server) -> None:
    server.page("/robots.txt", b"User-agent: *\nCrawl-delay: 0.1\n", Content_Type="text/plain")
    _fetch([server.page("/a"), server.page("/b")])
    first, second = server.times("127.0.0.1")
    assert second - first >= 0.1


def test_hosts_are_asked_at_the_same_time(server: Server) -> None:
    """Neither host answers before both have been asked."""
    both = threading.Barrier(2)

    def meet() -> Answer:
        both.wait(timeout=10)
        return 200, {}, b"<p>Met"

    server.answers["/meet"] = meet
    found = _fetch([server.url("/meet"), server.url("/meet", "localhost")])
    assert [each.data for each in found] == [b"<p>Met", b"<p>Met"]


def test_a_busy_host_is_asked_once_more(server: Server) -> None:
    tries: dict[str, int] = defaultdict(int)

    def busy(path: str, refusals: int) -> Callable[[], Answer]:
        def answer() -> Answer:
            tries[path] += 1
            return (503, {"Retry-After": "0"}, b"") if tries[path] <= refusals else (200, {}, b"<p>Now")

        return answer

    server.answers["/once"], server.answers["/always"] = busy("/once", 1), busy("/always", 9)
    found = _fetch([server.url("/once"), server.url("/always")])
    assert [(each.data, each.error) for each in found] == [(b"<p>Now", None), (b"", "http: 503")]
    assert tries == {"/once": 2, "/always": 2}


def test_waiting_stops_the_clock(server: Server) -> None:
    waits: list[int] = []

    class _Watch:
        @contextmanager
        def waiting(self) -> Iterator[None]:
            waits.append(1)
            yield

    part = Slice("", "addresses", names=(server.page("/a"),), offsets=(0,))
    [found] = part.records(READING, watch=_Watch())
    assert found.source == found.id
    assert waits


@pytest.mark.parametrize(
    ("header", "seconds"), [("7", 7), ("100000", 60), (None, 5), ("soon", 5), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)]
)
def test_retry_after(header: str | None, seconds: float) -> None:
    assert retry_seconds(header) == seconds


def test_a_list_is_dealt_out_by_hosts(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    hosts = [f"host{number}.example" for number in range(40)]
    urls = [f"http://{host}/{number}" for host in hosts for number in range(20)]
    path.write_text("\n".join(urls))
    slices = [unit for unit in open_inputs([f"@{path}"], Reading(slice_pages=50)) if isinstance(unit, Slice)]
    assert sorted(name for part in slices for name in part.names) == sorted(urls)
    lanes: dict[str, set[str | None]] = defaultdict(set)
    for part in slices:
        assert part.count == len(part.names) <= 50
        for name, offset in zip(part.names, part.offsets, strict=True):
            assert path.read_text()[offset:].startswith(name)
            lanes[host_of(name)].add(part.lane)
    assert all(len(found) == 1 for found in lanes.values())
    assert 1 < len({part.lane for part in slices}) <= LANES
    neighbours = [(host_of(one), host_of(two)) for part in slices for one, two in pairwise(part.names)]
    assert sum(one == two for one, two in neighbours) < len(neighbours) / 4  # hosts take turns


def test_two_schemes_of_a_host_share_a_lane() -> None:
    urls = [(0, "http://Example.org/a"), (9, "https://example.org:8443/b"), (20, "not a url")]
    lanes = {name: part.lane for part in address_slices("", urls, 10) for name in part.names}
    assert lanes["http://Example.org/a"] == lanes["https://example.org:8443/b"]
    assert len(lanes) == 3


def test_results_come_in_order_and_few_are_held() -> None:
    hosts = [f"host{number % 30}" for number in range(600)]
    taken, lock = [0], threading.Lock()
    ahead: list[int] = []
    busy: set[str] = set()

    def request(position: int) -> int:
        with lock:
            assert hosts[position] not in busy
            busy.add(hosts[position])
            ahead.append(position - taken[0])
        with lock:
            busy.remove(hosts[position])
        return position

    fetcher = Fetcher(hosts, request, lambda _: 0.0)
    for expected, position in enumerate(fetcher.results()):
        assert position == expected
        taken[0] = expected + 1
    fetcher.close()
    assert max(ahead) <= 65


def test_what_a_request_raises_is_raised_where_it_is_taken() -> None:
    def request(position: int) -> int | Again:
        if position == 1:
            raise RuntimeError("out of order")
        return position

    fetcher = Fetcher(["a", "b", "c"], request, lambda _: 0.0)
    results = fetcher.results()
    assert next(results) == 0
    with pytest.raises(RuntimeError, match="out of order"):
        next(results)
    fetcher.close()
