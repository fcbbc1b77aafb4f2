"""A second, slow reading of the rules, written from the rulebook with dictionaries: what may be ordered in a turn,
how many dice a fight has, and what each piece saves on. It knows positions only as people draw them, and en passant
only from the orders that were given.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

# Code: M, HTH (None for a dash), shots, range, D.
PIECES: dict[str, tuple[str, int | None, int, int, int]] = {
    "KM": ("KG", 2, 0, 0, 4), "WZ": ("Q", 1, 0, 0, 6), "CL": ("B", 1, 0, 0, 5), "KN": ("K", 2, 0, 0, 4),
    "CH": ("R", 3, 0, 0, 5), "MA": ("P", 1, 0, 0, 5), "AR": ("P", 1, 1, 2, 6),
    "CF": ("KG", 2, 0, 0, 3), "SH": ("Q", 1, 0, 0, 5), "GO": ("B", 3, 0, 0, 4), "WR": ("K", 2, 0, 0, 5),
    "OR": ("R", 2, 0, 0, 5), "HO": ("P", 1, 1, 2, 6), "GB": ("P", 1, 0, 0, 6),
    "HK": ("KG", 2, 0, 0, 3), "DL": ("Q", 1, 0, 0, 4), "MI": ("B", 1, 0, 0, 4), "HU": ("K", 1, 0, 0, 4),
    "CN": ("P", None, 4, 4, 4), "GU": ("P", 1, 3, 2, 4), "WA": ("P", 1, 0, 0, 4),
    "LL": ("KG", 2, 0, 0, 4), "NE": ("Q", 1, 0, 0, 5), "VA": ("B", 2, 0, 0, 4), "SP": ("K", 1, 0, 0, 3),
    "GH": ("R", 1, 0, 0, 5), "ZO": ("P", 2, 0, 0, 6), "SK": ("P", 1, 0, 0, 5),
    "EL": ("KG", 2, 1, 3, 4), "DR": ("Q", 1, 1, 3, 6), "BM": ("B", 3, 1, 3, 5), "PR": ("K", 2, 1, 3, 5),
    "BO": ("R", 1, 2, 3, 6), "RA": ("P", 1, 1, 3, 6), "EA": ("P", 1, 1, 3, 6),
    "DK": ("KG", 3, 0, 0, 3), "HW": ("Q", 1, 0, 0, 4), "BD": ("B", 3, 0, 0, 5), "WD": ("K", 2, 0, 0, 5),
    "BN": ("R", 2, 0, 0, 4), "DS": ("P", 1, 0, 0, 4), "BW": ("P", 2, 0, 0, 5),
}  # fmt: skip
KINGS = ("KM", "CF", "HK", "LL", "EL", "DK")
INSPIRING = (*KINGS, "DL")
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LINES = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}

Place = tuple[int, int]


def name(place: Place) -> str:
    return f"{'abcdefgh'[place[0]]}{place[1] + 1}"


def place(text: str) -> Place:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


class DoubleStep(NamedTuple):
    """The last action, if it was the double step of a P."""

    by_white: bool
    skipped: Place


class Reference:
    """A drawn position at the beginning of a turn, or when a piece that tore loose must move."""

    def __init__(
        self,
        rows: tuple[tuple[str, ...], ...],
        facts: Mapping[str, Any],
        options: Mapping[str, str],
        last: DoubleStep | None = None,
    ) -> None:
        self.board = {
            (column, 7 - index): token
            for index, row in enumerate(rows)
            for column, token in enumerate(row)
            if token != "."
        }
        self.facts = facts
        self.options = options
        self.white = facts["turn"] == "White"
        self.last = last
        self.own_step_is_last = last is not None and last.by_white == self.white
        may_answer = options["en_passant"] == "on" and not self.own_step_is_last
        self.passing = last.skipped if last and may_answer else None

    def own(self, token: str) -> bool:
        return token.isupper() == self.white

    def enemy_at(self, at: Place) -> bool:
        return at in self.board and not self.own(self.board[at])

    def inside(self, at: Place) -> bool:
        return 0 <= at[0] < 8 and 0 <= at[1] < 8

    def orders(self) -> set[str]:
        found = {order for at, token in self.board.items() if self.own(token) for order in self.piece_orders(at)}
        return found | ({"stop"} if self.facts["won_turn"] == "yes" else set())

    def piece_orders(self, at: Place) -> Iterator[str]:
        code, here = self.board[at].upper(), name(at)
        moves = list(self.moves(at))
        if here in self.facts["entangled"].split():
            yield from [f"{here} tries"] if moves else []
        else:
            yield from moves
        _, _, shots, reach, _ = PIECES[code]
        if shots:
            yield from (f"{here} shoots {name(target)}" for target in self.in_sight(at, reach))
        yield from self.specials(at, code)

    def moves(self, at: Place) -> Iterator[str]:
        code = self.board[at].upper()
        way, hth = PIECES[code][0], PIECES[code][1]
        fights = hth is not None or self.options["cannon_melee"] == "counts-as-0"
        targets = self.pawn_targets(at, fights) if way == "P" else self.reach(at, way)
        for target in targets:
            if target not in self.board:
                skipped = way == "P" and target[0] != at[0]
                yield f"{name(at)}{'x' if skipped else '-'}{name(target)}"
            elif self.enemy_at(target) and fights:
                yield f"{name(at)}x{name(target)}"

    def reach(self, at: Place, way: str) -> Iterator[Place]:
        if way in LINES:
            for step in LINES[way]:
                yield from self.line(at, step, 7)
        else:
            for dx, dy in LEAPS if way == "K" else STRAIGHT + DIAGONAL:
                target = (at[0] + dx, at[1] + dy)
                if self.inside(target):
                    yield target

    def line(self, at: Place, step: Place, reach: int) -> Iterator[Place]:
        """The squares of a line up to and including the first occupied one."""
        for distance in range(1, reach + 1):
            target = (at[0] + distance * step[0], at[1] + distance * step[1])
            if not self.inside(target):
                return
            yield target
            if target in self.board:
                return

    def pawn_targets(self, at: Place, fights: bool) -> Iterator[Place]:
        ahead = 1 if self.white else -1
        one, two = (at[0], at[1] + ahead), (at[0], at[1] + 2 * ahead)
        if self.inside(one) and one not in self.board:
            yield one
            if name(at) in self.facts["fresh"].split() and self.inside(two) and two not in self.board:
                yield two
        for side in (-1, 1):
            target = (at[0] + side, at[1] + ahead)
            if self.inside(target) and fights:
                if self.enemy_at(target) or target == self.passing:
                    yield target

    def after(self, order: str, tore_loose: bool) -> DoubleStep | None:
        """The double step that may be answered after an order; a piece that tore loose has yet to act."""
        if order == "stop" or tore_loose:
            return self.last
        shape = re.fullmatch(r"([a-h][1-8])-([a-h][1-8])", order)
        if not shape:
            return None
        start, end = place(shape[1]), place(shape[2])
        steps_twice = PIECES[self.board[start].upper()][0] == "P" and abs(end[1] - start[1]) == 2
        return DoubleStep(self.white, (start[0], (start[1] + end[1]) // 2)) if steps_twice else None

    def in_sight(self, at: Place, reach: int) -> Iterator[Place]:
        for step in STRAIGHT + DIAGONAL:
            squares = list(self.line(at, step, reach))
            if squares and self.enemy_at(squares[-1]):
                yield squares[-1]

    def neighbours_of(self, at: Place) -> list[Place]:
        around = [(at[0] + dx, at[1] + dy) for dx, dy in STRAIGHT + DIAGONAL]
        return [square for square in around if self.inside(square)]

    def specials(self, at: Place, code: str) -> Iterator[str]:
        casts = f"{name(at)} casts"
        if code == "MI":
            yield f"{name(at)} digs"
        if code == "WZ":
            yield from (f"{casts} Armour", f"{casts} Teleport")
            yield from (f"{casts} Fireblast at {name(target)}" for target in self.in_sight(at, 3))
        if code == "SH":
            yield f"{casts} Smash!"
            if self.options["charge_nesting"] == "on" or self.facts["won_turn"] == "no":
                yield f"{casts} Charge!"
            yield from (f"{casts} Crunch! at {name(target)}" for target in self.in_sight(at, 3))
        if code == "NE":
            yield from self.necromancy(at, casts)
        if code == "DR":
            yield from self.druidry(at, casts)
        if code == "HW":
            yield from (f"{casts} Dark Ritual", f"{casts} Rain of Blood")
            yield from (f"{casts} Hellfire at {name(target)}" for target in self.in_sight(at, 3))

    def necromancy(self, at: Place, casts: str) -> Iterator[str]:
        bodies = [code for code in self.facts["lost"][self.facts["turn"]].split() if code not in KINGS]
        if bodies and any(square not in self.board for square in self.neighbours_of(at)):
            yield f"{casts} Raise Dead"
        for target in self.in_sight(at, 2):
            yield f"{casts} Slay at {name(target)}"
            if self.lasting_hth(target) > 0:
                yield f"{casts} Drain Life at {name(target)}"

    def druidry(self, at: Place, casts: str) -> Iterator[str]:
        yield f"{casts} Armour of Thorns"
        for square in self.neighbours_of(at):
            if square in self.board and self.own(self.board[square]):
                yield f"{casts} Armour of Thorns on {name(square)}"
        yield from (f"{casts} Arrow Storm at {name(target)}" for target in self.in_sight(at, 3))
        for square in self.board:
            if self.enemy_at(square) and max(abs(square[0] - at[0]), abs(square[1] - at[1])) <= 2:
                yield f"{casts} Entangle at {name(square)}"

    def lasting_hth(self, at: Place) -> int:
        return max((PIECES[self.board[at].upper()][1] or 0) + self.facts["hth"].get(name(at), 0), 0)

    def helped(self, at: Place, where: Place, helpers: tuple[str, ...]) -> int:
        """How many helpers a piece has that is, or fights, on a square."""
        token = self.board[at]
        near = [self.board[square] for square in self.neighbours_of(where) if square in self.board and square != at]
        friends = [other.upper() for other in near if other.isupper() == token.isupper() and other.upper() in helpers]
        return len(friends) if self.options["aura_stacking"] == "all" else len(set(friends))

    def dice(self, at: Place, where: Place) -> int:
        """The dice of a piece in a fight, without the attacker's extra one."""
        smash = 2 if name(at) in self.facts["smash"].split() else 0
        bonus = self.helped(at, where, INSPIRING) if self.options["hth_bonus"] == "die" else 0
        return self.lasting_hth(at) + smash + bonus

    def save(self, at: Place) -> int:
        """The D of a piece on its square."""
        save = PIECES[self.board[at].upper()][4]
        if name(at) in self.facts["wards"].values():
            save = min(save, 4)
        return max(save - self.helped(at, at, ("CL",)), 2)
