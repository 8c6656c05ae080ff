"""A corpus of hostile pages, generated."""

from .pages import HostilePage, pages
from .reproductions import reproductions

__all__ = ["HostilePage", "pages", "reproductions"]
