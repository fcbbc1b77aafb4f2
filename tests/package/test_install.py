"""The package installs, plays in the terminal and serves the page, outside the checkout."""

import sys
from pathlib import Path

import pytest
from package_kit import SUPPORTED, Dist, Installation, needs, run

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
OTHER = f"{sys.version_info.major}.{sys.version_info.minor + 1}"
SERVE_REFUSED = 'pawnstorm: the web table needs uvicorn, which is not installed: pip install "pawnstorm[web]"\n'


@pytest.mark.slow
def test_the_wheel_plays_and_serves(dist: Dist, tmp_path: Path) -> None:
    wheel = dist.wheel(HERE)
    assert wheel
    installed = Installation(tmp_path / "env")
    installed.borrow_packages()
    installed.pip("install", "--no-deps", "--no-index", wheel)
    installed.try_terminal(compiled=True)
    installed.try_web()


@pytest.mark.slow
def test_the_source_distribution_installs_without_a_compiler_and_without_node(dist: Dist, tmp_path: Path) -> None:
    installed = Installation(tmp_path / "env")
    installed.borrow_packages()
    installed.pip(
        "install", "--no-deps", "--no-index", "--no-build-isolation", dist.sdist, PAWNSTORM_PLAIN="1", PATH=""
    )
    installed.try_terminal(compiled=False)
    installed.try_web()


def test_pip_refuses_a_wheel_for_another_python(dist: Dist, tmp_path: Path) -> None:
    wheel = dist.wheel(HERE)
    assert wheel
    pip = (sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--dry-run", "--target", tmp_path)
    said = run(*pip, "--only-binary", ":all:", "--python-version", OTHER, wheel, fails=True)
    assert f"{wheel.name} is not a supported wheel on this platform" in said


@pytest.mark.long
@pytest.mark.parametrize("version", SUPPORTED)
def test_each_python_compiles_installs_and_serves(version: str, dist: Dist, tmp_path: Path) -> None:
    """With the real dependencies of each Python: first those of the terminal, then those of the web table too."""
    python = needs(version)
    wheel = dist.wheel(version) or _compiled(dist.sdist, python, tmp_path)
    installed = Installation(tmp_path / "env", python)
    installed.pip("install", wheel)
    installed.try_terminal(compiled=True)
    assert installed.pawnstorm("serve", fails=True) == SERVE_REFUSED
    installed.pip("install", f"{wheel}[web]")
    installed.try_web()


def _compiled(sdist: Path, python: Path, folder: Path) -> Path:
    """A wheel from the source distribution, as pip makes it where there is none for a Python."""
    Installation(folder / "builder", python).pip("wheel", "--no-deps", "--wheel-dir", folder, sdist)
    return Dist(folder).wheels[0]
