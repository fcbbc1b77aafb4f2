"""A guest's progress through the campaign of a game.

Only the logs of its tables are kept of a campaign: each names the first of them, and a won map is an entry of the table
at which it was won. So progress is as safe as any order, and nothing can contradict it.
"""

from dataclasses import dataclass, field

from pawnstorm.ai.players import named_on_map
from pawnstorm.core.game import Game, Setup
from pawnstorm.server.storage.entries import CampaignTable
from pawnstorm.server.wire.maps import CampaignInfo, StationInfo, StationState


@dataclass(frozen=True)
class Progress:
    """How far a guest has come: `campaign` is empty before the first table, `due` after the last map."""

    campaign: str
    won: frozenset[str]
    due: str
    armies: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    player: str = ""
    """The opponent that the guest has chosen; empty for the usual one."""
    tables: tuple[str, ...] = ()

    def setup(self, key: str) -> Setup:
        """How a map is played in this campaign; armies earned on earlier maps are used on the due one."""
        return Setup(self.options, self.armies if key == self.due else (), key)

    def state_of(self, key: str) -> StationState:
        """Whether a map is won, open or locked."""
        return "won" if key in self.won else "open" if key == self.due else "locked"


def progress_of(game: Game, tables: list[CampaignTable]) -> Progress:
    """The progress that the tables of a guest show, the newest of them first."""
    if not tables:
        return Progress("", frozenset(), game.campaign[0])
    newest = tables[0].made
    same_campaign = [table for table in tables if table.made.campaign == newest.campaign]
    earned = {step.map: step.armies for table in reversed(same_campaign) for step in table.advances}
    due = next((key for key in game.campaign if key not in earned), "")
    before = game.campaign[game.campaign.index(due) - 1] if due else ""
    return Progress(
        campaign=newest.campaign,
        won=frozenset(earned),
        due=due,
        armies=earned.get(before, ()),
        options=dict(newest.options),
        player=next((named_on_map(game, seat.player, newest.map) for seat in newest.seats if seat.player), ""),
        tables=tuple(table.table for table in same_campaign if table.made.map == due),
    )


def campaign_info(game: Game, progress: Progress, table: str) -> CampaignInfo:
    """Progress for the page; `table` is where it goes on."""
    stations = []
    for key in game.campaign:
        survey = game.survey(key)
        stations.append(StationInfo(key=key, title=survey.title, about=survey.about, state=progress.state_of(key)))
    return CampaignInfo(
        game=game.key,
        title=game.title,
        stations=stations,
        due=progress.due,
        table=table,
        begun=bool(progress.campaign),
        tries=len(progress.tables),
        player=progress.player,
        options=progress.options,
    )
