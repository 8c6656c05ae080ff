"""npm: what a package says about itself, without the numbers beside it."""

from .application import Application, Signs, View

NPM = Application("npm", Signs(hosts=("npmjs.com",)), (View(select=("#readme",)),))
