"""The games, their rules and their maps for the page; none of it changes while the server runs."""

from functools import cache
from typing import Final, Literal

from pawnstorm.ai.character import CHARACTERS
from pawnstorm.ai.players import known_players
from pawnstorm.core.errors import UnknownGame
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.rules import Rule
from pawnstorm.core.view import SPECTATOR
from pawnstorm.games import keys, load
from pawnstorm.lessons.book import Chapter, Diagram, Kind, book, kind_of
from pawnstorm.server.errors import ApiError
from pawnstorm.server.wire.book import BookInfo, BookRule, ChapterInfo, DiagramInfo
from pawnstorm.server.wire.encoding import ENCODER
from pawnstorm.server.wire.games import CharacterInfo, GameInfo, OptionInfo, PresetInfo, RulesInfo, RuleText, Shelf
from pawnstorm.server.wire.maps import MapInfo, MapsInfo

KINDS: Final[dict[Kind, Literal["printed", "ruling", "reading", "gap"]]] = {
    Kind.PRINTED: "printed",
    Kind.RULING: "ruling",
    Kind.READING: "reading",
    Kind.GAP: "gap",
}
"""How the wire calls the kinds of rules."""


def find_game(key: str) -> Game:
    """A game by its key."""
    try:
        return load(key)
    except UnknownGame as error:
        raise ApiError(404, "no_game", str(error)) from None


def find_campaign(key: str) -> Game:
    """A game that has a campaign."""
    game = find_game(key)
    if not game.campaign:
        raise ApiError(404, "no_campaign", f"{game.title} has no campaign")
    return game


@cache
def encoded_shelf() -> bytes:
    """All games as JSON."""
    characters = [CharacterInfo(one.key, one.about) for one in CHARACTERS]
    return ENCODER.encode(Shelf([_game(load(key)) for key in keys()], characters))


def _game(game: Game) -> GameInfo:
    texts = {rule.id: rule for rule in _rules(game)}
    options = [
        OptionInfo(
            key=option.key,
            title=option.title,
            values=list(option.values),
            explain=option.explain,
            rules=[texts[rule] for rule in option.rules if rule in texts],
        )
        for option in game.options
    ]
    return GameInfo(
        key=game.key,
        title=game.title,
        summary=game.summary,
        rules_version=game.rules_version,
        seats=list(game.seats),
        options=options,
        presets=[PresetInfo(preset.key, preset.title, dict(preset.options)) for preset in game.presets],
        players=known_players(game),
        armies=game.armies() is not None,
        maps=bool(game.maps),
        lesson=bool(game.lesson()),
        campaign=bool(game.campaign),
    )


@cache
def encoded_book(key: str) -> bytes:
    """The book of a game as JSON."""
    game = find_game(key)
    info = _game(game)
    return ENCODER.encode(
        BookInfo(
            game=game.key,
            title=game.title,
            summary=game.summary,
            howto=list(game.howto),
            lesson=info.lesson,
            armies=info.armies,
            chapters=[_chapter(game, chapter) for chapter in book(game.key)],
            options=info.options,
            presets=info.presets,
        )
    )


def _chapter(game: Game, chapter: Chapter) -> ChapterInfo:
    return ChapterInfo(
        title=chapter.title,
        rules=[_book_rule(rule) for rule in chapter.rules],
        diagrams=[_diagram(game, diagram) for diagram in chapter.diagrams],
    )


def _book_rule(rule: Rule) -> BookRule:
    kind = kind_of(rule)
    return BookRule(rule.id, rule.text, KINDS[kind], kind.value)


def _diagram(game: Game, diagram: Diagram) -> DiagramInfo:
    state = diagram.state
    view = game.view(state, state.turn())
    return DiagramInfo(diagram.caption, view, diagram.cell, diagram.order, list(state.seat_names()))


def rules_of(key: str) -> RulesInfo:
    """The rules of a game in our own words, and how to play it."""
    game = find_game(key)
    return RulesInfo(game=game.key, title=game.title, rules=_rules(game), howto=list(game.howto))


def _rules(game: Game) -> list[RuleText]:
    return [RuleText(rule.id, rule.chapter, rule.text) for rule in game.rules]


@cache
def encoded_maps(key: str) -> bytes:
    """The maps of a game as JSON, each with its first position."""
    game = find_game(key)
    if not game.maps:
        raise ApiError(404, "no_maps", f"{game.title} has no maps to choose from")
    return ENCODER.encode(MapsInfo(game.key, game.title, [_map(game, name) for name in game.maps]))


def _map(game: Game, key: str) -> MapInfo:
    survey = game.survey(key)
    opening = game.start(game.agree(Setup(survey.settles, (), key)))
    return MapInfo(
        key=key,
        title=survey.title,
        about=survey.about,
        seats=list(opening.seat_names()),
        settles=dict(survey.settles),
        station=game.campaign.index(key) + 1 if key in game.campaign else 0,
        view=game.view(opening, SPECTATOR),
    )
