"""The maps of a game, and a guest's way through its campaign.

Of a campaign nothing is kept besides the logs of its tables: each of them names the first one, and a map that is won is
an entry of the table at which that happened. So progress is as safe as any order, and nothing can contradict it.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import cast

from pawnstorm.ai.players import PLAYERS
from pawnstorm.core.errors import UnknownGame
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.view import SPECTATOR, View
from pawnstorm.games import load
from pawnstorm.server.problems import Trouble
from pawnstorm.server.storage.entries import Chapter
from pawnstorm.server.table.redaction import ENCODER, encode_view
from pawnstorm.server.wire.maps import CampaignInfo, MapInfo, MapsInfo, StationInfo, StationState


@cache
def maps_of(key: str) -> bytes:
    """The maps of a game as JSON; they do not change while the server runs."""
    game = _find(key)
    if not game.maps:
        raise Trouble(404, "no_maps", f"{game.title} has no maps to choose from")
    return ENCODER.encode(MapsInfo(game.key, game.title, [_map(game, key) for key in game.maps]))


def _map(game: Game, key: str) -> MapInfo:
    survey = game.survey(key)
    opening = game.start(game.agree(Setup(survey.settles, (), key)))
    view = cast(View, encode_view(game.view(opening, SPECTATOR)))
    station = game.campaign.index(key) + 1 if key in game.campaign else 0
    return MapInfo(key, survey.title, survey.about, list(opening.seat_names()), dict(survey.settles), station, view)


# ---- campaigns ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Progress:
    """How far a guest has come: `campaign` is empty before the first table, `due` after the last map."""

    campaign: str
    won: frozenset[str]
    due: str
    armies: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    player: str = list(PLAYERS)[-1]
    tables: tuple[str, ...] = ()

    def setup(self, key: str) -> Setup:
        """How a map is played in this campaign; what earlier maps have earned comes along to the due one."""
        return Setup(self.options, self.armies if key == self.due else (), key)


def campaign_of(key: str) -> Game:
    """A game that has a campaign."""
    game = _find(key)
    if not game.campaign:
        raise Trouble(404, "no_campaign", f"{game.title} has no campaign")
    return game


def progress_of(game: Game, chapters: list[Chapter]) -> Progress:
    """What the tables of a guest amount to, the newest of them first."""
    if not chapters:
        return Progress("", frozenset(), game.campaign[0])
    newest = chapters[0].made
    own = [chapter for chapter in chapters if chapter.made.campaign == newest.campaign]
    earned = {step.map: step.armies for chapter in reversed(own) for step in chapter.advances}
    due = next((key for key in game.campaign if key not in earned), "")
    before = game.campaign[game.campaign.index(due) - 1] if due else ""
    player = next((seat.player for seat in newest.seats if seat.player), "")
    here = tuple(chapter.table for chapter in own if chapter.made.map == due)
    armies = earned.get(before, ())
    return Progress(newest.campaign, frozenset(earned), due, armies, dict(newest.options), player, here)


def state_of(progress: Progress, key: str) -> StationState:
    """How a guest stands with a map."""
    return "won" if key in progress.won else "open" if key == progress.due else "locked"


def told(game: Game, progress: Progress, table: str) -> CampaignInfo:
    """Progress as it travels."""
    stations = []
    for key in game.campaign:
        survey = game.survey(key)
        stations.append(StationInfo(key, survey.title, survey.about, state_of(progress, key)))
    return CampaignInfo(
        game.key,
        game.title,
        stations,
        progress.due,
        table,
        bool(progress.campaign),
        len(progress.tables),
        progress.player,
        progress.options,
    )


def _find(key: str) -> Game:
    try:
        return load(key)
    except UnknownGame as error:
        raise Trouble(404, "no_game", str(error)) from None
