"""The log of a table: everything that happens is reported once, in order, with its rule."""

import pytest

from pawnstorm.core.dice import LoadedTower
from pawnstorm.core.game import Setup, Sketch
from pawnstorm.core.match import Match
from pawnstorm.core.step import Step
from pawnstorm.games import load

GAME = load("fantasy-armies")

LOG = """
# a move
board KMa1 llh8
> a1-a2
  White's King of Men moves a1 to a2. FA-23

# a fight that is thrown back
board KMa1 MAd4 ske5 llh8
dice 6 6 1 5
> d4xe5
  White's Man-at-Arms d4 attacks Black's Skeleton e5. FA-27
  White's Man-at-Arms d4 wins the fight; Black's Skeleton e5 is hit. FA-29
  Black's Skeleton e5 holds on 5+. FA-34
  Both live, and White's Man-at-Arms goes back to d4. FA-34

# a fight that fells the attacker
board KMa1 MAd4 ske5 llh8
dice 1 1 6 4
> d4xe5
  White's Man-at-Arms d4 attacks Black's Skeleton e5. FA-27
  Black's Skeleton e5 wins the fight; White's Man-at-Arms d4 is hit. FA-29
  White's Man-at-Arms d4 needed 5+ and falls. FA-33

# a Vampire that grows
board LLa1 VAd4 mae5 kmh8
dice 6 6 6 1 1
> d4xe5
  White's Vampire d4 attacks Black's Man-at-Arms e5. FA-27
  White's Vampire d4 wins the fight; Black's Man-at-Arms e5 is hit. FA-29
  Black's Man-at-Arms e5 needed 5+ and falls. FA-33
  White's Vampire d4 grows by its victory. FA-64

# a shot that misses
board KMa1 ARd4 skd6 llh8
dice 1
> d4 shoots d6
  White's Archer d4 shoots at Black's Skeleton d6. FA-37
  Black's Skeleton d6 is missed: the shot needed a 5 or 6. FA-37

# a shot that hits
board KMa1 ARd4 skd6 llh8
dice 6 5
> d4 shoots d6
  White's Archer d4 shoots at Black's Skeleton d6. FA-37
  Black's Skeleton d6 is hit. FA-38
  Black's Skeleton d6 holds on 5+. FA-34

# a Cannon that bursts
board HKa1 CNd4 skd6 llh8
dice 1 1 5 2 1
> d4 shoots d6
  White's Cannon d4 shoots at Black's Skeleton d6. FA-37
  Black's Skeleton d6 is hit. FA-38
  White's Cannon d4 bursts and is gone. FA-58
  Black's Skeleton d6 needed 5+ and falls. FA-33

# a Gunner hit by its own shot
board HKa1 GUd4 skd6 llh8
dice 1 2 2 4
> d4 shoots d6
  White's Gunner d4 shoots at Black's Skeleton d6. FA-37
  Black's Skeleton d6 is missed: the shot needed a 5 or 6. FA-37
  White's Gunner d4 is hit by its own shot. FA-59
  White's Gunner d4 holds on 4+. FA-34

# a Miner
board HKa1 MId4 llh8
dice 5
> d4 digs
  White's Miner d4 begins to dig. FA-57
  White's Miner d4 gets through and may come up anywhere. FA-57
> to e6
  White's Miner d4 comes up on e6. FA-57

# a Miner that fails
board HKa1 MId4 llh8
dice 4
> d4 digs
  White's Miner d4 begins to dig. FA-57
  White's Miner d4 does not get through. FA-A52

# a Teleport
board KMa1 WZd4 llh8
dice 5
> d4 casts Teleport
  White's Wizard d4 casts Teleport. FA-41
  Teleport works. FA-48
> teleport d4
> to e6
  White's Wizard d4 appears on e6. FA-48

# a Teleport declined
board KMa1 WZd4 llh8
dice 5
> d4 casts Teleport
  White's Wizard d4 casts Teleport. FA-41
  Teleport works. FA-48
> decline
  White makes no use of it. FA-A67

# a spell that fails
board KMa1 WZd4 skd6 llh8
dice 4
> d4 casts Fireblast at d6
  White's Wizard d4 casts Fireblast at Black's Skeleton d6. FA-41
  Fireblast fails. FA-42

# a spell that hits
board KMa1 WZd4 skd6 llh8
dice 5 6
> d4 casts Fireblast at d6
  White's Wizard d4 casts Fireblast at Black's Skeleton d6. FA-41
  Fireblast works. FA-47
  Black's Skeleton d6 holds on 5+. FA-34

# a Raise Dead
board LLa1 NEd4 kmh8
lost White GH
dice 5
> d4 casts Raise Dead
  White's Necromancer d4 casts Raise Dead. FA-41
  Raise Dead works. FA-62
> raise Ghoul
> Zombie@d5
  White's Zombie rises on d5. FA-62

# a Rain of Blood
board DKa1 HWd4 mad6 kmh8
dice 6 6 1 5
> d4 casts Rain of Blood
  White's Hellwitch d4 casts Rain of Blood. FA-41
  Rain of Blood works. FA-72
  Black's Man-at-Arms d6 is hit. FA-38
  Black's Man-at-Arms d6 needed 5+ and falls. FA-33

# an entangled piece that is held
board KMa1 KNd4 elh8
entangled d4
dice 3
> d4 tries
  White's Knight d4 is entangled and tries to move. FA-68
  White's Knight d4 is held, and the turn is lost. FA-68

# an entangled piece that tears loose
board KMa1 KNd4 elh8
entangled d4
dice 4
> d4 tries
  White's Knight d4 is entangled and tries to move. FA-68
  White's Knight d4 tears loose and must move. FA-A49
> d4-e6
  White's Knight moves d4 to e6. FA-23

# a promotion
board KMa1 MAd7 llh8
> d7-d8
  White's Man-at-Arms moves d7 to d8. FA-23
> =Knight
  White's P on d8 is now Knight. FA-A13

# a charge that is stopped
board CFa1 SHd4 kmh8
dice 6
> d4 casts Charge!
  White's Shaman d4 casts Charge!. FA-41
  Charge! works. FA-52
> stop
  White declines the turns that Charge! still gives. FA-A42

# a turn lost
board KMa8 MAb8 MAa7 MAb7 llh5
turn Black
> h5-h4
  Black's Liche Lord moves h5 to h4. FA-23
  White can do nothing and loses the turn. FA-A16
"""
"""Positions, their dice, and after each order the events apart from the dice."""


def events_of(step: Step) -> list[str]:
    """The events of a step apart from its dice, each with its rule."""
    return [f"{event.text} {event.rule}" for event in step.events if event.kind != "roll"]


def drawn(pieces: str, facts: dict[str, object], dice: list[int]) -> Match:
    """A match that begins with these pieces."""
    places = {piece[2:]: piece[:2] for piece in pieces.split()}
    rows = tuple(tuple(places.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))
    start = GAME.place(Sketch(rows, facts), GAME.agree(Setup()))  # type: ignore[arg-type]
    return Match(GAME, Setup(), LoadedTower(dice), start.encode())


def begun(lines: list[str]) -> Match:
    """The match that the lines before the first order describe."""
    given = dict(line.split(" ", 1) for line in lines if not line.startswith(("#", ">", " ")))
    pieces, dice = given.pop("board"), [int(face) for face in given.pop("dice", "").split()]
    facts = {key: dict([value.split()]) if key == "lost" else value for key, value in given.items()}
    return drawn(pieces, facts, dice)


@pytest.mark.rule("FA-A57")
@pytest.mark.parametrize("entry", LOG.strip().split("\n\n"), ids=lambda entry: entry.split("\n")[0])
def test_what_happens_is_reported(entry: str) -> None:
    lines = entry.split("\n")
    match = begun(lines)
    expected = [line for line in lines if line.startswith((">", " "))]
    found = []
    for line in expected:
        if line.startswith(">"):
            found += [line, *(f"  {text}" for text in events_of(match.add(match.step_for(match.turn, line[2:]))))]
    assert found == expected


BEFORE = [
    (1, "list orcs", ["Black chooses the list Orcs & Goblins. FA-07"]),
    *[(1, "+Goblin", ["Black adds Goblin. FA-07"])] * 7,
    (1, "done", ["Black is done choosing. FA-07"]),
    (
        0,
        "take elves",
        [
            "White takes the starter army of Elves. FA-07",
            "White fields Elves (elves), 60 points: 1 Clan Lord, 1 Druid, 1 Battlemaster, 1 Pegasus Rider, "
            "2 Bowmaster, 1 Ranger, 6 Archer. FA-A4",
            "Black fields Orcs & Goblins (orcs), 14 points: 1 Chieftain, 7 Goblin. FA-A4",
            "Equal dice: both throw again. FA-A6",
            "White threw lower and sets up first. FA-18",
        ],
    ),
    (0, "Ranger@c4", ["White sets Ranger up on c4. FA-19"]),
    (0, "deploy", ["White sets up the rest of the army. FA-19"]),
    (1, "deploy", ["Black sets up the rest of the army. FA-19"]),
    (0, "Black begins", ["Black takes the first turn. FA-20"]),
]


@pytest.mark.rule("FA-18", "FA-20", "FA-A4", "FA-A6")
def test_choosing_and_setting_up_are_reported_seat_by_seat() -> None:
    match = Match(GAME, Setup({"draft": "open"}), LoadedTower([3, 3, 5, 2, 4, 4, 1, 6]))
    assert events_of(match.steps[0]) == [
        "Equal dice: both throw again. FA-A6",
        "Black threw lower and chooses first. FA-A4",
    ]
    for seat, order, expected in BEFORE:
        assert (match.turn, events_of(match.add(match.step_for(seat, order)))) == (seat, expected)
    assert match.turn == 1


@pytest.mark.rule("FA-A4")
def test_a_secret_choice_is_reported_to_its_seat_only_and_an_open_one_to_all() -> None:
    secret = Match(GAME, Setup(), LoadedTower([]))
    assert [event.audience for event in secret.add(secret.step_for(0, "take orcs")).events] == [1]
    open_ = Match(GAME, Setup({"draft": "open"}), LoadedTower([1, 2]))
    assert [event.audience for event in open_.add(open_.step_for(0, "take orcs")).events] == [-1]
