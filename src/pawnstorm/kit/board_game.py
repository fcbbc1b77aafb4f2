"""A small game of two seats with pieces on a rectangular board: everything but its rules.

The data folder of the game describes it in `game.toml`: title, summary, seats, the board at the start, the pieces with
their letters and numbers, the ways to end, and the rules that events name. Its position is a subclass of `BoardState`
with the rules; texts, drawings, views, offers and events are made here. `examples/dice-draughts` is such a game.

A capital letter is a piece of the first seat, a small one a piece of the second.
"""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64, mypyc_attr

from pawnstorm.core.errors import BadData, BadOption, BadPosition
from pawnstorm.core.events import Event, Fact
from pawnstorm.core.game import FactValue, Game, Setup, SetupSource, Sketch
from pawnstorm.core.odds import odds
from pawnstorm.core.state import CHANCE, OVER, Source, State
from pawnstorm.core.view import Cell, Chance, Offer, Stat, Token, Tray, View
from pawnstorm.kit.bits import mix_hash
from pawnstorm.kit.datafile import (
    Entry,
    data_hash,
    earlier_data,
    load,
    load_howto,
    load_lesson,
    load_options,
    load_rules,
)
from pawnstorm.kit.drawing import Rows, draw_cells, drawn_cells, read_board
from pawnstorm.kit.encoding import NOTHING, EncodedLine, demand, read_square, write_line, write_list
from pawnstorm.kit.facts import Facts
from pawnstorm.kit.grid import Grid, chequered
from pawnstorm.kit.moves import group_moves
from pawnstorm.kit.states import checked_position

EMPTY: Final = -1
"""What the board holds where no piece stands; a piece is its unit number."""
WALL: Final = -2
_BORDER: Final = 2
_NO_ORDER: Final = -1
_MOST: Final = 1 << 30


def order(origin: i64, target: i64) -> i64:
    """The order that takes a piece from one cell to another."""
    return origin | target << 9


def origin_of(move: i64) -> i64:
    """The cell that an order starts from."""
    return move & 511


def target_of(move: i64) -> i64:
    """The cell that an order leads to."""
    return move >> 9


class Kind:
    """A kind of piece: its name, its letter, and its numbers by name."""

    def __init__(self, entry: Entry) -> None:
        self.name: Final = entry.text("name")
        self.letter: Final = entry.text("letter")
        self.numbers: Final = {name: entry.number(name) for name in entry.names()}
        if len(self.letter) != 1 or not self.letter.isupper():
            raise entry.wrong(f"'letter' should be one capital letter, not '{self.letter}'")


@mypyc_attr(allow_interpreted_subclasses=True)
class BoardState(State):
    """A position: whose turn it is, the pieces, and the numbers that the game counts.

    A subclass brings the rules: `find_legal`, `play`, `judge`, and where there are dice `pool`, `outcome_of`,
    `outcome_name` and `land`. Cells are numbers of the game's grid; the border around the board is `WALL`.
    """

    side: i64 = 0
    """The seat whose turn it is, also while dice are due."""
    pending: i64 = _NO_ORDER
    """The order that waits for its dice."""

    def __init__(self, game: "BoardGame", model: "BoardState | None" = None) -> None:
        super().__init__(model)
        self.game: Final = game
        self.board: Final[list[int]] = list(game.empty if model is None else model.board)
        self.where: Final[list[int]] = [] if model is None else list(model.where)
        self.letters: Final[list[str]] = [] if model is None else list(model.letters)
        self.counts: Final[dict[str, int]] = dict.fromkeys(game.counted, 0) if model is None else dict(model.counts)
        self.made_for: Source | None = None if model is None else model.made_for
        if model is not None:
            self.side = model.side
            self.pending = model.pending

    def copy(self) -> "BoardState":
        """An independent copy, without the journal."""
        return type(self)(self.game, self)

    def source(self) -> Source | None:
        """The game and the set-up that the position was made for."""
        return self.made_for

    def seat_names(self) -> tuple[str, ...]:
        """The seats of the game."""
        return self.game.seats

    def pieces(self, side: int) -> list[int]:
        """The cells of a side's pieces."""
        return [cell for cell in self.where if cell >= 0 and self.owner(cell) == side]

    def owner(self, cell: int) -> int:
        """The side of the piece on a cell; -1 if there is none."""
        unit = self.board[cell]
        return -1 if unit < 0 else 0 if self.letters[unit].isupper() else 1

    def kind(self, cell: int) -> Kind:
        """The kind of the piece on a cell."""
        return self.game.kinds[self.letters[self.board[cell]].upper()]

    def put(self, letter: str, cell: int) -> None:
        """Put a new piece on an empty cell."""
        self.board[cell] = len(self.where)
        self.where.append(cell)
        self.letters.append(letter)

    def move_piece(self, origin: int, target: int) -> None:
        """Move a piece to an empty cell."""
        unit = self.board[origin]
        self.board[origin], self.board[target], self.where[unit] = EMPTY, unit, target
        self._note("move", unit, origin, target)

    def remove_piece(self, cell: int) -> None:
        """Take a piece off the board."""
        unit = self.board[cell]
        self.board[cell], self.where[unit] = EMPTY, EMPTY
        self._note("fall", unit, cell, cell)

    def change_kind(self, cell: int, letter: str) -> None:
        """Make a piece one of another kind."""
        unit = self.board[cell]
        self._note("change", unit, cell, ord(letter))
        self.letters[unit] = letter if self.letters[unit].isupper() else letter.lower()

    def ask_dice(self, move: int) -> None:
        """Let the dice decide an order; `land` finds it in `pending`."""
        self.pending = move
        self.to_act = CHANCE

    def end_turn(self) -> None:
        """The other side is to act, unless the game is over."""
        self.pending = _NO_ORDER
        self.side = 1 - self.side
        self.to_act = self.side
        self.judge()

    def judge(self) -> None:
        """End the game if the rules say so; called at the beginning of every turn."""

    def strikes(self, move: int) -> bool:
        """Whether an order attacks; unless a game says otherwise, if it leads to a piece."""
        return self.board[target_of(move)] >= 0

    def encode(self) -> str:
        """Turn, counts and pieces in one line."""
        fields = {"side": self.game.seats[self.side], **{name: str(count) for name, count in self.counts.items()}}
        fields["units"] = write_list(self._unit_text(unit) for unit in range(len(self.where)))
        if self.to_act == CHANCE:
            fields["dice"] = str(self.pending)
        return write_line(self, fields)

    def key(self) -> i64:
        """A hash of what stands where, whose turn it is, the counts, and the order under way."""
        word = mix_hash(self.side, self.pending + 2)
        word = mix_hash(mix_hash(word, self.winners), self.ending_code)
        for count in self.counts.values():
            word = mix_hash(word, count)
        for cell, unit in enumerate(self.board):
            if unit >= 0:
                word = mix_hash(word, ord(self.letters[unit]) << 9 | cell)
        return word

    def _unit_text(self, unit: int) -> str:
        cell = self.where[unit]
        return self.letters[unit] + (self.game.grid.name(cell) if cell >= 0 else NOTHING)

    def _note(self, kind: str, unit: int, first: int, second: int) -> None:
        if self.journal is not None:
            self.journal.note(kind, (ord(self.letters[unit]), first, second))


@mypyc_attr(allow_interpreted_subclasses=True)
class BoardGame(Game):
    """A game of such positions; a subclass gives its key and package, and says in `blank` what its positions are."""

    def __init__(self, key: str, package: str) -> None:
        self.key = key
        self.package: Final = package
        self.open = True
        self.rules = load_rules(package)
        self.options, self.presets = load_options(package)
        self.howto = load_howto(package)
        table = load(package, "game.toml")
        self.title, self.summary, self.seats = table.text("title"), table.text("summary"), table.texts("seats")
        if len(self.seats) != 2:
            raise table.wrong(f"'seats' should be two names, not {len(self.seats)}")
        self.counted: Final = table.texts("counts") if table.has("counts") else ()
        self.kinds: Final = {kind.letter: kind for kind in [Kind(entry) for entry in table.entries("piece")]}
        self.reasons = (("", ""), *[(entry.text("text"), entry.text("rule")) for entry in table.entries("ending")])
        self.cited: Final = dict(table.entry("events").items()) if table.has("events") else {}
        self.opening: Final = _read_opening(table)
        table.close()
        self.grid: Final = Grid(len(self.opening[0]), len(self.opening), _BORDER)
        self.empty: Final = [int(item) for item in self.grid.walled(EMPTY, WALL)]
        self._cells: Final[tuple[Cell, ...]] = chequered(self.grid)

    def lesson(self) -> str:
        """The text of the first lesson."""
        return load_lesson(self.package)

    def data_hash(self) -> str:
        """The hash of the data files."""
        return data_hash(self.package)

    def earlier_data(self) -> Mapping[str, int]:
        """The hashes of data that plays the same."""
        return earlier_data(self.package)

    def blank(self, setup: Setup) -> BoardState:
        """A position without pieces."""
        raise NotImplementedError

    def start(self, setup: Setup) -> State:
        """The position of `board` in the data, with the first seat to act."""
        return self.place(Sketch(self.opening, {}), setup)

    def place(self, sketch: Sketch, setup: Setup) -> State:
        """The position that a drawing shows."""
        state = self._agreed_blank(setup)
        for cell, letter in drawn_cells(self.grid, sketch.rows):
            if letter.upper() not in self.kinds:
                letters = "".join(self.kinds)
                known = f"{letters} and {letters.lower()}"
                raise BadPosition(f"{self.grid.name(cell)}: there is no piece '{letter}'; the letters are {known}")
            state.put(letter, cell)
        facts = Facts(self.key, self.seats, sketch.facts)
        state.side = state.to_act = facts.seat("turn")
        for name in self.counted:
            state.counts[name] = facts.number(name)
        facts.close()
        state.judge()
        return state

    def sketch(self, state: State) -> Sketch:
        """The position as a drawing, with whose turn it is and what is counted."""
        position = self.position(state)
        rows = draw_cells(
            self.grid, lambda cell: position.letters[position.board[cell]] if position.owner(cell) >= 0 else "."
        )
        facts: dict[str, FactValue] = {"turn": self.seats[position.side]}
        facts.update(position.counts)
        return Sketch(rows, facts)

    def decode(self, text: str, setup: Setup) -> State:
        """The position that an encoded line holds."""
        state = self._agreed_blank(setup)
        with EncodedLine(self.key, text) as line:
            state.side = state.to_act = self.seats.index(line.text("side"))
            for name in self.counted:
                state.counts[name] = line.number(name, 0, _MOST)
            for word in line.words("units"):
                self._decode_unit(state, word[0], word[1:])
            if line.has("dice"):
                move = line.number("dice", 0, _MOST)
                demand(move in state.legal())
                state.ask_dice(move)
            line.ending_into(state, 3, len(self.reasons))
            demand(state.encode() == text)
        return state

    def _decode_unit(self, state: BoardState, letter: str, place: str) -> None:
        demand(letter.upper() in self.kinds)
        if place == NOTHING:
            state.where.append(EMPTY)
            state.letters.append(letter)
        else:
            cell = read_square(self.grid, place)
            demand(state.board[cell] == EMPTY)
            state.put(letter, cell)

    def _agreed_blank(self, setup: Setup) -> BoardState:
        agreed = self.agree(setup)
        if agreed.armies or agreed.map:
            raise BadOption(f"{self.key} has neither armies nor maps to choose")
        state = self.blank(agreed)
        state.made_for = SetupSource(self, agreed)
        return state

    def position(self, state: State) -> BoardState:
        """A state as a position of this game."""
        return checked_position(state, BoardState, self.key)

    def write(self, state: State, move: int) -> str:
        """An order as its two cells: `a1-b2`, or `a1xb2` if it attacks."""
        sign = "x" if self.position(state).strikes(move) else "-"
        return f"{self.grid.name(origin_of(move))}{sign}{self.grid.name(target_of(move))}"

    def view(self, state: State, viewer: int) -> View:
        """The board with all pieces, what each side has lost, and the choices of the seat to act with their odds."""
        position = self.position(state)
        ending = self.ending(state)
        return View(
            game=self.key,
            viewer=viewer,
            turn=int(state.turn()),
            prompt=self._prompt(position),
            columns=self.grid.columns,
            rows=self.grid.rows,
            cells=self._cells,
            tokens=tuple([self._token(position, unit) for unit, cell in enumerate(position.where) if cell >= 0]),
            trays=(self._lost(position, 0), self._lost(position, 1)),
            offers=self._offers(position) if viewer == state.turn() else (),
            winners=ending.winners if ending else (),
            ending=ending.text if ending else "",
        )

    def _prompt(self, position: BoardState) -> str:
        if position.to_act == OVER:
            return "The game is over"
        return (
            f"{self.seats[position.side]}: the dice decide"
            if position.to_act == CHANCE
            else f"{self.seats[position.side]} to move"
        )

    def _token(self, position: BoardState, unit: int) -> Token:
        letter = position.letters[unit]
        kind, owner = self.kinds[letter.upper()], 0 if letter.isupper() else 1
        stats = tuple([Stat(name.capitalize(), number, number) for name, number in kind.numbers.items()])
        name = f"{self.seats[owner]} {kind.name}"
        return Token(
            f"u{unit}", kind.name.lower(), name, kind.letter, owner, self.grid.name(position.where[unit]), stats=stats
        )

    def _lost(self, position: BoardState, side: int) -> Tray:
        gone = [self._token(position, unit) for unit, cell in enumerate(position.where) if cell < 0]
        tokens = tuple([token for token in gone if token.owner == side])
        return Tray(f"lost-{side}", f"Lost by {self.seats[side]}", side, tokens)

    def _offers(self, position: BoardState) -> tuple[Offer, ...]:
        """The choices piece by piece."""
        return tuple([
            Offer(
                f"{position.kind(origin).name} {self.grid.name(origin)}",
                "piece",
                self.grid.name(origin),
                options=tuple([self._offer(position, move) for move in moves]),
            )
            for origin, moves in group_moves(position.legal(), origin_of).items()
        ])  # fmt: skip

    def _offer(self, position: BoardState, move: int) -> Offer:
        text = self.write(position, move)
        chances = tuple([Chance(result, chance) for result, chance in odds(position, move).items()])
        kind = "attack" if position.strikes(move) else "move"
        return Offer(text, kind, self.grid.name(target_of(move)), text, chances)

    def tell(self, fact: Fact) -> Event:
        """What became of a piece."""
        letter, first, second = fact.numbers
        place = self.grid.name(first)
        who = f"{self.seats[0 if chr(letter).isupper() else 1]}'s {self.kinds[chr(letter).upper()].name}"
        rule = self.cited.get(fact.kind, "")
        if fact.kind == "move":
            target = self.grid.name(second)
            return Event("move", f"{who} moves {place} to {target}.", rule, (place, target))
        if fact.kind == "fall":
            return Event("fall", f"{who} on {place} falls.", rule, (place,))
        return Event("promotion", f"{who} on {place} becomes a {self.kinds[chr(second)].name}.", rule, (place,))


def _read_opening(table: Entry) -> Rows:
    """The board at the start; its last line has a letter for every column."""
    text = table.text("board")
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    try:
        return read_board(text, len(lines[-1].split()) if lines else 0, max(len(lines) - 1, 0))
    except BadPosition as error:
        raise BadData(f"{table.where}: {error}") from None
