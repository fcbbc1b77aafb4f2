"""The book of every game: all rules once, diagrams that the rules really allow, and faults in their file."""

import pytest

from pawnstorm.core.errors import BadData
from pawnstorm.core.game import Game
from pawnstorm.core.odds import odds
from pawnstorm.core.rules import Rule
from pawnstorm.core.view import leaves
from pawnstorm.games import load
from pawnstorm.lessons.book import Kind, book, kind_of, read_diagrams

CHESS = load("chess-attack")


def test_every_rule_is_in_one_chapter_and_there_are_diagrams(game: Game) -> None:
    chapters = book(game.key)
    found = [rule for chapter in chapters for rule in chapter.rules]
    assert sorted(rule.id for rule in found) == sorted(rule.id for rule in game.rules)
    assert sum(len(chapter.diagrams) for chapter in chapters) >= 4


def test_diagrams_show_orders_and_odds_of_the_rules(game: Game) -> None:
    for chapter in book(game.key):
        for diagram in chapter.diagrams:
            state = diagram.state
            offers = game.view(state, state.turn()).offers
            if diagram.cell:
                assert any(offer.cell == diagram.cell for offer in offers), diagram.caption
            if diagram.order:
                (leaf,) = [leaf for leaf in leaves(offers) if leaf.order == diagram.order]
                chances = {chance.result: chance.chance for chance in leaf.odds}
                assert chances == odds(state, game.read(state, diagram.order))


@pytest.mark.parametrize(
    ("id", "kind"),
    [
        ("CA-24", Kind.PRINTED),
        ("CA-A1", Kind.RULING),
        ("CA-X2", Kind.READING),
        ("CA-M1", Kind.GAP),
        ("DD-5", Kind.PRINTED),
    ],
)
def test_where_a_rule_comes_from(id: str, kind: Kind) -> None:
    assert kind_of(Rule(id, "moves", "A text.")) is kind


DIAGRAM = """
[[diagram]]
chapter = "combat"
caption = "A fight."
cell = "e4"
order = "e4xd5"

[diagram.position]
board = '''
8 . . . . k . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . p . . . .
4 . . . . P . . .
3 . . . . . . . .
2 . . . . . . . .
1 . . . . K . . .
  a b c d e f g h
'''
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"combat"', '"cooking"', "t, diagram 1 (line 2): no rule of chess-attack is in a chapter 'cooking'"),
        ('cell = "e4"', 'cell = "a1"', "nothing on 'a1' has an order to show"),
        ('order = "e4xd5"', 'order = "e4xf5"', "'e4xf5' is not an order here: "),
        ('order = "e4xd5"', 'order = "e4-e5"', "'e4-e5' throws no dice, so it has no odds to show"),
        ('cell = "e4"', 'color = "red"', "unknown key 'color'"),
    ],
)
def test_a_bad_diagram_is_refused_with_its_place(old: str, new: str, sentence: str) -> None:
    assert len(read_diagrams(CHESS, DIAGRAM, "t")) == 1
    with pytest.raises(BadData) as refused:
        read_diagrams(CHESS, DIAGRAM.replace(old, new, 1), "t")
    assert sentence in str(refused.value)


def test_a_game_without_a_lesson_has_a_book_without_diagrams() -> None:
    assert read_diagrams(CHESS, "", "t") == []
