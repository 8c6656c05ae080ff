"""/docs as a person sees it: all requests, a call that is tried, and no breach of the policy or of accessibility."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from ridgeline.render import find_executable

from ..browsers import need_browser
from .serving import serve_command


def test_requests_are_shown_and_can_be_tried(tmp_path: Path) -> None:
    need_browser()
    complaints: list[str] = []
    with serve_command(tmp_path, "--workers", "1", "--no-fetch") as running, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_executable())
        page = browser.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"{running.url}/docs")
        section = page.locator("#post--v1-extract")
        section.get_by_text("Try it").click()
        section.get_by_role("button", name="Send").click()
        answer = section.get_by_label("The answer")
        answer.wait_for()
        assert '"status": "ok"' in answer.inner_text()
        assert "curl -X POST" in section.get_by_label("The same on a command line").inner_text()
        assert page.get_by_role("navigation").get_by_role("link", name="/v1/batch").count() == 1
        violations = Axe().run(page).response["violations"]
        browser.close()
    assert [each["id"] for each in violations] == []
    assert complaints == []
    assert all(url.startswith((running.url, "data:")) for url in requests)
