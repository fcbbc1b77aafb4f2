"""`pawnstorm scenario run`: play scenario files and say which of them hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from pawnstorm.cli.support.arguments import AsJson
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.errors import BadScenario, CheckFailed, UsageError
from pawnstorm.testing.scenario import Scenario, read_scenarios, run

app = typer.Typer(help="Check drawn positions, orders and loaded dice against the rules.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Check drawn positions, orders and loaded dice against the rules."""


@dataclass(frozen=True)
class _Verdict:
    """The result of a scenario: it holds if nothing is wrong; a bad one could not be played at all."""

    scenario: Scenario
    wrong: list[str]
    bad: bool = False


@app.command("run")
def run_scenarios(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Play every scenario of the files; a cross marks those that fail."""
    files = [file for path in paths for file in _files(path)]
    scenarios = [scenario for file in files for scenario in read_scenarios(file)]
    if as_json:
        verdicts = [_verdict_of(scenario) for scenario in scenarios]
        print_json([_data(verdict) for verdict in verdicts])
    else:
        verdicts = [_shown(_verdict_of(scenario)) for scenario in scenarios]
        held = sum(not verdict.wrong for verdict in verdicts)
        verb = "holds" if held == 1 else "hold"
        OUT.print(f"\n{_count(scenarios, 'scenario')} in {_count(files, 'file')}: {held} {verb}")
    _raise_worst(verdicts)


def _files(path: Path) -> list[Path]:
    """A file itself; of a folder its `scenarios` folders, or all TOML files in it if it has none."""
    if not path.exists():
        raise UsageError(f"there is no file or folder '{path}'")
    if path.is_file():
        return [path]
    found = sorted(path.rglob("scenarios/*.toml")) or sorted(path.rglob("*.toml"))
    if not found:
        raise UsageError(f"there is no scenario file in '{path}'")
    return found


def _verdict_of(scenario: Scenario) -> _Verdict:
    try:
        return _Verdict(scenario, run(scenario))
    except BadScenario as error:
        return _Verdict(scenario, [str(error)], bad=True)


def _shown(verdict: _Verdict) -> _Verdict:
    mark = ("! ", "bold yellow") if verdict.bad else ("✗ ", "bold red") if verdict.wrong else ("✓ ", "green")
    OUT.print(Text.assemble(mark, verdict.scenario.name), soft_wrap=True)
    for sentence in _details(verdict):
        OUT.print(Text("    " + sentence.replace("\n", "\n    "), style="red"), soft_wrap=True)
    return verdict


def _details(verdict: _Verdict) -> list[str]:
    return [sentence.removeprefix(verdict.scenario.name).lstrip(":, ") for sentence in verdict.wrong]


def _data(verdict: _Verdict) -> dict[str, Any]:
    scenario = verdict.scenario
    return {
        "file": scenario.file,
        "title": scenario.title,
        "game": scenario.game.key,
        "rules": list(scenario.rules),
        "verdict": "bad" if verdict.bad else "fails" if verdict.wrong else "holds",
        "wrong": _details(verdict),
    }


def _raise_worst(verdicts: Sequence[_Verdict]) -> None:
    """A scenario that cannot be played is a wrong request, one that fails is a failed check."""
    bad = [verdict for verdict in verdicts if verdict.bad]
    failed = [verdict.scenario.name for verdict in verdicts if verdict.wrong]
    if bad:
        raise BadScenario(bad[0].wrong[0])
    if failed:
        raise CheckFailed(f"{len(failed)} of {len(verdicts)} scenarios failed, first '{failed[0]}'")


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"
