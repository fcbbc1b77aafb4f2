"""Pools and towers: seeded dice, loaded dice that run out, impossible faces."""

import pytest

from pawnstorm.core.dice import EVERYONE, Die, LoadedTower, Pool, SeededTower, Tower, bad_face
from pawnstorm.core.errors import TooFewDice

FIGHT = Pool((Die(6, 0, "attack"), Die(8, 1, "defence")), "a fight", "XX-1")
ONE = Pool((Die(1, 0, "the last card"),), "a draw", "XX-2")


def test_a_die_is_public_unless_it_says_otherwise() -> None:
    assert Die(6, 0, "attack").audience == EVERYONE


def test_the_base_class_of_towers_has_no_dice() -> None:
    with pytest.raises(NotImplementedError):
        Tower().roll(FIGHT)


def test_a_seeded_tower_repeats_itself_and_shows_every_face() -> None:
    tower, again = SeededTower(5), SeededTower(5)
    rolls = [tower.roll(FIGHT) for _ in range(300)]
    assert rolls == [again.roll(FIGHT) for _ in range(300)]
    assert {roll[0] for roll in rolls} == set(range(1, 7))
    assert {roll[1] for roll in rolls} == set(range(1, 9))
    assert SeededTower(5).roll(ONE) == [1]


def test_different_seeds_roll_different_dice() -> None:
    rolls = {tuple(face for _ in range(6) for face in SeededTower(seed).roll(FIGHT)) for seed in (1, 2, 3)}
    assert len(rolls) == 3


def test_a_loaded_tower_shows_its_faces_in_order() -> None:
    tower = LoadedTower([3, 8, 6, 1, 1])
    assert tower.roll(FIGHT) == [3, 8]
    assert tower.roll(FIGHT) == [6, 1]
    assert tower.left_over() == [1]
    assert tower.roll(ONE) == [1]
    assert not tower.left_over()


def test_a_loaded_tower_says_what_is_missing() -> None:
    tower = LoadedTower([3, 8, 6])
    tower.roll(FIGHT)
    with pytest.raises(TooFewDice, match=r"^too few dice: a fight \(XX-1\) needs 2, only 1 of the 3 given are left$"):
        tower.roll(FIGHT)
    assert tower.left_over() == [6], "the faces that were too few are still there"


@pytest.mark.parametrize(
    ("faces", "complaint"),
    [
        ([1, 1], ""),
        ([6, 8], ""),
        ([0, 1], "a die with 6 sides cannot show 0"),
        ([7, 1], "a die with 6 sides cannot show 7"),
        ([6, 9], "a die with 8 sides cannot show 9"),
        ([-1, 1], "a die with 6 sides cannot show -1"),
        ([1], "a fight needs 2 dice, not 1"),
        ([], "a fight needs 2 dice, not 0"),
        ([1, 2, 3], "a fight needs 2 dice, not 3"),
    ],
)
def test_bad_faces_are_named(faces: list[int], complaint: str) -> None:
    assert bad_face(FIGHT, faces) == complaint
