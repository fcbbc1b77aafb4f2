"""The build backend: setuptools, which gets the page built first, because its files are part of the package."""

import shutil
from pathlib import Path
from typing import Any

from setuptools import build_meta

from build_tools import page

Settings = dict[str, Any] | None

prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = build_meta.prepare_metadata_for_build_editable


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:
    """What building needs besides the requirements in pyproject.toml."""
    return page.requirements()


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """The package with its compiled modules, for this Python."""
    page.build()
    # setuptools would also pack what an earlier build has left there.
    for left in Path("build").glob("lib*"):
        shutil.rmtree(left)
    return str(build_meta.build_wheel(folder, settings, metadata))


def build_sdist(folder: str, settings: Settings = None) -> str:
    """The sources with the built page, so that installing from them needs no Node.js."""
    page.build()
    return str(build_meta.build_sdist(folder, settings))


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """A link to the sources, with compiled modules beside them."""
    page.build()
    return str(build_meta.build_editable(folder, settings, metadata))
