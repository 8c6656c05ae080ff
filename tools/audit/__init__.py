"""Audits what a user of ridgeline installs with it: packages, what their wheels bundle, and the licences of both.

    python -m tools.audit                  reports problems; the exit status is 1 where there are any
    python -m tools.audit --list           every package and bundled library with its licence
    python -m tools.audit --requirements   name==version of every package, for pip-audit
    python -m tools.audit --write          writes the tables of docs/licences.md
    python -m tools.audit --sbom WHEEL     the bill of materials of a wheel, in CycloneDX's JSON

    packages.py   the packages that the core and the extras for users need, as they are installed
    licences.py   what their metadata says about licences, and which licences are allowed
    bundled.py    native libraries, programs and packages inside of wheels
    page.py       the tables of the documentation
    sbom.py       the bill of materials

Packages that only developers need (the extras `dev` and `docs`) are left out. Nothing is downloaded.
"""
