"""Drawing views of any shape: chess, a large board for four, boards with holes, stacks, wounds, numbers, odds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console
from rich.style import Style
from rich.text import Text

from pawnstorm.cli.draw import fights, palette, sprites
from pawnstorm.cli.draw.board import (
    SIZES,
    BoardLayout,
    BoardStyle,
    board_size,
    cell_at,
    draw,
    fitting_size,
    lay_out,
    neighbour,
)
from pawnstorm.cli.draw.panels import log_panel, piece_card, visible_order
from pawnstorm.cli.draw.plain_board import draw_plain
from pawnstorm.core.dice import Die, Pool, SeededTower
from pawnstorm.core.game import Setup
from pawnstorm.core.match import Match
from pawnstorm.core.step import Step
from pawnstorm.core.view import Cell, Chance, Part, Stat, Token, View
from pawnstorm.games import load

CHESS = load("chess-attack")
START = CHESS.start(CHESS.agree(Setup()))
TWO = ("White", "Black")
FOUR = ("Red", "Blue", "Gold", "Stone")
HURT = Token(
    "u1", "rook", "Black Rook", "R", 1, "b1", marks=("wounded",), stats=(Stat("Attack", 2, 3), Stat("Support", 1, 1))
)


def toy_view(columns: int, rows: int, *tokens: Token, holes: tuple[str, ...] = (), ground: str = "mud") -> View:
    names = [(chr(97 + column), row + 1, column, row) for column in range(columns) for row in range(rows)]
    cells = tuple(
        Cell(f"{file}{rank}", column, row, ground if (column + row) % 2 else "light")
        for file, rank, column, row in names
        if f"{file}{rank}" not in holes
    )
    return View("toy", -1, 0, "Red to move", columns, rows, cells, tokens)


def test_chess_without_colour_reads_like_a_diagram() -> None:
    layout = lay_out(CHESS.view(START, 0))
    assert draw_plain(layout, TWO).splitlines()[0] == " 8 r n b q k b n r"
    assert draw_plain(layout, TWO).splitlines()[-1] == "   a b c d e f g h"
    assert draw_plain(layout, TWO, flipped=True).splitlines()[0] == " 1 R N B K Q B N R"


def test_owners_wounds_and_grounds_differ_without_colour() -> None:
    tokens = (HURT, Token("u2", "rook", "Gold Rook", "R", 2, "a1"))
    drawn = draw_plain(lay_out(toy_view(3, 2, *tokens, holes=("c2",))), FOUR)
    assert drawn.splitlines() == [" 2 :   .", " 1 R3  r2* .", "   a   b   c", ": mud, * wounded"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("flipped", [False, True])
def test_every_size_draws_a_full_rectangle(size: tuple[int, int], flipped: bool) -> None:
    layout = lay_out(CHESS.view(START, 0))
    style = BoardStyle(TWO, size, flipped, numbers=True, cursor="e2", selected="e2", moves=frozenset(("e3", "e4")))
    lines = draw(layout, style).split("\n")
    width, height = board_size(layout, size)
    assert len(lines) == height
    assert {line.cell_len for line in lines} == {width}


def test_the_board_is_as_large_as_its_room_allows() -> None:
    chess, castle = lay_out(CHESS.view(START, 0)), lay_out(toy_view(19, 19))
    assert fitting_size(chess, 80 - 34, 24 - 7) == (5, 2)
    assert fitting_size(chess, 120 - 34, 40 - 7) == (9, 4)
    assert fitting_size(castle, 80 - 34, 24 - 3) == (2, 1)
    assert fitting_size(castle, 200, 60) == (7, 3)
    assert fitting_size(chess, 10, 5) == SIZES[-1]


def test_pointing_and_clicking_agree_with_the_drawing() -> None:
    layout = lay_out(CHESS.view(START, 0))
    style, turned = BoardStyle(TWO, (5, 2)), BoardStyle(TWO, (5, 2), flipped=True)
    assert [cell_at(layout, style, x, y) for x, y in ((2, 0), (2, 15), (41, 15), (41, 16), (0, 0))] == [
        "a8",
        "a1",
        "h1",
        "",
        "",
    ]
    assert (cell_at(layout, turned, 2, 0), cell_at(layout, turned, 41, 15)) == ("h1", "a8")
    assert neighbour(layout, style, "e4", 1, 0) == "f4"
    assert neighbour(layout, turned, "e4", 1, 0) == "d4"
    assert neighbour(layout, style, "h1", 1, 0) == "h1"


def test_the_cursor_steps_over_holes() -> None:
    layout = lay_out(toy_view(3, 1, holes=("b1",)))
    assert neighbour(layout, BoardStyle(FOUR), "a1", 1, 0) == "c1"
    assert cell_at(layout, BoardStyle(FOUR, (3, 1)), 2 + 4, 0) == ""


def test_a_wound_is_a_star_and_smaller_numbers() -> None:
    view = toy_view(2, 1, HURT)
    drawn = draw(lay_out(view), BoardStyle(TWO, (9, 4), numbers=True)).plain
    assert "r" in drawn
    assert "*" in drawn
    assert "2 1" in drawn
    small = draw(lay_out(view), BoardStyle(TWO, (5, 2), letters=True)).plain
    assert "r*" in small
    assert piece_card(view, "b1", TWO, letters=True).plain == (
        "b1: mud\n r  Black Rook on b1 wounded \n  Attack 2 (printed 3)  Support 1"
    )


def grounds(text: Text, words: str) -> set[str]:
    """The background colours behind the first place where the words are."""
    start = text.plain.index(words)
    styles = [span.style for span in text.spans if span.start < start + len(words) and span.end > start]
    return {style.bgcolor.name for style in styles if isinstance(style, Style) and style.bgcolor}


@pytest.mark.parametrize("size", [(3, 1), (2, 1)])
def test_where_a_tile_hides_its_square_it_takes_the_colour_of_an_attack(size: tuple[int, int]) -> None:
    layout = lay_out(toy_view(2, 1, HURT))
    calm, attacked = (
        draw(layout, BoardStyle(TWO, size, letters=True, attacks=cells)) for cells in (frozenset(), frozenset({"b1"}))
    )
    assert palette.ATTACK not in grounds(calm, "r*")
    assert grounds(attacked, "r*") == {palette.ATTACK}


def test_glyphs_differ_by_owner_not_only_in_colour() -> None:
    def rook(owner: int) -> Token:
        return Token("u", "rook", "Rook", "R", owner)

    assert (palette.glyph(rook(0), letters=False), palette.glyph(rook(1), letters=False)) == ("♖", "♜")
    assert (palette.glyph(rook(0), letters=True), palette.glyph(rook(1), letters=True)) == ("R", "r")
    assert palette.glyph(Token("u", "dragon", "Dragon", "D", 0), letters=False) == "D"
    assert len({palette.seat_colours(FOUR, seat).sign for seat in range(4)}) == 4
    assert palette.seat_colours(FOUR, -1) == palette.NOBODY
    assert palette.seat_colours(("Blue", "Red"), 0).background == palette.seat_colours(("White", "Blue"), 1).background


def test_a_stack_is_drawn_from_the_top_and_its_card_shows_all_of_it() -> None:
    horse = Token("u2", "horse", "Red Horse", "H", 0, "b1")
    rider = Token("u3", "rider", "Red Rider", "D", 0, "b1", layer=1, marks=("braced",))
    view = toy_view(2, 1, rider, horse)
    assert "DH°" in draw_plain(lay_out(view), TWO)
    foe = Token("u4", "foe", "Black Foe", "F", 1, "b1", layer=2)
    assert "f" in draw_plain(lay_out(toy_view(2, 1, rider, horse, foe)), TWO)
    assert [line.split(" on ")[0].strip(" DH") for line in piece_card(view, "b1", TWO, True).plain.split("\n")] == [
        "b1: mud",
        "Red Rider",
        "Red Horse",
    ]


def test_every_figure_has_its_size_and_no_two_are_equal() -> None:
    drawn = [tuple(sprites.sprite(kind)) for kind in sprites.SPRITES]
    assert len(set(drawn)) == len(drawn) == 6
    for lines in drawn:
        assert [len(line) for line in lines] == [sprites.WIDTH] * sprites.HEIGHT
        # The corners stay free for the letter and the star.
        assert all(line[0] == line[-1] == " " for line in lines)
    assert sprites.sprite("dragon") == []


ODDS = (Chance("target falls", Fraction(10, 36)), Chance("both wounded", Fraction(26, 36)))


def test_odds_are_fractions_of_one_whole_with_bars_to_scale() -> None:
    assert fights.fractions(ODDS) == ["5/18", "13/18"]
    lines = fights.odds_picture(ODDS, 60).plain.split("\n")
    assert [line.endswith(end) for line, end in zip(lines, (" 27.8 %  5/18", " 72.2 % 13/18"), strict=True)] == [
        True,
        True,
    ]
    assert lines[1].count("█") > 2 * lines[0].count("█")
    narrow = fights.odds_picture(ODDS, 24).plain.split("\n")
    assert len(narrow) == 4
    assert all(len(line) <= 24 for line in narrow)
    assert fights.bar(Fraction(1), 5) == "█████"
    assert fights.bar(Fraction(1, 2), 5) == "██▌  "


def test_sums_show_every_term_and_the_totals() -> None:
    parts = (Part("Attack", "e4", 0, 2), Part("Defence", "d5", 1, 1), Part("Support", "c3", 0, 1))
    assert fights.sums_picture(parts, TWO).plain.split("\n") == [
        " White  3 + die",
        "  +2 Attack e4",
        "  +1 Support c3",
        " Black  1 + die",
        "  +1 Defence d5",
    ]
    assert fights.sums_line(parts, TWO).plain == " White 3   Black 1  + die each"


def test_secret_orders_are_shown_once_they_are_revealed() -> None:
    """While Black still chooses an army nobody else knows White's; then everybody does."""
    match = Match(load("ch35s"), Setup(), SeededTower(3))
    match.add(match.step_for(0, "take k1"))
    shown = [visible_order(match, match.steps[1], viewer) for viewer in (-1, 0, 1)]
    assert shown == ["a secret order", "take k1", "a secret order"]
    match.add(match.step_for(1, "take b1"))
    console = Console(width=80, color_system=None)
    with console.capture() as caught:
        console.print(log_panel(match, -1, 9))
    assert "White take k1" in caught.get()
    assert "Black take b1" in caught.get()


def test_secret_dice_are_shown_to_their_audience_only() -> None:
    pool = Pool((Die(6, 0, "attack"), Die(13, 1, "card", audience=0b10)), "a test", "TT-1")
    step = Step(START, 0, "x", (pool,), ((4, 11),), ())
    assert [face for _, face in fights.visible_dice(step, 1)] == [4, 11]
    assert [face for _, face in fights.visible_dice(step, 0)] == [4]
    assert [face for _, face in fights.visible_dice(step, -1)] == [4]
    big = fights.dice_picture(fights.visible_dice(step, 1), TWO, 40).plain
    assert big.count("●") == 4
    assert "11" in big
    assert "White" in big


def test_many_dice_break_into_rows() -> None:
    dice = [(Die(6, 0, "volley"), 1)] * 7
    rows = fights.dice_picture(dice, TWO, 40)
    assert isinstance(rows, Text)
    assert max(len(line) for line in rows.plain.split("\n")) <= 40
    assert rows.plain.count("●") == 7


def zone_view() -> View:
    """Two zones next to each other, the second an objective with many pieces of both sides."""
    cells = (Cell("1", 0, 0, "zone"), Cell("2", 1, 0, "objective"))
    crowd = [Token(f"u{number}", "pawn", "White Husk", "HU", 0, "2", layer=number) for number in range(3)]
    hurt = Token("u3", "pawn", "White Husk", "HU", 0, "2", layer=3, marks=("wounded",))
    enemy = Token("u4", "pawn", "Black Trooper", "TR", 1, "2", layer=4, marks=("Extra Attack",))
    return View("toy", -1, 0, "White to act", 2, 1, cells, (*crowd, hurt, enemy))


def test_zones_show_their_name_and_everything_in_them() -> None:
    layout = lay_out(zone_view())
    assert layout.has_zones
    assert draw_plain(layout, TWO).splitlines() == [" 1:           2~3HU+HU*+tr", ": zone, ~ objective, * wounded"]
    drawn = draw(layout, BoardStyle(TWO, fitting_size(layout, 60, 20))).plain
    assert all(text in drawn for text in ("1 zone", "2 objective", " 3HU ", " HU* ", " tr "))


def test_a_zone_too_small_for_its_pieces_shows_dots() -> None:
    layout = lay_out(zone_view())
    assert fitting_size(layout, 10, 4) == (9, 3)
    drawn = draw(layout, BoardStyle(TWO, (9, 3), cursor="2")).plain
    assert "…" in drawn
    assert not lay_out(CHESS.view(START, 0)).has_zones


# ---- without colours, and states that are not wounds -----------------------------------------------------------------


def token(*marks: str, stats: tuple[Stat, ...] = ()) -> Token:
    return Token("u1", "rook", "Red Rook", "R", 0, "a1", marks=marks, stats=stats)


def test_only_harm_has_the_colour_of_wounds() -> None:
    assert [palette.mark_colour(mark) for mark in ("wounded", "entangled", "drained")] == [palette.HURT] * 3
    assert [palette.mark_colour(mark) for mark in ("warded", "inspired", "Quick Strike", "covered")] == [
        palette.GOOD
    ] * 4
    assert [palette.mark_colour(mark) for mark in ("asleep", "acted 2", "unmanned")] == [palette.STATE] * 3
    assert [palette.mark_sign(token(*marks)) for marks in (("wounded", "warded"), ("drained",), ("warded",), ())] == [
        "*",
        "!",
        "°",
        "",
    ]
    assert palette.marks_colour(token("warded", "wounded")) == palette.HURT
    assert palette.marks_colour(token("asleep", "warded")) == palette.GOOD


def test_better_numbers_are_not_drawn_as_wounds() -> None:
    """A target number is better when it is smaller."""
    changed = [Stat("Health", 2, 3), Stat("HTH", 4, 3), Stat("D", 4, 5), Stat("D", 6, 5), Stat("Move", 2, 2)]
    assert [palette.stat_colour(stat) for stat in changed] == [
        palette.HURT,
        palette.GOOD,
        palette.GOOD,
        palette.HURT,
        "",
    ]
    card = piece_card(toy_view(1, 1, token("warded", stats=(Stat("D", 4, 5),))), "a1", TWO, True)
    assert not any(palette.HURT in str(span.style) for span in card.spans)
    drawn = draw(lay_out(toy_view(1, 1, token("warded"))), BoardStyle(TWO, (9, 4)))
    assert not any(palette.HURT in str(span.style) for span in drawn.spans)


CASTLE = load("castle-chess")


def castle_layout() -> BoardLayout:
    setup = CASTLE.agree(Setup(map="emperor"))
    return lay_out(CASTLE.view(CASTLE.start(setup), 0))


@pytest.mark.parametrize("size", SIZES)
def test_without_colours_gates_walls_and_the_cursor_are_signs(size: tuple[int, int]) -> None:
    layout = castle_layout()
    here = next(cell.id for cell in layout.view.cells if cell.ground == "ground")
    drawn = draw(layout, BoardStyle(FOUR, size, colourless=True, cursor=here)).plain.rpartition("\n")[0]
    assert drawn.count("]") == 1
    assert drawn.count("[") == (1 if size[0] > 2 else 0)
    grounds = [cell.ground.split(" ")[0] for cell in layout.view.cells if cell.id not in layout.top_tokens]
    for ground, sign in (("gate", "G"), ("side-gate", "g"), ("wall", "#")):
        assert drawn.count(sign) >= grounds.count(ground) > 0


def test_without_colours_a_gate_shows_below_a_unit_and_targets_have_signs() -> None:
    gate = Cell("a1", 0, 0, "gate White")
    plain = Cell("b1", 1, 0, "ground")
    view = View("toy", 0, 0, "", 2, 1, (gate, plain), (token(), replace(token(), id="u2", owner=1, cell="b1")))
    layout = lay_out(view)
    assert draw(layout, BoardStyle(TWO, (3, 1), letters=True, colourless=True)).plain.splitlines()[0].endswith("GR  r ")
    pointed = BoardStyle(TWO, (3, 1), letters=True, colourless=True, selected="a1", attacks=frozenset(("b1",)))
    assert draw(layout, pointed).plain.splitlines()[0].endswith("{R}›r‹")


def test_plain_drawings_show_side_gates_and_assassins_differently() -> None:
    drawn = draw_plain(castle_layout(), FOUR)
    assert "g side-gate" in drawn.splitlines()[-1]
    letters = {palette.letter(token) for token in castle_layout().view.tokens}
    assert not letters & {"g", "G", "#", "T", "P"}


def test_the_legend_gives_each_sign_its_own_states_only() -> None:
    """A wound hides the other states of a piece, and the legend does not mix them up."""
    tokens = (token("warded", "wounded"), replace(token("warded", "drained"), id="u2", cell="b1"))
    view = toy_view(2, 1, *tokens, ground="dark")
    assert draw_plain(lay_out(view), TWO).splitlines()[-1] == "* wounded, ! drained"


def test_the_legend_explains_every_sign() -> None:
    game = load("trench-checkers")
    match = Match(game, Setup(), SeededTower(3))
    match.add(match.step_for(match.turn, "first Blue"))
    match.add(match.step_for(match.turn, "terrain b4"))
    legend = draw_plain(lay_out(game.view(match.state, -1)), match.seats).splitlines()[-1]
    assert all(words in legend for words in ("X Terrain", "+ ", "° asleep"))
