"""The games and their rules: `games`, `rules`, looking a rule up, and the ledger."""

import json
from pathlib import Path

import pytest
from suite import ROOT

from pawnstorm.games import keys, load

from .conftest import Run

CHESS = load("chess-attack")


def test_games_lists_every_game(run: Run) -> None:
    out = run("games").out
    for key in keys():
        assert key in out
    assert "White, Black" in out


def test_games_as_json(run: Run) -> None:
    listed = {game["key"]: game for game in json.loads(run("games", "--json").out)}
    assert list(listed) == keys()
    assert listed["chess-attack"]["seats"] == ["White", "Black"]
    assert listed["chess-attack"]["options"] == len(CHESS.options)
    assert listed["chess-attack"]["rules_version"] == CHESS.rules_version


def test_rules_show_every_rule_option_and_preset(run: Run) -> None:
    out = " ".join(run("rules", "chess-attack").out.split())
    for rule in CHESS.rules:
        assert f"{rule.id} {' '.join(rule.text.split())}" in out
    for option in CHESS.options:
        assert f"{option.title} {option.key} = {' | '.join(option.values)}" in out
        assert ", ".join(option.rules) in out
    for preset in CHESS.presets:
        assert preset.key in out


def test_rules_as_json(run: Run) -> None:
    data = json.loads(run("rules", "chess-attack", "--json").out)
    assert [rule["id"] for rule in data["rules"]] == [rule.id for rule in CHESS.rules]
    assert data["options"][0]["default"] == CHESS.options[0].default
    assert [preset["key"] for preset in data["presets"]] == [preset.key for preset in CHESS.presets]


def test_one_rule_by_id_with_the_option_that_depends_on_it(run: Run) -> None:
    out = run("rules", "chess-attack", "ca-40").out
    assert "CA-40" in out
    assert "king_caution" in out
    assert "CA-39" not in out


def test_rules_by_words(run: Run) -> None:
    data = json.loads(run("rules", "chess-attack", "--find", "en passant", "--json").out)
    found = {rule["id"] for rule in data["rules"]}
    assert found == {rule.id for rule in CHESS.rules if "en passant" in rule.text}
    assert "options" not in data


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["CA-99"], "chess-attack has no rule 'CA-99'"),
        (["--find", "cannon balls"], "no rule of chess-attack mentions 'cannon balls'"),
    ],
)
def test_a_rule_that_is_not_there(run: Run, arguments: list[str], sentence: str) -> None:
    ran = run("rules", "chess-attack", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_the_ledger_is_complete(run: Run, request: pytest.FixtureRequest) -> None:
    tests = request.config.rootpath / "tests"
    ran = run("rules", "chess-attack", "--coverage", "--tests", tests)
    assert (ran.code, ran.err) == (0, "")
    assert "CA-A45" in ran.out
    lines = json.loads(run("rules", "chess-attack", "--coverage", "--json", "--tests", tests).out)
    draw = next(line for line in lines if line["id"] == "CA-A45")
    assert draw["tests"] == ["core/test_match.py::test_players_may_agree_on_a_draw_at_any_time"]


def test_a_rule_with_neither_test_nor_reason_fails_the_ledger(run: Run, tmp_path: Path) -> None:
    ran = run("rules", "chess-attack", "--coverage", "--tests", tmp_path)
    assert ran.code == 1
    assert ran.sentence().startswith("rule CA-01: it has neither a test nor a reason why none applies, and ")
    assert "no test applies: age and playing time are not part of the play itself" in " ".join(ran.out.split())


def test_the_ledger_finds_the_tests_next_to_the_sources_from_anywhere(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A copy of the sources elsewhere stands for an editable install; `make test-plain` runs such a copy itself.
    source = ROOT / "src" / "pawnstorm" / "cli" / "commands" / "rules.py"
    monkeypatch.setattr("pawnstorm.cli.commands.rules.__file__", str(source))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").mkdir()
    ran = run("rules", "chess-attack", "CA-A45", "--coverage")
    assert (ran.code, ran.err) == (0, "")
    assert "core/test_match.py" in ran.out


def test_an_installed_package_says_that_it_has_no_tests(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "lib" / "site-packages" / "pawnstorm" / "cli" / "commands" / "rules.py"
    monkeypatch.setattr("pawnstorm.cli.commands.rules.__file__", str(installed))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").mkdir()
    ran = run("rules", "chess-attack", "--coverage")
    assert (ran.code, ran.out) == (2, "")
    assert ran.sentence().startswith("the tests of chess-attack are not part of the installed package: ")
    monkeypatch.chdir(ROOT)
    assert run("rules", "chess-attack", "--coverage").code == 0


def test_the_ledger_needs_a_folder_of_tests(run: Run, tmp_path: Path) -> None:
    ran = run("rules", "chess-attack", "--coverage", "--tests", tmp_path / "nowhere")
    assert ran.code == 2
    assert "there is no folder of tests" in ran.sentence()
