"""Where tables are made, found and put away."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from typing import TypeVar

from pawnstorm.ai.players import known_players
from pawnstorm.core.errors import Refusal, Refused, UsageError
from pawnstorm.core.fairdice import commitment
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import keys, load
from pawnstorm.server import logs
from pawnstorm.server.guests import Guest, fingerprint, new_seed, new_table_id
from pawnstorm.server.jobs.analyses import Analyses
from pawnstorm.server.jobs.pool import Workers
from pawnstorm.server.problems import Trouble
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Made, SeatMade
from pawnstorm.server.storage.store import Batch, StorageFailed, Store
from pawnstorm.server.table.campaigns import Progress, progress_of, state_of, told
from pawnstorm.server.table.decisions import AskRematch, opening_entries
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.table import Damaged, TooNew, rebuild
from pawnstorm.server.wire.maps import CampaignInfo, CampaignWish
from pawnstorm.server.wire.messages import GameInfo, NewTable, OptionInfo, Pledge, PresetInfo, RuleText, SeatWish, Shelf

Value = TypeVar("Value")

_DAY = 86_400_000
_PLEDGE_SECONDS = 600.0
_PLEDGES = 10_000


class Lobby:
    """Every table in memory, and the way to every table in the store."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.workers = Workers(settings.workers)
        self.analyses = Analyses(self.workers, settings.limits.record_orders)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._pledges: dict[str, tuple[str, float]] = {}
        self._advising = 0

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    async def close(self) -> None:
        """Finish every table's work, then the store's."""
        await asyncio.gather(*(table.stop() for table in list(self._live.values())))
        await self.analyses.close()
        await self.workers.close()
        await self.store.close()

    @contextlib.contextmanager
    def advising(self) -> Iterator[Workers]:
        """Whoever will answer a question of people; they wait in line only as long as the line is short."""
        if self._advising >= self.settings.limits.advice_at_once:
            raise Trouble(503, "busy", "too many people ask the computer just now; try again in a moment")
        self._advising += 1
        try:
            yield self.workers
        finally:
            self._advising -= 1

    # ---- finding ----------------------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable:
        """The table of an id, read from its log if it is not in memory."""
        # A table that has been read may be put away again before whoever waits for it has the word.
        while (found := self._live.get(table)) is None:
            task = self._loading.get(table)
            if task is None:
                # Two visitors at once must not load the same table twice.
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda done: self._loaded(table, done))
            await asyncio.shield(task)
        return found

    def _loaded(self, table: str, task: "asyncio.Task[LiveTable]") -> None:
        del self._loading[table]
        if not task.cancelled():
            # Whoever asked may be gone by now; reading the error here keeps it from being reported as lost.
            task.exception()

    async def _load(self, table: str) -> LiveTable:
        entries = await self._stored(self.store.log(table))
        if not entries:
            raise Trouble(404, "no_table", "there is no such table")
        if len(self._live) >= self.settings.limits.live_tables:
            raise Trouble(503, "busy", "the server has as many tables in play as it can bear")
        try:
            found = rebuild(table, entries)
            found.session.restore_mutes(await self._stored(self.store.mutes(table)))
        except TooNew as error:
            raise Trouble(409, "too_new", f"{error}, which a newer Pawnstorm knows") from None
        except Damaged as error:
            logs.trouble("table damaged", table=logs.short(table), why=str(error))
            raise Trouble(409, "damaged", f"this table cannot be resumed: {error}") from None
        live = LiveTable(found, self.store, self.workers, self.settings, self._put_away)
        self._live[table] = live
        return live

    def _put_away(self, live: LiveTable) -> None:
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]

    async def _stored(self, future: "asyncio.Future[Value]") -> Value:
        try:
            return await future
        except StorageFailed as error:
            logs.trouble("storage failed", why=str(error))
            raise Trouble(503, "storage", "the server cannot reach its storage; try again") from None

    # ---- making -----------------------------------------------------------------------------------------------

    def pledge(self) -> Pledge:
        """Choose a table's id and secret before its maker's seed is known."""
        now = time.monotonic()
        self._pledges = {key: kept for key, kept in self._pledges.items() if kept[1] > now}
        if len(self._pledges) >= _PLEDGES:
            raise Trouble(503, "busy", "too many tables are being made; try again in a few minutes")
        table, seed = new_table_id(), new_seed()
        self._pledges[table] = (seed, now + _PLEDGE_SECONDS)
        return Pledge(table, commitment(table, seed))

    def _redeem(self, pledge: str) -> tuple[str, str]:
        """The id and the secret of a new table: those pledged, or fresh ones."""
        if not pledge:
            return new_table_id(), new_seed()
        seed, until = self._pledges.pop(pledge, ("", 0.0))
        if until < time.monotonic():
            raise Trouble(409, "no_pledge", "that pledge is unknown, used or too old; ask for another")
        return pledge, seed

    async def make(self, guest: Guest, wish: NewTable) -> LiveTable:
        """A new table for a guest."""
        await self._may_make(guest)
        game, setup = _agreed(wish)
        return await self._make(guest, wish, game, setup, self._redeem(wish.pledge), "")

    async def _make(
        self, guest: Guest, wish: NewTable, game: Game, setup: Setup, secrets: tuple[str, str], campaign: str
    ) -> LiveTable:
        seats = _seats(game, setup, wish.seats)
        table, server_seed = secrets
        made = Made(
            game.key,
            game.rules_version,
            dict(setup.options),
            setup.armies,
            setup.map,
            _made_seats(seats, guest, table, wish.seed),
            guest.id,
            server_seed,
            campaign,
            wish.hints,
        )
        await self._stored(self.store.write(Batch().add(table, 0, opening_entries(table, made))))
        logs.event("table made", table=logs.short(table), game=game.key)
        return await self.find(table)

    async def progress(self, guest: Guest, game: Game) -> Progress:
        """How far a guest has come in a campaign."""
        chapters = await self._stored(self.store.chapters(guest.id, game.key)) if guest.id else []
        return progress_of(game, chapters)

    async def campaign(self, guest: Guest, game: Game) -> CampaignInfo:
        """The same for the page, with the table at which it goes on."""
        progress = await self.progress(guest, game)
        going = ""
        for table in progress.tables[:1]:
            with contextlib.suppress(Trouble):
                going = "" if (await self.find(table)).table.over else table
        return told(game, progress, going)

    async def march(self, guest: Guest, game: Game, wish: CampaignWish) -> LiveTable:
        """A table for a map of a guest's campaign: the guest on the first seat, the computer on all others."""
        await self._may_make(guest)
        progress = await self.progress(guest, game)
        if wish.anew or not progress.campaign:
            progress = Progress("", frozenset(), game.campaign[0], options=wish.options)
        key = wish.map or progress.due or game.campaign[0]
        if key not in game.campaign:
            raise Trouble(422, "bad_table", f"'{key}' is no map of the campaign of {game.title}")
        if state_of(progress, key) == "locked":
            raise Trouble(409, "locked", "that map opens when all maps before it are won")
        kept = progress.setup(key)
        table = NewTable(game.key, [], dict(kept.options), list(kept.armies), key, wish.seed)
        _, setup = _agreed(table)
        others = len(game.seating(setup)) - 1
        table.seats = [SeatWish("here"), *[SeatWish("computer", wish.player or progress.player)] * others]
        secrets = self._redeem(wish.pledge)
        return await self._make(guest, table, game, setup, secrets, progress.campaign or secrets[0])

    async def _may_make(self, guest: Guest) -> None:
        since = int(time.time() * 1000) - _DAY
        count = await self._stored(self.store.count_made(guest.id, since))
        if count >= self.settings.limits.tables_per_guest_and_day:
            raise Trouble(429, "too_many", "you have made as many tables as a day allows")

    async def rematch(self, live: LiveTable, guest: Guest, seed: str, pledge: str) -> LiveTable:
        """The one rematch of a table."""
        if not live.table.rematch:
            await self._may_make(guest)
            table, server_seed = self._redeem(pledge)
            no = await live.ask(guest, AskRematch(table, server_seed, seed))
            if no is not None:
                raise Trouble.of(no)
        elif not live.table.session.held_by(guest.id):
            raise Trouble.of(Refused(Refusal.NOT_YOUR_SEAT, "only players ask for a rematch"))
        return await self.find(live.table.rematch)


def _agreed(wish: NewTable) -> tuple[Game, Setup]:
    """The game and its set-up with every option spelled out."""
    try:
        game = load(wish.game)
        setup = game.agree(Setup(wish.options, tuple(wish.armies), wish.map))
        game.start(setup)
    except UsageError as error:
        raise Trouble(422, "bad_table", str(error)) from None
    return game, setup


def _seats(game: Game, setup: Setup, wishes: list[SeatWish]) -> list[SeatWish]:
    """The wished seats, if they fit the game."""
    names = game.seating(setup)
    if len(wishes) != len(names):
        raise Trouble(422, "bad_table", f"{game.title} has {len(names)} seats, not {len(wishes)}")
    programs = known_players(game)
    for name, wish in zip(names, wishes, strict=True):
        if wish.kind == "computer" and wish.player not in programs:
            known = ", ".join(programs)
            raise Trouble(422, "bad_table", f"{name}: there is no player '{wish.player}'; the players are {known}")
        if wish.kind != "computer" and wish.player:
            raise Trouble(422, "bad_table", f"{name}: only a computer seat names a player")
    return wishes


def _made_seats(wishes: list[SeatWish], guest: Guest, table: str, seed: str) -> tuple[SeatMade, ...]:
    """The seats as they are stored; the maker's seed stands with the first seat on the maker's screen."""
    here = [number for number, wish in enumerate(wishes) if wish.kind == "here"]
    return tuple(
        SeatMade(
            wish.kind,
            wish.player,
            guest.id if wish.kind == "here" else "",
            seed if here[:1] == [number] else "",
            fingerprint(guest.invitation(table, number)) if wish.kind == "open" else "",
        )
        for number, wish in enumerate(wishes)
    )


def shelf() -> Shelf:
    """The games and the computer players there are."""
    games = [load(key) for key in keys()]
    able = [known_players(game) for game in games]
    return Shelf([_game(game) for game in games], [name for name in able[0] if all(name in known for known in able)])


def rules_of(game: Game) -> list[RuleText]:
    """The rules of a game in our own words."""
    return [RuleText(rule.id, rule.chapter, rule.text) for rule in game.rules]


def _game(game: Game) -> GameInfo:
    texts = {rule.id: rule for rule in rules_of(game)}
    options = [
        OptionInfo(
            option.key,
            option.title,
            list(option.values),
            option.explain,
            [texts[rule] for rule in option.rules if rule in texts],
        )
        for option in game.options
    ]
    presets = [PresetInfo(preset.key, preset.title, dict(preset.options)) for preset in game.presets]
    has_armies = game.armies() is not None
    seats = list(game.seats)
    return GameInfo(
        game.key,
        game.title,
        game.summary,
        game.rules_version,
        seats,
        options,
        presets,
        has_armies,
        bool(game.maps),
        bool(game.campaign),
    )
