"""What a crawl may be asked: one row an option."""

from dataclasses import dataclass

from ..parameters import FetchOptions, check_number, parameter


@dataclass(frozen=True, slots=True)
class CrawlOptions(FetchOptions):
    """The options of a crawl."""

    whole_host: bool = parameter(False, "All pages of the host, not only those below the path of the start.")
    max_pages: int = parameter(1_000, "At most so many pages are fetched.", metavar="N")
    max_depth: int = parameter(20, "At most so many links away from the start.", metavar="N")
    include: tuple[str, ...] = parameter(
        (), "Only pages whose path is like this, as '/guide/*'; repeatable.", metavar="PATTERN"
    )
    skip: tuple[str, ...] = parameter(
        (), "No pages whose path is like this, as '*/archive/*'; repeatable.", metavar="PATTERN"
    )
    sitemap: bool = parameter(True, "Begin with what the sitemaps of the host list, too.")
    delay_seconds: float = parameter(1.0, "Between two requests.", flag="--delay", metavar="SECONDS")

    def __post_init__(self) -> None:
        check_number("max_pages", self.max_pages, "a positive number", lambda value: value > 0, whole=True)
        check_number("max_depth", self.max_depth, "0 or more", lambda value: value >= 0, whole=True)
        check_number("delay_seconds", self.delay_seconds, "0 to 3600", lambda value: 0 <= value <= 3_600)
