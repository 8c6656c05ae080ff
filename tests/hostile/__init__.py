"""A corpus of hostile pages, generated."""

from .pages import HostilePage, pages

__all__ = ["HostilePage", "pages"]
