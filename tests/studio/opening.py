"""Measures how long the studio takes to show a page after the server's answer. Not a test: machines differ.

python -m tests.studio.opening
"""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from .pages import LIGHTHOUSE
from .running import Visit, run_browser, run_studio

TIMES = 20
_FRAME = ".pane-page iframe[data-ready=true]"


def opening_milliseconds(visit: Visit, title: str) -> float:
    """Return the time from the first byte of the page's view until it is painted and answers."""
    answered: list[float] = []

    def note(response: Any) -> None:
        if "/view?of=page" in response.url:
            answered.append(response.request.timing["startTime"] + response.request.timing["responseStart"])

    visit.listen("response", note)
    visit.page.locator(".page-link", has_text=title).first.click()
    visit.page.wait_for_selector(_FRAME)
    return float(visit.page.evaluate("Date.now()")) - answered[-1]


def main() -> None:
    """Open a page again and again, and print the median and the longest time."""
    with tempfile.TemporaryDirectory() as folder, run_studio(Path(folder), str(LIGHTHOUSE)) as studio:
        with run_browser() as browser:
            visit = Visit(studio, browser.new_page())
            visit.page.goto(studio.entrance)
            times = []
            for _ in range(TIMES + 1):
                visit.page.goto(f"{studio.url}/#/")
                visit.page.wait_for_selector(".page-link")
                times.append(opening_milliseconds(visit, "The lamp at Harrow Point"))
        print(f"{TIMES} times: median {statistics.median(times[1:]):.0f} ms, at most {max(times[1:]):.0f} ms")


if __name__ == "__main__":
    main()
