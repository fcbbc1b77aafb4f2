"""A second, slow implementation of Castle Chess, written from the rulings with sets and coordinates, without the core.

It answers two questions about a drawn position: which orders are legal, and whether the King is in check or mated.
Armies that joined a conqueror are left out: a drawing does not show where they came from.
"""

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import accumulate, pairwise, product

from pawnstorm.core.game import Sketch

Space = tuple[int, int]
AROUND = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
STRAIGHT = [(x, y) for x, y in AROUND if x == 0 or y == 0]
DIAGONAL = [(x, y) for x, y in AROUND if x and y]
FORWARD = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
MACHINES = {"r": "ram", "c": "catapult", "t": "tower"}


def name(space: Space) -> str:
    return "abcdefghijklmnopqrs"[space[0]] + str(space[1] + 1)


def plus(space: Space, step: Space, times: int = 1) -> Space:
    return space[0] + step[0] * times, space[1] + step[1] * times


@dataclass
class Board:
    """A position as sets and dictionaries."""

    options: dict[str, str]
    ground: set[Space] = field(default_factory=set)
    hills: set[Space] = field(default_factory=set)
    walls: dict[Space, int] = field(default_factory=dict)
    gates: dict[Space, int] = field(default_factory=dict)
    inside: set[Space] = field(default_factory=set)
    units: dict[Space, tuple[int, str]] = field(default_factory=dict)
    machines: dict[Space, tuple[str, int]] = field(default_factory=dict)
    fresh: set[Space] = field(default_factory=set)
    first: set[int] = field(default_factory=set)
    forward: list[Space] = field(default_factory=list)
    turn: int = 0

    def copy(self) -> "Board":
        return Board(
            self.options, self.ground, self.hills, dict(self.walls), dict(self.gates), self.inside, dict(self.units),
            dict(self.machines), set(self.fresh), set(self.first), self.forward, self.turn,
        )  # fmt: skip

    def on(self, option: str, value: str = "on") -> bool:
        return self.options[option] == value

    def machine(self, space: Space) -> str:
        return self.machines[space][0] if space in self.machines else ""

    def high(self, space: Space) -> bool:
        return space in self.hills

    def enemy(self, side: int, space: Space) -> bool:
        return space in self.units and self.units[space][0] != side

    # Entering.

    def may_enter(self, side: int, start: Space, at: Space, to: Space) -> bool:
        """Whether a unit may step onto a space: an empty one, a machine without a crew, or an enemy."""
        if to not in self.ground or (to in self.units and self.units[to][0] == side):
            return False
        if not self._open(side, to) and not self._climb(side, start, at, to):
            return False
        return to not in self._no_way_down(side, at)

    def _open(self, side: int, to: Space) -> bool:
        if to in self.walls:
            return to in self.units
        if to in self.gates and self.gates[to] != side:
            return to in self.units and self.units[to][0] != self.gates[to]
        if to in self.machines and to not in self.units and self.on("machine_capture", "off"):
            return self.machines[to][1] in (side, -1)
        return True

    def _climb(self, side: int, start: Space, at: Space, to: Space) -> bool:
        owner = self.walls.get(to, self.gates.get(to, side))
        beside = abs(at[0] - to[0]) + abs(at[1] - to[1]) == 1
        return at == start and self.machine(at) == "tower" and beside and owner != side

    def _raised(self, side: int, at: Space) -> bool:
        return at in self.walls or self.gates.get(at, side) != side

    def _no_way_down(self, side: int, at: Space) -> set[Space]:
        """CC-A54, CC-A82: the neighbours of an enemy's wall that a climber cannot step to, except his own towers."""
        if self.walls.get(at, self.gates.get(at, side)) == side:
            return set()
        beside = {plus(at, step) for step in STRAIGHT}
        towers = {space for space in beside if self.machines.get(space) == ("tower", side)}
        around = {plus(at, step) for step in AROUND}
        within = around & self.inside
        shut = (within if towers & within else set()) | (around - within if towers - within else set())
        return shut - towers

    def empty(self, space: Space) -> bool:
        return space not in self.units and space not in self.machines

    # Walking.

    def paths(self, side: int, start: Space, steps: list[Space]) -> Space | None:
        """Where a sequence of steps ends; None if something is in the way."""
        way = list(accumulate(steps, plus, initial=start))
        *passed, last = pairwise(way)
        walked = [(at, to) for at, to in passed if self.empty(to)]
        if len(walked) < len(passed) and not self._may_jump(side, way):
            return None
        return way[-1] if all(self.may_enter(side, start, at, to) for at, to in (*walked, last)) else None

    def _may_jump(self, side: int, way: list[Space]) -> bool:
        """CC-A62, CC-A83: whether a unit may jump: a rider, in no ride that touches a wall or an enemy's gate."""
        rider = self.units[way[0]][1] == "C" and self.on("cavalry_jumps")
        return rider and not any(self._raised(side, space) for space in way)

    def ways(self, start: Space) -> list[list[Space]]:
        """Every sequence of steps that the unit's card allows."""
        side, kind = self.units[start]
        far = self.high(start)
        if kind in "AM":
            return [[step] * n for step in AROUND for n in range(1, 3 if far else 2)]
        if kind == "W":
            ahead = self.forward[side]
            steps = [step for step in AROUND if step[0] * ahead[0] + step[1] * ahead[1] == 1]
            return [[step] * n for step in steps for n in range(1, 3 if far or start in self.fresh else 2)]
        if kind == "N":
            bent = [[one, two] for one in AROUND for two in AROUND]
            return [[step] for step in AROUND] + bent + [[step] * 3 for step in AROUND if far]
        if kind == "C":
            rides = [[step] * n for step in AROUND for n in ((2, 3) if far else (2,))]
            return rides + [[*ride, turn] for ride in rides for turn in DIAGONAL]
        if kind == "S":
            return self._sneaks(far)
        most = 12 if kind == "Q" else 3 if far else 2
        return [[step] * n for step in AROUND for n in range(1, most + 1)]

    def _sneaks(self, far: bool) -> list[list[Space]]:
        lengths = (2, 3) if far else (2,)
        found = [list(steps) for n in lengths for steps in product(STRAIGHT, repeat=n)]
        if self.on("assassin_free"):
            return found
        return [steps for steps in found if sum(a != b for a, b in pairwise(steps)) == 1
                and not any(plus(a, b) == (0, 0) for a, b in pairwise(steps))]  # fmt: skip

    def walks(self, start: Space) -> set[Space]:
        side, kind = self.units[start]
        found: set[Space] = set()
        for steps in self.ways(start):
            end = self.paths(side, start, steps)
            if end is not None and end != start and (end not in self.units or self._strikes(start, kind, steps)):
                found.add(end)
        return found

    def _strikes(self, start: Space, kind: str, steps: list[Space]) -> bool:
        if kind in "AM":
            return False
        last, ahead = steps[-1], self.forward[self.units[start][0]]
        if kind == "W":
            return last in DIAGONAL
        vertical = last in (ahead, (-ahead[0], -ahead[1]))
        return not (kind == "N" and self.on("knight_attack", "no-vertical") and vertical)

    # Machines.

    def pushes(self, start: Space) -> dict[Space, bool]:
        """Where a unit may push its machine; True where it rams something."""
        side, kind = self.units[start]
        if start not in self.machines or kind not in "WNA":
            return {}
        found: dict[Space, bool] = {}
        for step in AROUND:
            to = plus(start, step)
            if to not in self.ground or to in self.walls or self.gates.get(to, side) != side:
                continue
            if self.empty(to):
                found[to] = False
            elif self.machine(start) == "ram" and step == self.forward[side]:
                if self.enemy(side, to) or (to not in self.units and self.breakable(side, to)):
                    found[to] = True
        return found

    def breakable(self, side: int, space: Space) -> bool:
        if space not in self.machines:
            return False
        if space in self.units:
            return self.units[space][0] != side
        return self.on("machine_capture") or self.machines[space][1] != side

    # Shooting.

    def reaches(self, start: Space, to: Space) -> bool:
        """Whether arrows and magic from a space get as far as another on its line."""
        if self.high(start) or self.machine(start) == "tower":
            return True
        x, y = to[0] - start[0], to[1] - start[1]
        distance = max(abs(x), abs(y))
        between = [plus(start, (x // distance, y // distance), n) for n in range(1, distance)]
        stone = any(space in self.walls or space in self.gates for space in between)
        return not stone and not (self.on("arrows_blocked_by_units") and any(space in self.units for space in between))

    def shots(self, start: Space) -> dict[str, list[Space]]:
        """Every attack of a unit that has just moved, with the spaces it hits."""
        side, kind = self.units[start]
        far = self.high(start) or self.machine(start) == "tower"
        found: dict[str, list[Space]] = {}
        for step in AROUND:
            line = [plus(start, step, n) for n in range(1, 4)]
            for space in line[: 3 if far else 2] if kind == "A" else []:
                sheltered = self.machine(space) in ("ram", "tower")
                if self.enemy(side, space) and not sheltered and self.reaches(start, space):
                    found[f"shoot {name(space)}"] = [space]
            for pair in ([line[:2], line[1:]] if far else [line[:2]]) if kind == "M" else []:
                hit = [space for space in pair if space in self.ground and self.reaches(start, space)]
                if any(self.enemy(side, space) or self.breakable(side, space) for space in hit):
                    named = " ".join(name(space) for space in pair if space in self.ground)
                    found[f"blast {named}"] = hit
            if self.machine(start) == "catapult" and side not in self.first:
                for space in line[: 3 if self.high(start) else 2]:
                    stone = self.walls.get(space, self.gates.get(space, side)) != side
                    if self.enemy(side, space) or self.breakable(side, space) or stone:
                        found[f"fire {name(space)}"] = [space]
        return found

    # Whole turns.

    def orders(self) -> dict[str, tuple[Space, Space, bool]]:
        """Every order of the side to move, by its text."""
        found: dict[str, tuple[Space, Space, bool]] = {}
        for start, (side, kind) in self.units.items():
            if side != self.turn:
                continue
            for to in self.walks(start):
                found[f"{kind}{name(start)}{'x' if to in self.units else '-'}{name(to)}"] = (start, to, False)
            for to, rams in self.pushes(start).items():
                found[f"{kind}{name(start)}>{'x' if rams else ''}{name(to)}"] = (start, to, True)
        return found

    def moved(self, start: Space, to: Space, push: bool) -> tuple["Board", bool]:
        """The position after a move, and whether the move was the attack of the turn."""
        after = self.copy()
        unit, machine = after.units.pop(start), after.machines.get(start)
        struck = to in after.units or (push and to in after.machines)
        if push and machine:
            del after.machines[start]
            after.machines[to] = (machine[0], unit[0])
        elif struck and self.on("machine_capture", "off"):
            after.machines.pop(to, None)
        if start in after.machines:
            after.machines[start] = (after.machines[start][0], unit[0])
        after.units[to] = unit
        if to in after.machines:
            after.machines[to] = (after.machines[to][0], unit[0])
        return after, struck

    def struck_by(self, start: Space, spaces: list[Space], text: str) -> "Board":
        """The position after a ranged attack."""
        side, after = self.units[start][0], self.copy()
        for space in spaces:
            friend = space in self.units and self.units[space][0] == side
            if friend and not text.startswith("fire") and not self.on("mage_friendly_fire"):
                continue
            after.units.pop(space, None)
            if not text.startswith("shoot"):
                if self.breakable(side, space) or friend or self.on("mage_friendly_fire") or text.startswith("fire"):
                    after.machines.pop(space, None)
            if text.startswith("fire"):
                if self.walls.get(space, side) != side:
                    del after.walls[space]
                if self.gates.get(space, side) != side:
                    del after.gates[space]
        return after

    def turns(self) -> list["Board"]:
        """Every position in which a turn of the side to move may end."""
        return [after for order in self.orders().values() for after in self.turns_of(*order)]

    def turns_of(self, start: Space, to: Space, push: bool) -> list["Board"]:
        """Every position in which a turn that begins with an order may end."""
        after, struck = self.moved(start, to, push)
        if struck:
            return [after]
        shots = [after.struck_by(to, hit, text) for text, hit in after.shots(to).items()]
        return shots + ([after] if self.on("ram_delay") else after.breached())

    def breached(self) -> list["Board"]:
        """The positions after a turn without another attack, in which a ram beside a gate breaches it."""
        side = self.turn
        rams = [s for s in self.machines if self.machine(s) == "ram" and s in self.units and self.units[s][0] == side]
        gates = {plus(ram, step) for ram in rams for step in STRAIGHT}
        choices = [gate for gate in gates if self.gates.get(gate, side) != side]
        found: list[Board] = []
        for gate in choices:
            after = self.copy()
            del after.gates[gate]
            found.append(after)
        return found or [self]

    def king(self, side: int) -> Space | None:
        return next((space for space, unit in self.units.items() if unit == (side, "K")), None)

    def in_check(self, side: int) -> bool:
        """Whether the enemy, if it were to move, could kill this side's King."""
        king = self.king(side)
        other = self.copy()
        other.turn = 1 - side
        begun = other.breached() if self.on("ram_delay") else [other]
        return king is not None and any(
            after.units.get(king) != (side, "K") for start in begun for after in start.turns()
        )

    def saves(self, after: "Board", thrones: dict[int, Space], passages: set[Space]) -> bool:
        """Whether a turn of the side to move that ends like this wins, or leaves its King out of check."""
        side = self.turn
        king, enemy = after.king(side), after.king(1 - side)
        if king is None:
            # CC-A67: two Kings that fall together share the game, which is not a loss.
            return enemy is None and self.king(1 - side) is not None
        # CC-41: arriving on the throne wins, so a King who is drawn on it has to leave and come back.
        landed = king == thrones.get(1 - side) and king != self.king(side)
        won = landed or (enemy is None and self.king(1 - side) is not None)
        through = side == 0 and king in passages
        gone = bool(passages) and side == 0 and all(unit[0] == 0 for unit in after.units.values())
        return won or through or gone or not after.in_check(side)

    def mated(self, thrones: dict[int, Space], passages: set[Space]) -> bool:
        """Whether the side to move is in check and no turn helps."""
        if not self.in_check(self.turn):
            return False
        return not any(self.saves(after, thrones, passages) for after in self.turns())

    def safe_orders(self, thrones: dict[int, Space], passages: set[Space]) -> set[str]:
        """CC-A31: the orders that the strict rule allows: those with which a turn can end safely."""
        return {
            text
            for text, order in self.orders().items()
            if any(self.saves(after, thrones, passages) for after in self.turns_of(*order))
        }


def map_text(key: str) -> str:
    """The file of a map that comes with the game."""
    return files("pawnstorm.games.castle_chess").joinpath("data", f"map-{key}.toml").read_text("utf-8")


@dataclass
class Chart:
    """A map file, read by code of its own."""

    text: str

    def __post_init__(self) -> None:
        self.table = tomllib.loads(self.text)
        self.names = [side["name"] for side in self.table["side"]]
        self.terrain = self._signs("terrain")
        self.kings = {self._side(sign): space for space, sign in self._signs("units").items() if sign[-1] in "Kk"}
        self.passages = {space for space, sign in self.terrain.items() if sign == "P"}

    def _side(self, sign: str) -> int:
        if len(self.names) == 4:
            return [side["letter"] for side in self.table["side"]].index(sign[0])
        return 0 if sign.isupper() else 1

    def _signs(self, key: str) -> dict[Space, str]:
        rows = [line.split() for line in self.table[key].splitlines() if any(c.isdigit() for c in line)]
        return {(x, len(rows) - 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row[1:-1])}

    def board(self, drawn: Sketch, options: dict[str, str]) -> Board:
        """The position of a drawing."""
        board = Board(options)
        facts, height = drawn.facts, len(drawn.rows)
        broken = str(facts["broken"]).split()
        for space, sign in self.terrain.items():
            if sign != "%":
                board.ground.add(space)
            if sign == "^":
                board.hills.add(space)
            if sign in "#Gs" and name(space) not in broken:
                (board.walls if sign == "#" else board.gates)[space] = self._owner(space)
        for space, sign in self.terrain.items():
            if sign in "TP":
                board.inside |= self._region(space)
        for y, row in enumerate(drawn.rows):
            for x, token in enumerate(row):
                self._put(board, (x, height - 1 - y), token, facts["crews"])
        board.fresh = {space for space in board.units if name(space) in str(facts["fresh"]).split()}
        board.first = {self.names.index(side) for side in str(facts["first_turn"]).split() if side != "-"}
        board.forward = [FORWARD[side["forward"]] for side in self.table["side"]]
        board.turn = self.names.index(str(facts["turn"]))
        return board

    def _put(self, board: Board, space: Space, token: str, crews: object) -> None:
        unit, _, machine = token.partition(":")
        if unit not in ("", "."):
            board.units[space] = (self._side(unit), unit[-1].upper())
        if machine:
            assert isinstance(crews, dict)
            crew = self.names.index(crews[name(space)]) if name(space) in crews else -1
            board.machines[space] = (MACHINES[machine], board.units[space][0] if space in board.units else crew)

    def _owner(self, space: Space) -> int:
        if "castle" in self.table:
            return self.names.index(self.table["castle"])
        return min(self.kings, key=lambda side: sum(abs(a - b) for a, b in zip(self.kings[side], space, strict=True)))

    def _region(self, start: Space) -> set[Space]:
        seen, todo = {start}, [start]
        while todo:
            at = todo.pop()
            for step in AROUND:
                to = plus(at, step)
                if self.terrain.get(to, "%") not in "%#Gs" and to not in seen:
                    seen.add(to)
                    todo.append(to)
        return seen
