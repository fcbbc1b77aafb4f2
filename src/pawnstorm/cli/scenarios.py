"""`pawnstorm scenario run`: play scenario files and say which hold."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from pawnstorm.cli.output import OUT
from pawnstorm.core.errors import BadScenario, CheckFailed, UsageError
from pawnstorm.testing.scenario import Scenario, read_scenarios, run

app = typer.Typer(help="Check drawn positions, orders and loaded dice against the rules.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Check drawn positions, orders and loaded dice against the rules."""


@app.command("run")
def run_scenarios(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
) -> None:
    """Play every scenario of the files; a cross marks those that fail."""
    files = [file for path in paths for file in _files(path)]
    scenarios = [scenario for file in files for scenario in read_scenarios(file)]
    failed = [scenario for scenario in scenarios if not _holds(scenario)]
    held = len(scenarios) - len(failed)
    verb = "holds" if held == 1 else "hold"
    OUT.print(f"\n{_count(scenarios, 'scenario')} in {_count(files, 'file')}: {held} {verb}")
    if failed:
        raise CheckFailed(f"{len(failed)} of {len(scenarios)} scenarios failed, first '{failed[0].name}'")


def _files(path: Path) -> list[Path]:
    """A file itself; of a folder its `scenarios` folders, or if it has none whatever TOML lies in it."""
    if not path.exists():
        raise UsageError(f"there is no file or folder '{path}'")
    if path.is_file():
        return [path]
    found = sorted(path.rglob("scenarios/*.toml")) or sorted(path.rglob("*.toml"))
    if not found:
        raise UsageError(f"there is no scenario file in '{path}'")
    return found


def _holds(scenario: Scenario) -> bool:
    try:
        wrong = run(scenario)
    except BadScenario:
        OUT.print(Text.assemble(("! ", "bold yellow"), scenario.name), soft_wrap=True)
        raise
    OUT.print(Text.assemble(("✗ ", "bold red") if wrong else ("✓ ", "green"), scenario.name), soft_wrap=True)
    for sentence in wrong:
        details = sentence.removeprefix(scenario.name).lstrip(":, ")
        OUT.print(Text("    " + details.replace("\n", "\n    "), style="red"), soft_wrap=True)
    return not wrong


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"
