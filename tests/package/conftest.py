"""The package, built once for all tests."""

import fcntl
import os
import sys
from pathlib import Path

import pytest
from package_kit import Dist, run
from suite import ROOT


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Dist:
    """Wheel and source distribution: those in the folder PAWNSTORM_DIST, or else built from this checkout.

    After `make setup` the build only links, because it finds the objects (`OBJECTS` in setup.py).
    """
    if given := os.environ.get("PAWNSTORM_DIST"):
        return Dist(Path(given))
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    made = Dist(folder / "dist")
    # Two processes that test must not build at once.
    with (folder / "dist.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.wheels:
            run(sys.executable, "-m", "build", "--no-isolation", "--sdist", "--wheel", "--outdir", made.folder, ROOT)
    return made
