"""Compare: several extractors in colours, what only one keeps, agreement, time, the mountain, presets."""

from playwright.sync_api import expect

from .running import Studio, Visit


def answers(studio: Studio, page: str, names: str) -> dict[str, list[int]]:
    """What each extractor keeps."""
    found = studio.call("GET", f"/v1/pages/{page}/compare?extractors={names}")["answers"]
    return {one["extractor"]: one["keep"] for one in found}


def test_two_extractors_in_stripes(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse, "compare")
    keep = answers(studio, lighthouse, "summit,mountain")
    visit.wait_painted("mixed", sorted({*keep["summit"], *keep["mountain"]}))
    rows = visit.page.get_by_role("region", name="Answers").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("ms")
    expect(visit.page.locator(".agreement li")).to_have_count(1)
    assert 0 < float(visit.page.locator(".agreement .number").inner_text()) <= 1


def test_what_only_one_keeps(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse, "compare")
    keep = answers(studio, lighthouse, "summit,mountain")
    only = sorted({*keep["mountain"]} - {*keep["summit"]})
    visit.page.get_by_role("radio", name="mountain").click()
    visit.wait_painted("mixed", only)
    visit.press("Escape")
    visit.wait_painted("mixed", sorted({*keep["summit"], *keep["mountain"]}))
    visit.page.locator(".only-list button").first.click()
    visit.frame.locator(".rl-outline-selection").first.wait_for()


def test_an_extractor_is_added_and_left_out(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse, "compare")
    visit.page.locator("summary", has_text="Add").click()
    visit.page.get_by_role("button", name="everything").click()
    chips = visit.page.locator(".extractor-chip")
    expect(chips).to_have_count(3)
    expect(visit.page.locator(".agreement li")).to_have_count(3)
    visit.page.get_by_role("button", name="Leave out everything").click()
    expect(chips).to_have_count(2)


def test_the_mountain_is_linked_to_the_page(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse, "compare")
    mountain = visit.page.locator("svg.mountain")
    mountain.scroll_into_view_if_needed()
    chosen = [ridge for ridge in studio.call("GET", f"/v1/pages/{lighthouse}/mountain")["ridges"] if ridge["primary"]]
    expect(mountain.locator("rect.ridge.chosen")).to_have_count(len(chosen))
    mountain.hover(position={"x": 200, "y": 100})
    visit.frame.locator(".rl-outline-hover").first.wait_for()
    visit.picture("mountain")
    mountain.focus()
    visit.press("ArrowRight")
    visit.frame.locator(".rl-outline-selection").first.wait_for()
    visit.frame.hover("text=For thirty-one winters")
    expect(visit.page.locator(".mountain-caption")).to_contain_text("For thirty-one winters")


def test_all_five_papers(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse, "compare")
    visit.page.locator("summary", has_text="Presets").click()
    visit.page.get_by_role("button", name="All five papers").click()
    rows = visit.page.get_by_role("region", name="Answers").locator("tbody tr")
    expect(rows).to_have_count(5, timeout=60_000)
    for name in ("kfeature", "mountain", "fast-template", "ice-heuristic", "clg"):
        expect(rows.filter(has_text=name)).to_have_count(1)
    expect(rows.filter(has_text="fast-template")).to_contain_text("fit it first")
    visit.picture("compare")
