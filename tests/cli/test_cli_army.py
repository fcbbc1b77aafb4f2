"""`army` and `pairings`: building, checking and sharing armies, and every army against every other."""

import json
from pathlib import Path

import pytest

from .conftest import Run

GAME = "fantasy-armies"


def test_a_new_roster_is_a_file_that_checks_costs_and_codes(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run("army", "new", GAME, "orcs", "--out", file).code == 0
    assert 'type = "Great Orc"\ncount = 2' in file.read_text("utf-8")
    checked = run("army", "check", GAME, file)
    assert checked.code == 0
    assert "This army is legal." in checked.out
    assert json.loads(run("army", "cost", GAME, file, "--json").out)["cost"] == 60
    code = run("army", "code", GAME, file).out.strip()
    assert code == run("army", "code", GAME, "orcs").out.strip()
    assert json.loads(run("army", "cost", GAME, code, "--json").out)["list"] == "orcs"
    again = run("army", "new", GAME, "elves", "--out", file)
    assert again.code == 2
    assert "exists, so it is not overwritten" in again.sentence()


def test_every_violation_is_printed_with_its_rule(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('list = "orcs"\n[[piece]]\ntype = "Great Orc"\ncount = 17\n[[piece]]\ntype = "Elf"\n')
    ran = run("army", "check", GAME, file)
    assert ran.code == 1
    for rule in ("FA-07", "FA-11", "FA-09", "FA-08"):
        assert f"({rule})" in ran.out
    assert "4 things are wrong with this army" in ran.sentence()
    data = json.loads(run("army", "check", GAME, file, "--json").out)
    assert data["legal"] is False
    assert [violation["rule"] for violation in data["violations"]] == ["FA-07", "FA-11", "FA-09", "FA-08"]


def test_options_change_what_is_legal(run: Run) -> None:
    assert run("army", "check", GAME, "man", "-o", "points=80").code == 0
    assert "and 40 may be spent (FA-08)" in run("army", "check", GAME, "man", "--preset", "skirmish").sentence()


def test_lists_are_shown(run: Run) -> None:
    data = json.loads(run("army", "lists", GAME, "--json").out)
    assert [found["key"] for found in data] == ["man", "orcs", "dwarfs", "undead", "elves", "demons"]
    assert data[2]["pieces"][4] == {
        "name": "Cannon",
        "cost": 6.0,
        "M": "P",
        "HTH": "-",
        "RA": "4/4",
        "D": "4+",
        "notes": ["bursts on 2 ones"],
    }
    assert "Kingdoms of Man (man)" in run("army", "lists", GAME).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("check", "chess-attack", "orcs"), "chess-attack has no armies to build"),
        (("check", GAME, "hobbits"), "'hobbits' is neither a code of fantasy-armies nor one of its starter armies"),
        (("check", GAME, "missing.toml"), "missing.toml cannot be read"),
        (("code", GAME, "AAAA-BBBB"), "is neither a code"),
    ],
)
def test_what_is_not_an_army_is_refused(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run("army", *arguments)
    assert ran.code == 2
    assert sentence in ran.sentence()


def test_a_damaged_file_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('list = "orcs"\n[[piece]]\ntype = "Orc"\ncount = "two"\n')
    ran = run("army", "cost", GAME, file)
    assert ran.code == 2
    assert "bad.toml, piece 1 (line 2): 'count' should be a number from 1 to 99, not 'two'" in ran.sentence()
    file.write_bytes(b"\xff\xfe\x00")
    assert "it is not a text file" in run("army", "cost", GAME, file).sentence()


def test_selfplay_takes_armies_as_names_codes_and_files(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    run("army", "new", GAME, "elves", "--out", file)
    plain = run("selfplay", GAME, "--armies", "orcs,elves", "-n", "4", "--seed", "2", "--json")
    named = run("selfplay", GAME, "--army", "orcs", "--army", file, "-n", "4", "--seed", "2", "--json")
    assert plain.code == named.code == 0
    first, second = json.loads(plain.out), json.loads(named.out)
    del first["speed"], second["speed"]
    assert first == second
    assert run("selfplay", GAME, "--armies", "orcs", "-n", "1", "--seed", "1").code == 2


def test_pairings_play_every_army_against_every_other(run: Run) -> None:
    data = json.loads(run("pairings", GAME, "-n", "2", "--seed", "3", "--json").out)
    assert len(data["pairings"]) == 36
    assert {tuple(pairing["armies"]) for pairing in data["pairings"]} >= {("man", "man"), ("demons", "orcs")}
    for pairing in data["pairings"]:
        assert sum(pairing["wins"]) + pairing["draws"] == 2
        assert pairing["first_wins"]["low"] <= pairing["first_wins"]["share"] <= pairing["first_wins"]["high"]
    out = run("pairings", GAME, "-n", "1").out
    assert "wins of the first seat in %, with 95 % intervals" in out
    assert "36 games" in out


def test_pairings_need_armies(run: Run) -> None:
    assert "chess-attack has no armies to build" in run("pairings", "chess-attack").sentence()
    assert "and 40 may be spent" in run("pairings", GAME, "-o", "points=40").sentence()


ZONES = "ch35s"


def test_a_game_with_upgrades_works_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run("army", "new", ZONES, "k1", "--out", file).code == 0
    assert 'type = "Darque Steed"\ncount = 3\nupgrades = ["Extra Attack"]' in file.read_text("utf-8")
    assert run("army", "check", ZONES, file).code == 0
    assert json.loads(run("army", "cost", ZONES, file, "--json").out)["cost"] == 25
    assert "Darque Steed (Extra Attack)" in run("army", "cost", ZONES, file).out
    code = run("army", "code", ZONES, file).out.strip()
    assert json.loads(run("army", "cost", ZONES, code, "--json").out)["list"] == "knightmare"
    data = json.loads(run("army", "lists", ZONES, "--json").out)
    assert data[0]["pieces"][4]["upgrades"][0] == {"name": "Extra Attack", "cost": 1.0}


def test_all_faults_of_an_army_are_listed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(
        'list = "brite"\n[[piece]]\ntype = "Valkyr"\ncount = 4\nupgrades = ["Wings"]\n[[piece]]\ntype = "Elf"\n'
    )
    ran = run("army", "check", ZONES, file, "-o", "chess_set_limits=on")
    assert ran.code == 1
    for text in ("'Wings' (CH-09)", "'Elf' (CH-09)", "and 25 may be spent (CH-07)", "has 1 for Valkyr, not 4 (CH-A2)"):
        assert text in ran.out
    assert "4 things are wrong with this army" in ran.sentence()


def test_the_sample_armies_are_paired(run: Run) -> None:
    data = json.loads(run("pairings", ZONES, "-n", "1", "--seed", "3", "--json").out)
    assert [tuple(pairing["armies"]) for pairing in data["pairings"][:5]] == [
        ("k1", "k1"),
        ("k1", "k2"),
        ("k1", "b1"),
        ("k1", "b2"),
        ("k2", "k1"),
    ]
    assert len(data["pairings"]) == 16
