"""PyPI: what a package says about itself, without the tabs beside it."""

from .application import Application, Signs, View

PYPI = Application("PyPI", Signs(hosts=("pypi.org",)), (View(select=(".project-description",)),))
