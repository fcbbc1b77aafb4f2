"""The lobby: where tables are made and found."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from pawnstorm.ai.players import is_known_player, known_players, player_on_map
from pawnstorm.core.errors import Refusal, Refused, UsageError
from pawnstorm.core.fairdice import commitment
from pawnstorm.core.game import Game, Setup
from pawnstorm.core.signature import Signer
from pawnstorm.games import load
from pawnstorm.server import logs
from pawnstorm.server.errors import ApiError
from pawnstorm.server.guests import Guest, fingerprint, new_seed, new_table_id
from pawnstorm.server.jobs.analyses import Analyses
from pawnstorm.server.jobs.pool import Workers
from pawnstorm.server.settings import Settings
from pawnstorm.server.storage.entries import Made, SeatMade
from pawnstorm.server.storage.notices import Notice, Spent
from pawnstorm.server.storage.store import Batch, Conflict, StorageFailed, Store
from pawnstorm.server.table.being_played import BeingPlayed
from pawnstorm.server.table.campaigns import Progress, campaign_info, progress_of
from pawnstorm.server.table.decisions import AskRematch, opening_entries
from pawnstorm.server.table.following import Following
from pawnstorm.server.table.live import LiveTable
from pawnstorm.server.table.retention import Retention
from pawnstorm.server.table.slices import Slices
from pawnstorm.server.table.table import Damaged, TooNew, rebuilding
from pawnstorm.server.wire.maps import CampaignInfo, CampaignRequest
from pawnstorm.server.wire.tables import NewSeat, NewTable, Pledge

Value = TypeVar("Value")

_DAY = 86_400_000
_PLEDGE_TIME = 600_000
_LONG = 1000
"""From how many entries on a table counts towards the limit of all long ones."""


class TableSecrets(NamedTuple):
    """What is chosen for a table before it is made: its id and the server's seed for its dice."""

    table: str
    server_seed: str


class Lobby:
    """Keeps the tables that are in memory, and loads others from the store."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.signer = Signer(store.secret_key)
        self.workers = Workers(settings.workers)
        limits = settings.limits
        self.analyses = Analyses(self.workers, limits.record_orders, limits.analyses_of_an_address)
        self.slices = Slices()
        self.being_played = BeingPlayed()
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._retention = Retention(settings, store, self._live)
        self._following = Following(store.process, self._live)
        self._advising: Counter[str] = Counter()

    @property
    def live(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    async def start(self, spent: Callable[[Spent], None]) -> None:
        """Keep up with other processes and delete unused tables; `spent` is told what addresses do elsewhere."""

        def heard(process: str, notices: Sequence[Notice]) -> None:
            self._following.heard(process, notices)
            for notice in notices:
                if isinstance(notice, Spent) and process != self.store.process:
                    spent(notice)

        await self.store.listen(heard, self._following.catch_up)
        self._retention.start()

    async def close(self) -> None:
        """Finish every table's work, then the store's."""
        await self._retention.stop()
        await asyncio.gather(*(table.stop() for table in list(self._live.values())))
        await self.analyses.close()
        await self.workers.close()
        await self.store.close()

    @contextlib.contextmanager
    def advising(self, address: str) -> Iterator[Workers]:
        """The workers that answer a question of a person; refused if too many questions are waiting."""
        limits = self.settings.limits
        if self._advising[address] >= limits.advice_of_an_address:
            raise ApiError(503, "busy", "your last questions are still being answered; try again in a moment")
        if self._advising.total() >= limits.advice_at_once:
            raise ApiError(503, "busy", "too many people are asking the computer; try again in a moment")
        self._advising[address] += 1
        try:
            yield self.workers
        finally:
            self._advising[address] -= 1
            self._advising += Counter()

    # ---- finding ----------------------------------------------------------------------------------------------

    async def find(self, table: str) -> LiveTable:
        """The table of an id as it is stored now, read from its log if it is not in memory."""
        while True:
            found = self._live.get(table) or await self._find_in_store(table)
            await found.follow()
            # It may leave the memory again before the waiting task runs.
            if not found.closed:
                return found

    async def _find_in_store(self, table: str) -> LiveTable:
        task = self._loading.get(table)
        if task is None:
            # Two guests who come at once must not load the same table twice.
            task = self._loading[table] = asyncio.create_task(self._load(table))
            self._following.loading(table)
            task.add_done_callback(lambda done: self._loaded(table, done))
        return await asyncio.shield(task)

    def _loaded(self, table: str, task: "asyncio.Task[LiveTable]") -> None:
        del self._loading[table]
        self._following.loaded(table)
        if not task.cancelled():
            # The guest may have gone. Reading the error here keeps it from being reported as never retrieved.
            task.exception()

    async def _load(self, table: str) -> LiveTable:
        entries = await self._from_store(self.store.log(table))
        if not entries:
            raise ApiError(404, "no_table", "there is no such table")
        await self._make_room(len(entries))
        try:
            found = (await self.slices.gather(rebuilding(table, entries)))[-1]
            found.session.restore_mutes(await self._from_store(self.store.mutes(table)))
        except TooNew as error:
            raise ApiError(409, "too_new", f"{error}, which a newer Pawnstorm knows") from None
        except Damaged as error:
            logs.failure("table damaged", table=logs.short(table), why=str(error))
            raise ApiError(409, "damaged", f"this table cannot be resumed: {error}") from None
        live = LiveTable(found, self.store, self.workers, self.slices, self.settings, self._forget, self.being_played)
        self._live[table] = live
        return live

    async def _make_room(self, entries: int) -> None:
        """Refuse a table for which there is no room in memory; for a long one, unwatched long ones leave it."""
        limits = self.settings.limits
        if len(self._live) >= limits.live_tables:
            raise ApiError(503, "busy", "the server has as many tables in play as it can hold")
        if entries <= _LONG:
            return
        long = [live for live in self._live.values() if live.table.rev > _LONG]
        held = sum(live.table.rev for live in long)
        for live in long:
            if held + entries > limits.orders_in_memory and not live.watchers:
                held -= live.table.rev
                await live.stop()
        if held + entries > limits.orders_in_memory:
            raise ApiError(503, "busy", "the server has as many long games in play as it can hold")

    def _forget(self, live: LiveTable) -> None:
        if self._live.get(live.table.id) is live:
            del self._live[live.table.id]

    async def _from_store(self, future: Awaitable[Value]) -> Value:
        try:
            return await future
        except Conflict:
            raise
        except StorageFailed as error:
            logs.failure("storage failed", why=str(error))
            raise ApiError(503, "storage", "the server cannot reach its storage; try again") from None

    # ---- making -----------------------------------------------------------------------------------------------

    async def pledge(self) -> Pledge:
        """Choose a table's id and secret seed before its maker's seed is known."""
        table, seed = new_table_id(), new_seed()
        now = _now()
        if not await self._from_store(self.store.keep_pledge(table, seed, now, now + _PLEDGE_TIME)):
            raise ApiError(503, "busy", "too many tables are being made; try again in a few minutes")
        return Pledge(table, commitment(table, seed))

    async def _redeem(self, pledge: str) -> TableSecrets:
        """The id and the secret seed of a new table: the pledged ones, or new ones."""
        if not pledge:
            return TableSecrets(new_table_id(), new_seed())
        seed = await self._from_store(self.store.redeem_pledge(pledge, _now()))
        if not seed:
            raise ApiError(409, "no_pledge", "that pledge is unknown, used or too old; ask for another one")
        return TableSecrets(pledge, seed)

    async def make(self, guest: Guest, request: NewTable) -> LiveTable:
        """A new table for a guest."""
        await self._check_quota(guest)
        game, setup = _agreed(request)
        return await self._make(guest, request, game, setup, await self._redeem(request.pledge), "")

    async def _make(
        self, guest: Guest, request: NewTable, game: Game, setup: Setup, secrets: TableSecrets, campaign: str
    ) -> LiveTable:
        seats = _checked_seats(game, setup, request.seats)
        table, server_seed = secrets
        made = Made(
            game=game.key,
            rules_version=game.rules_version,
            options=dict(setup.options),
            armies=setup.armies,
            map=setup.map,
            seats=_made_seats(seats, guest, table, request.seed),
            maker=guest.id,
            server_seed=server_seed,
            campaign=campaign,
            hints=request.hints,
        )
        # A conflict means that it is stored already: the answer to the first attempt was lost.
        with contextlib.suppress(Conflict):
            await self._from_store(self.store.write(Batch().add(table, 0, opening_entries(table, made))))
        logs.event("table made", table=logs.short(table), game=game.key)
        return await self.find(table)

    async def progress(self, guest: Guest, game: Game) -> Progress:
        """How far a guest has come in a campaign."""
        tables = await self._from_store(self.store.campaign_tables(guest.id, game.key)) if guest.id else []
        return progress_of(game, tables)

    async def campaign(self, guest: Guest, game: Game) -> CampaignInfo:
        """The same for the page, with the table at which it goes on."""
        progress = await self.progress(guest, game)
        present = ""
        for table in progress.tables[:1]:
            with contextlib.suppress(ApiError):
                present = "" if (await self.find(table)).table.over else table
        return campaign_info(game, progress, present)

    async def make_for_campaign(self, guest: Guest, game: Game, request: CampaignRequest) -> LiveTable:
        """A table for a map of a guest's campaign: the guest on the first seat, the computer on all others."""
        await self._check_quota(guest)
        progress = await self.progress(guest, game)
        if request.restart or not progress.campaign:
            progress = Progress("", frozenset(), game.campaign[0], options=request.options)
        key = request.map or progress.due or game.campaign[0]
        if key not in game.campaign:
            raise ApiError(422, "bad_table", f"'{key}' is not a map of the campaign of {game.title}")
        if progress.state_of(key) == "locked":
            raise ApiError(409, "locked", "that map opens when all maps before it are won")
        kept = progress.setup(key)
        table = NewTable(
            game=game.key,
            seats=[],
            options=dict(kept.options),
            armies=list(kept.armies),
            map=key,
            seed=request.seed,
        )
        _, setup = _agreed(table)
        others = len(game.seating(setup)) - 1
        wanted = progress.player if request.player is None else request.player
        player = player_on_map(game, wanted, key)
        table.seats = [NewSeat("here"), *[NewSeat("computer", player)] * others]
        secrets = await self._redeem(request.pledge)
        return await self._make(guest, table, game, setup, secrets, progress.campaign or secrets.table)

    async def _check_quota(self, guest: Guest) -> None:
        await self._retention.check_room()
        count = await self._from_store(self.store.count_made(guest.id, _now() - _DAY))
        if count >= self.settings.limits.tables_per_guest_and_day:
            raise ApiError(429, "too_many", "you have made as many tables as you may in one day")

    async def rematch(self, live: LiveTable, guest: Guest, seed: str, pledge: str) -> LiveTable:
        """The one rematch of a table."""
        if not live.table.rematch:
            await self._check_quota(guest)
            table, server_seed = await self._redeem(pledge)
            refused = await live.handle(guest, AskRematch(table, server_seed, seed))
            if refused is not None:
                raise ApiError.from_refusal(refused)
        elif not live.table.session.held_by(guest.id):
            raise ApiError.from_refusal(Refused(Refusal.NOT_YOUR_SEAT, "only players may ask for a rematch"))
        return await self.find(live.table.rematch)


def _now() -> int:
    """Milliseconds, by a clock that all processes share."""
    return int(time.time() * 1000)


def _agreed(request: NewTable) -> tuple[Game, Setup]:
    """The game and its set-up with a value for every option."""
    try:
        game = load(request.game)
        setup = game.agree(Setup(request.options, tuple(request.armies), request.map))
        game.start(setup)
    except UsageError as error:
        raise ApiError(422, "bad_table", str(error)) from None
    return game, setup


def _checked_seats(game: Game, setup: Setup, seats: list[NewSeat]) -> list[NewSeat]:
    """The seats of a new table, if they match the game."""
    names = game.seating(setup)
    if len(seats) != len(names):
        raise ApiError(422, "bad_table", f"{game.title} has {len(names)} seats, not {len(seats)}")
    for name, seat in zip(names, seats, strict=True):
        if seat.kind == "computer" and not is_known_player(game, seat.player):
            known = ", ".join(known_players(game))
            raise ApiError(422, "bad_table", f"{name}: there is no player '{seat.player}'; the players are {known}")
        if seat.kind != "computer" and seat.player:
            raise ApiError(422, "bad_table", f"{name}: only a computer seat names a player")
    return seats


def _made_seats(seats: list[NewSeat], guest: Guest, table: str, seed: str) -> tuple[SeatMade, ...]:
    """The seats as they are stored; the maker's seed belongs to the first seat on the maker's screen."""
    here = [number for number, seat in enumerate(seats) if seat.kind == "here"]
    return tuple(
        SeatMade(
            kind=seat.kind,
            player=seat.player,
            holder=guest.id if seat.kind == "here" else "",
            seed=seed if here[:1] == [number] else "",
            invitation=fingerprint(guest.invitation(table, number)) if seat.kind == "open" else "",
        )
        for number, seat in enumerate(seats)
    )
