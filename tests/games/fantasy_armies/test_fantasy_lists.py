"""The six lists as printed, the form of their files, and proof that every number in them counts."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import pawnstorm.kit.datafile
from pawnstorm.core.errors import BadData
from pawnstorm.core.game import Game, Setup, Sketch
from pawnstorm.core.odds import odds
from pawnstorm.core.state import State
from pawnstorm.games import load

PACKAGE = "pawnstorm.games.fantasy_armies"
LISTS = ("man", "orcs", "dwarfs", "undead", "elves", "demons")

PRINTED = """
man: King of Men KG 2 - 4+ 6 | Wizard Q 1 - 6+ 5 | Cleric B 1 - 5+ 4 | Knight K 2 - 4+ 6 | Champion R 3 - 5+ 5
man: Man-at-Arms P 1 - 5+ 2 | Archer P 1 1/2 6+ 2.5
orcs: Chieftain KG 2 - 3+ 7 | Shaman Q 1 - 5+ 6 | Great Orc B 3 - 4+ 6 | Wolf Rider K 2 - 5+ 5 | Orc R 2 - 5+ 4
orcs: Hobgoblin P 1 1/2 6+ 2.5 | Goblin P 1 - 6+ 1
dwarfs: High King KG 2 - 3+ 7 | Dwarf Lord Q 1 - 4+ 7 | Miner B 1 - 4+ 5 | Hunter K 1 - 4+ 5 | Cannon P - 4/4 4+ 6
dwarfs: Gunner P 1 3/2 4+ 4.5 | Warrior P 1 - 4+ 3
undead: Liche Lord KG 2 - 4+ 6 | Necromancer Q 1 - 5+ 6 | Vampire B 2 - 4+ 6 | Spectre K 1 - 3+ 6 | Ghoul R 1 - 5+ 4
undead: Zombie P 2 - 6+ 2 | Skeleton P 1 - 5+ 2
elves: Clan Lord KG 2 1/3 4+ 8 | Druid Q 1 1/3 6+ 7 | Battlemaster B 3 1/3 5+ 7 | Pegasus Rider K 2 1/3 5+ 7
elves: Bowmaster R 1 2/3 6+ 4.5 | Ranger P 1 1/3 6+ 4 | Archer P 1 1/3 6+ 3
demons: Demon King KG 3 - 3+ 8 | Hellwitch Q 1 - 4+ 8 | Blood Demon B 3 - 5+ 5 | Winged Demon K 2 - 5+ 5
demons: Bone Demon R 2 - 4+ 5 | Demospawn P 1 - 4+ 3 | Black Warrior P 2 - 5+ 3
"""


def _printed() -> list[tuple[str, str, tuple[str, ...]]]:
    found = []
    for line in PRINTED.strip().splitlines():
        army, _, pieces = line.partition(": ")
        for piece in pieces.split(" | "):
            *name, move, hth, ra, d, pv = piece.split()
            found.append((army, " ".join(name), (move, hth, ra, d, pv)))
    return found


@pytest.mark.rule("FA-05", "FA-12", "FA-13", "FA-14", "FA-16", "FA-17", "FA-X1", "FA-M1")
@pytest.mark.parametrize(("army", "name", "numbers"), _printed(), ids=lambda value: str(value))
def test_every_profile_is_the_printed_one(army: str, name: str, numbers: tuple[str, ...]) -> None:
    armies = load("fantasy-armies").armies()
    assert armies is not None
    kinds = armies.find(army)
    assert kinds is not None
    kind = kinds.find(name)
    assert kind is not None
    price = f"{float(kind.cost):g}"
    assert (*(value for _, value in kind.stats), price) == numbers


def test_there_are_42_profiles_and_15_spells() -> None:
    armies = load("fantasy-armies").armies()
    assert armies is not None
    kinds = [kind for army in armies.lists for kind in army.kinds]
    assert len(kinds) == len(_printed()) == 42
    # A spell is a name with a casting value; traits are in small letters.
    spells = [note for kind in kinds for note in kind.notes if re.fullmatch(r"[A-Z].* [2-6]\+", note)]
    assert len(spells) == 15


class _Folder:
    """The package's folder, with one changed file."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    def joinpath(self, *parts: str) -> "_Folder | Path":
        return self if parts[-1] == self.name else Path(str(files(PACKAGE).joinpath(*parts)))

    def read_text(self, encoding: str) -> str:
        return self.text


def _text(army: str) -> str:
    return files(PACKAGE).joinpath("data", f"{army}.toml").read_text("utf-8")


def _game_with(army: str, text: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game that reads one list from another text."""
    game = type(load("fantasy-armies"))
    monkeypatch.setattr(pawnstorm.kit.datafile, "files", lambda package: _Folder(f"{army}.toml", text))
    return game()


WRONG = {
    "an unknown verb": (
        'verb = "dig"',
        'verb = "fly"',
        r"piece 3, ability 1 \(line {line}\): there is no ",
    ),
    "an unknown key": ("ones = 2", "ones = 2\nluck = 3", r"piece 5, ability 1 \(line {line}\): unknown key 'luck'"),
    "a missing key": ("ones = 2\n", "", "'ones' is missing"),
    "an impossible number": ("ones = 2", "ones = 77", "'ones' should be a number from 1 to 9, not 77"),
    "an unknown way to move": (
        'm = "B"',
        'm = "Z"',
        r"piece 3 \(line {line}\): 'm' should be one of P, R",
    ),
    "an HTH that is none": ('hth = "-"', 'hth = "1+2"', "'hth' should be a number such as 2, 1"),
    "an RA that is none": ('ra = "4/4"', 'ra = "4"', "'ra' should be dice/range"),
    "a D that is none": ('d = "3+"', 'd = "1+"', r"'d' should be from 2\+ to 6\+, not '1\+'"),
    "a price that is none": ('pv = "4.5"', 'pv = "4.25"', "'pv' should be points such as 6 or 2.5"),
    "a code used twice": ('code = "MI"', 'code = "HK"', "'code' should be two capitals of its own, not 'HK'"),
    "no King": ('verb = "king"\n', 'verb = "scout"\nrows = 4\n', "no piece has the ability 'king'"),
    "a wrong aura": ('stat = "hth"', 'stat = "ra"', "'stat' should be hth or d, not 'ra'"),
    "a wrong file": ('key = "dwarfs"', 'key = "gnomes"', "'key' should be 'dwarfs'"),
    "no TOML": ('key = "dwarfs"', "key = = 1", r"fantasy_armies/data/dwarfs\.toml: .*line 3"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_damaged_list_is_refused_with_file_and_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, sentence = WRONG[name]
    text = _text("dwarfs")
    assert old in text
    # A complaint names the line on which the table with the mistake begins.
    line = text[: max(text.rfind("[[", 0, text.index(old)), 0)].count("\n") + 1
    with pytest.raises(BadData, match=sentence.replace("{line}", str(line))) as bad:
        _game_with("dwarfs", text.replace(old, new, 1), monkeypatch)
    assert str(bad.value).startswith("fantasy_armies/data/dwarfs.toml")


def test_every_verb_is_used_by_some_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    used = {verb for army in LISTS for verb in re.findall(r'^verb = "(\w+)"', _text(army), re.MULTILINE)}
    text = _text("dwarfs").replace('verb = "dig"', 'verb = "fly"')
    with pytest.raises(BadData) as bad:
        _game_with("dwarfs", text, monkeypatch)
    known = str(bad.value).rpartition("the abilities are ")[2].split(", ")
    assert sorted(used) == sorted(known)


def _codes(army: str) -> list[str]:
    return re.findall(r'^code = "(\w+)"', _text(army), re.MULTILINE)


def _draw(pieces: dict[str, str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(pieces.get(f"{column}{row}", ".") for column in "abcdefgh") for row in range(8, 0, -1))


def _behaviour(game: Game, army: str, place: int) -> Iterator[object]:
    """What a piece of a list does: its price, then orders and odds among friends and enemies, near and far."""
    armies = game.armies()
    assert armies is not None
    kinds = armies.find(army)
    assert kinds is not None
    yield [kind.cost for kind in kinds.kinds]
    yield armies.starter(army)
    yield _deployments(game, army)
    codes, others = _codes(army), _codes("man" if army != "man" else "undead")
    helper = codes[6] if place == 0 else codes[0]
    enemies = {"h1": others[0].lower()}
    for far in ("d4", "d5", "d6", "d7", "d8", "f4"):
        enemies[far] = others[5].lower()
        yield from _orders(game, {**enemies, "d3": codes[place], "c3": helper}, codes[6])
        friends = {"c3": codes[place] if place else codes[6], "a1": codes[0] if place else ".", "e4": codes[5]}
        yield from _orders(game, {**enemies, **friends, "d3": codes[place], "c4": others[4].lower()}, codes[6])
        del enemies[far]


def _orders(game: Game, pieces: dict[str, str], lost: str) -> Iterator[object]:
    """Every order with its odds, and its results with the best and the worst luck."""
    for turn in ("White", "Black"):
        facts = {"turn": turn, "lost": {"White": lost}}
        state = game.place(Sketch(_draw(pieces), facts), game.agree(Setup()))
        for move in state.legal():
            yield game.write(state, move), odds(state, move)
            for luck in (0, -1):
                yield _later(game, state, move, luck)


def _later(game: Game, state: State, move: int, luck: int) -> object:
    played = state.copy()
    played.play(move)
    while played.turn() == -1:
        played.land(played.outcomes()[luck][0])
    sketch = game.sketch(played)
    # The dice alone are not enough: a spell may only show in the odds of an answer.
    answers = [odds(played, answer) for answer in played.legal()] if played.turn() == 1 else []
    return sketch.rows, dict(sketch.facts), answers


def _deployments(game: Game, army: str) -> list[str]:
    state = game.start(Setup(armies=(army, "man")))
    state.land(0)
    return [game.write(state, move) for move in state.legal()]


def _numbers() -> list[tuple[str, int, int, str]]:
    """Every number of the lists with its place in the file and a name."""
    found = []
    for army in LISTS:
        text = _text(army)
        bare = re.sub(r"#.*", lambda comment: " " * len(comment[0]), text)
        for number in re.finditer(r"(?<![A-Za-z-])\d+(?:\.5)?", bare):
            line = text[text.rfind("\n", 0, number.start()) + 1 : text.index("\n", number.start())]
            # Starter armies are pinned by scenarios, one for each.
            if not line.startswith(("rule", "starter")):
                found.append((army, number.start(), number.end(), f"{army} {number.start()}: {line}"))
    return found


@pytest.mark.parametrize("number", _numbers(), ids=lambda number: number[3])
def test_every_number_of_the_lists_counts(number: tuple[str, int, int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    army, start, end, _ = number
    text = _text(army)
    place = text.count("[[piece]]", 0, start) - 1
    changed = _changed(army, text, start, end, monkeypatch)
    pairs = zip(_behaviour(changed, army, place), _behaviour(load("fantasy-armies"), army, place), strict=False)
    assert any(new != old for new, old in pairs)


def _changed(army: str, text: str, start: int, end: int, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game with one number raised, or lowered where it cannot be raised."""
    value = float(text[start:end])
    for other in (value + 1, value - 1):
        try:
            return _game_with(army, f"{text[:start]}{other:g}{text[end:]}", monkeypatch)
        except BadData:
            monkeypatch.undo()
    raise AssertionError("no other number fits")


@pytest.mark.rule("FA-15", "FA-M2")
@pytest.mark.parametrize(("hth", "pips"), [("1+1", 1), ("1-1", -1)])
def test_hth_with_a_plain_bonus_is_supported(hth: str, pips: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = _text("man").replace('hth = "3"', f'hth = "{hth}"', 1)
    game = _game_with("man", text, monkeypatch)
    state = game.place(Sketch(_draw({"a1": "KM", "d4": "CH", "d5": "sk", "h8": "ll"}), {}), game.agree(Setup()))
    found = odds(state, game.read(state, "d4xd5"))
    won = sum(chance for result, chance in found.items() if result.startswith("attacker wins"))
    wins = sum(a + b + pips >= c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    assert won * 216 == wins


@pytest.mark.rule("FA-15", "FA-A76")
@pytest.mark.parametrize(
    ("hth", "faces", "text"),
    [
        ("1-1", [1, 1, 3], "White: 1 + 1 = 2; Black: 3 = 3; White leads by +1 before the dice."),
        ("0-1", [1, 1], "White: 1 + 1 = 2; Black: no dice = 0."),
        ("0+1", [1, 1], "White: 1 + 1 = 2; Black: no dice = 0; White leads by -1 before the dice."),
    ],
)
def test_the_total_of_a_defender_is_never_below_zero(
    hth: str, faces: list[int], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = _game_with("man", _text("man").replace('hth = "3"', f'hth = "{hth}"', 1), monkeypatch)
    state = game.place(Sketch(_draw({"a1": "LL", "d4": "GH", "d5": "ch", "h8": "km"}), {}), game.agree(Setup()))
    state.play(game.read(state, "d4xd5"))
    assert game.tell_roll(state, faces).text == text
