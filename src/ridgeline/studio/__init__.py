"""The web page of the service: the files that it consists of, and the bookmarklet that sends pages to it.

`web/` has the page: plain ES modules and style sheets, as they are served. There is no build step.
"""

from .assets import Asset, find_asset, front_page, version
from .bookmarklet import bookmarklet, send_token

__all__ = ["Asset", "bookmarklet", "find_asset", "front_page", "send_token", "version"]
