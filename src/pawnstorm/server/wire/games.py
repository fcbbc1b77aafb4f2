"""The games, their options and their rules on the wire."""

from pawnstorm.server.wire.base import Outgoing


class RuleText(Outgoing):
    """A rule in our own words."""

    id: str
    chapter: str
    text: str


class OptionInfo(Outgoing):
    """An option as the set-up page shows it. The first value is the default; `rules` are the rulings behind it."""

    key: str
    title: str
    values: list[str]
    explain: str
    rules: list[RuleText]


class PresetInfo(Outgoing):
    """A named choice of options."""

    key: str
    title: str
    options: dict[str, str]


class GameInfo(Outgoing):
    """A game that can be played here."""

    key: str
    title: str
    summary: str
    rules_version: int
    seats: list[str]
    options: list[OptionInfo]
    presets: list[PresetInfo]
    players: list[str]
    """The computer players that can play it."""
    armies: bool = False
    """Whether its players build armies."""
    maps: bool = False
    """Whether there are maps to choose from."""
    lesson: bool = False
    """Whether there is a first lesson."""
    campaign: bool = False
    """Whether some of its maps are a campaign."""


class CharacterInfo(Outgoing):
    """An inclination that a level of the computer may have, as in the player `5:bold`, and one sentence about it."""

    key: str
    about: str


class RulesInfo(Outgoing):
    """GET /api/games/{key}/rules: the rules of a game in our own words, chapter by chapter."""

    game: str
    title: str
    rules: list[RuleText]
    howto: list[str]
    """How to play, in a few sentences for somebody who plays for the first time."""


class Shelf(Outgoing):
    """GET /api/games: all games."""

    games: list[GameInfo]
    characters: list[CharacterInfo]
    """The characters that every level may have."""
