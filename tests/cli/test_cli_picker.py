"""Picking an order by pointing, in trees of any depth, and the card that explains what Enter would do."""

from fractions import Fraction

from pawnstorm.cli.play.picker import Picker
from pawnstorm.cli.play.screen.cell_panel import cell_panel
from pawnstorm.core.game import Setup
from pawnstorm.core.view import Chance, Offer, Part
from pawnstorm.games import load

MOVE = Offer("a1-a2", "move", "a2", "a1-a2")
FIGHT = Offer("a1xa3", "attack", "a3", "a1xa3", (Chance("falls", Fraction(1)),), (Part("Attack", "a1", 0, 2),))
CHARGE = Offer("charge b1", "charge", "b1", options=(Offer("at once", "x", "", "c1!"), Offer("later", "x", "", "c1?")))
PIECE = Offer("Rook a1", "piece", "a1", options=(MOVE, FIGHT, CHARGE))
OTHER = Offer("Rook c1", "piece", "c1", options=(Offer("c1-c2", "move", "c2", "c1-c2"),))
PASS = Offer("Pass", "pass", "", "pass")


def test_a_piece_then_a_target_is_an_order() -> None:
    picker = Picker((PIECE, OTHER, PASS))
    assert picker.pick("a1") == []
    assert picker.selected == "a1"
    assert picker.targets() == (frozenset(("a2", "b1")), frozenset(("a3",)))
    assert picker.cells() == ["a2", "a3", "b1"]
    assert picker.pick("a3") == [FIGHT]


def test_pointing_elsewhere_deselects_or_takes_another_piece() -> None:
    picker = Picker((PIECE, OTHER))
    picker.pick("a1")
    assert picker.pick("c1") == []
    assert picker.selected == "c1"
    assert picker.pick("d4") == []
    assert picker.selected == ""
    assert picker.targets() == (frozenset(), frozenset())


def test_a_deeper_branch_is_asked_as_a_list() -> None:
    picker = Picker((PIECE, OTHER))
    picker.pick("a1")
    assert picker.pick("b1") == []
    assert [offer.order for offer in picker.without_cell()] == ["c1!", "c1?"]
    assert picker.choose(picker.options[1]) == [CHARGE.options[1]]
    assert picker.back()
    assert picker.options == PIECE.options
    assert picker.back()
    assert not picker.back()


def test_several_orders_on_one_cell_are_all_returned() -> None:
    twice = Offer("Rook a1", "piece", "a1", options=(MOVE, Offer("sneak", "move", "a2", "a1~a2")))
    picker = Picker((twice,))
    picker.pick("a1")
    assert [offer.order for offer in picker.pick("a2")] == ["a1-a2", "a1~a2"]


def test_a_branch_that_is_itself_an_order_comes_first() -> None:
    stand = Offer("Stand", "stand", "a1", "stand", options=(MOVE,))
    picker = Picker((stand,))
    assert picker.pick("a1") == []
    assert [offer.order for offer in picker.options] == ["stand", "a1-a2"]
    assert not picker.options[0].options


def test_choices_without_a_place_are_a_question() -> None:
    rescue = tuple(Offer(text, "promotion", "a8", order) for text, order in (("Rook", "=R"), ("Stay", "=stay")))
    assert Picker(rescue).is_a_question()
    assert Picker((PASS, Offer("Stop", "stop", "", "stop"))).is_a_question()
    assert not Picker((PASS,)).is_a_question()
    assert not Picker((PIECE, OTHER)).is_a_question()


def test_the_card_follows_the_cursor() -> None:
    game = load("chess-attack")
    view = game.view(game.start(game.agree(Setup())), 0)
    picker, seats = Picker(view.offers), ("White", "Black")
    assert cell_panel(view, picker, "g1", seats, True, 40).plain.endswith("\n\nNg1-h3 · Ng1-f3")
    assert cell_panel(view, picker, "e5", seats, True, 40).plain == "e5: dark"
    picker.pick("g1")
    chosen = cell_panel(view, picker, "f3", seats, True, 40).plain
    assert chosen.startswith(" N  White Knight on g1\n  Attack 2  Defence 2  Support 1")
    assert chosen.endswith("Enter: Ng1-f3")


def test_the_card_shows_odds_before_a_fight_and_other_choices() -> None:
    game = load("chess-attack")
    view = game.view(game.start(game.agree(Setup())), 0)
    picker = Picker((PIECE, PASS))
    assert "F2 also offers: Pass" in cell_panel(view, picker, "e5", ("White", "Black"), True, 40).plain
    assert "F2 offers: Pass" in cell_panel(view, Picker((PASS,)), "e5", ("White", "Black"), True, 40).plain
    picker.pick("a1")
    preview = cell_panel(view, picker, "a3", ("White", "Black"), True, 40).plain
    assert "Enter: a1xa3\n White 2  + die each\n" in preview
    assert "100.0 % 1/1" in preview
