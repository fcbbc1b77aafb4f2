"""`pawnstorm rules`: a rulebook in our words, its options, and the ledger of what is tested."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pawnstorm.cli.support.arguments import AsJson, GameKey
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.core.errors import CheckFailed, UsageError
from pawnstorm.core.game import Game
from pawnstorm.core.options import Option
from pawnstorm.core.rules import Rule
from pawnstorm.games import load
from pawnstorm.lessons.book import Kind, kind_of
from pawnstorm.testing.ledger import RuleCoverage, ledger, scenario_folder

_SIGNS = {
    Kind.PRINTED: "",
    Kind.RULING: " (our ruling)",
    Kind.READING: " (our reading)",
    Kind.GAP: " (missing in the book)",
}


def rules(
    key: GameKey,
    wanted: Annotated[str, typer.Argument(metavar="ID", help="Show only the rule of this id.")] = "",
    find: Annotated[str, typer.Option("--find", metavar="TEXT", help="Show only the rules that mention this.")] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="Show the tests of every rule.")] = False,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="PATH", help="The folder of tests, if it is not found by itself.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read the rules of a game, look one up, or see which tests prove them."""
    game = load(key)
    chosen = _chosen(game, wanted, find)
    if coverage:
        lines = ledger(game, tests or _find_tests(game))
        _show_coverage([line for line in lines if line.rule in chosen], as_json)
    elif as_json:
        print_json(_data(game, chosen, whole=not wanted and not find))
    else:
        _show(game, chosen, whole=not wanted and not find)


def _find_tests(game: Game) -> Path:
    """The tests next to the sources that run, or those in the current folder; an installed package has none."""
    for root in (Path(__file__).parents[4], Path.cwd()):
        if scenario_folder(game, root / "tests").is_dir():
            return root / "tests"
    raise UsageError(
        f"the tests of {game.key} are not part of the installed package: "
        "run this in the folder of its sources, or name the folder of tests with --tests PATH"
    )


def _chosen(game: Game, wanted: str, find: str) -> list[Rule]:
    chosen = [rule for rule in game.rules if not wanted or rule.id.lower() == wanted.lower()]
    if not chosen:
        raise UsageError(
            f"{game.key} has no rule '{wanted}'; its rules run from {game.rules[0].id} to {game.rules[-1].id}"
        )
    found = [rule for rule in chosen if find.lower() in rule.text.lower()]
    if not found:
        raise UsageError(f"no rule of {game.key} mentions '{find}'")
    return found


def _show(game: Game, chosen: list[Rule], whole: bool) -> None:
    if whole:
        OUT.print(Text(game.title, style="bold"), Text(game.summary), sep="\n")
    for chapter in dict.fromkeys(rule.chapter for rule in chosen):
        OUT.print()
        OUT.print(Text(chapter.capitalize(), style="bold yellow"))
        OUT.print(Padding(_rule_table(rule for rule in chosen if rule.chapter == chapter), (0, 0, 0, 2)))
    if whole:
        _show_options(game)
        return
    for option in game.options:
        if any(rule.id in option.rules for rule in chosen):
            OUT.print(Padding(_option_text(option), (1, 0, 0, 2)))


def _rule_table(chosen: Any) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="cyan", no_wrap=True)
    for rule in chosen:
        table.add_row(rule.id, Text(rule.text).append(_SIGNS[kind_of(rule)], "dim"))
    return table


def _show_options(game: Game) -> None:
    OUT.print()
    OUT.print(Text("Options", style="bold yellow"), Text("(the first value is the default)", style="dim"))
    for option in game.options:
        OUT.print(Padding(_option_text(option), (0, 0, 1, 2)))
    if game.presets:
        OUT.print(Text("Presets", style="bold yellow"))
    for preset in game.presets:
        chosen = ", ".join(f"{key}={value}" for key, value in preset.options.items()) or "every default"
        OUT.print(Padding(Text.assemble((preset.key, "cyan"), f"  {preset.title}: {chosen}"), (0, 0, 0, 2)))


def _option_text(option: Option) -> Text:
    text = Text.assemble((option.title, "bold"), "  ", (option.key, "cyan"), " = ", (option.default, "bold green"))
    for value in option.values[1:]:
        text.append(f" | {value}", "green")
    return text.append(f"\n{option.explain} ").append(f"({', '.join(option.rules)})", "dim")


def _data(game: Game, chosen: list[Rule], whole: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "game": game.key,
        "title": game.title,
        "rules_version": game.rules_version,
        "rules": [
            {"id": rule.id, "chapter": rule.chapter, "text": rule.text, "kind": kind_of(rule).name.lower()}
            for rule in chosen
        ],
    }
    if whole:
        data["options"] = [_option_data(option) for option in game.options]
        data["presets"] = [
            {"key": preset.key, "title": preset.title, "options": dict(preset.options)} for preset in game.presets
        ]
    return data


def _option_data(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "title": option.title,
        "values": list(option.values),
        "default": option.default,
        "explain": option.explain,
        "rules": list(option.rules),
    }


def _show_coverage(lines: list[RuleCoverage], as_json: bool) -> None:
    if as_json:
        print_json([_line_data(line) for line in lines])
    else:
        _print_coverage(lines)
    faults = [line for line in lines if line.fault]
    if faults:
        more = f", and {len(faults) - 1} more like it" if len(faults) > 1 else ""
        raise CheckFailed(f"rule {faults[0].rule.id}: {faults[0].fault}{more}")


def _line_data(line: RuleCoverage) -> dict[str, Any]:
    rule = line.rule
    return {"id": rule.id, "tests": list(line.tests), "untestable": rule.untestable, "fault": line.fault}


def _print_coverage(lines: list[RuleCoverage]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("Rule", style="cyan", no_wrap=True)
    table.add_column("Tests", justify="right")
    table.add_column("Named by", ratio=1)
    for line in lines:
        table.add_row(line.rule.id, str(len(line.tests) or "-"), _proof(line))
    OUT.print(table)
    tested, excused = sum(bool(line.tests) for line in lines), sum(bool(line.rule.untestable) for line in lines)
    OUT.print(f"\n{len(lines)} rules: {tested} tested, {excused} with a reason why no test applies")


def _proof(line: RuleCoverage) -> Text:
    if line.fault:
        return Text(line.fault, style="bold red")
    if line.rule.untestable:
        return Text(f"no test applies: {line.rule.untestable}", style="dim")
    return Text("\n".join(line.tests))
