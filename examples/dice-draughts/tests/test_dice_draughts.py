"""Dice Draughts keeps the contract, and its scenarios prove every rule."""

from pathlib import Path

from pawnstorm.games import load
from pawnstorm.testing import check
from pawnstorm.testing.ledger import ledger
from pawnstorm.testing.scenario import read_scenarios, run

TESTS = Path(__file__).parent


def test_it_keeps_the_contract() -> None:
    report = check(load("dice-draughts"), games=12, seed=1)
    assert report.rolls > 20
    assert set(report.endings) == {"DD-7", "DD-8", "DD-9"}


def test_every_scenario_holds() -> None:
    for scenario in read_scenarios(TESTS / "scenarios" / "rules.toml"):
        assert run(scenario) == []


def test_every_rule_has_a_scenario() -> None:
    assert [line.rule.id for line in ledger(load("dice-draughts"), TESTS) if line.fault] == []
