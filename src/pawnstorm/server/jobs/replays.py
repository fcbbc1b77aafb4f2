"""Replays of records, position by position, as one viewer may see them."""

from collections.abc import Collection

from pawnstorm.core.errors import BadRecord
from pawnstorm.core.fairdice import Verdict, read_pledge, verify
from pawnstorm.core.game import Game
from pawnstorm.core.match import Match
from pawnstorm.core.record import Record, names_table, parse, replay
from pawnstorm.core.signature import fingerprint
from pawnstorm.games import load
from pawnstorm.server.wire.replays import Frame, Replay
from pawnstorm.server.wire.steps import end_of, first_step, position_of, step_of


def replay_for(viewer: int, text: str, shown: str, most_orders: int, key: str) -> Replay:
    """The whole match of a record for one viewer, who may read `shown` of it; a `BadRecord` names the wrong line.

    `key` is the server's own, to say whether it has signed the record.
    """
    record = read_record(text, most_orders)
    game = load(record.game)
    match = replay(record, game)
    verdict = _verdict(record)
    return Replay(
        game=game.key,
        title=game.title,
        seats=list(match.seats),
        options=dict(match.setup.options),
        frames=_frames(match, viewer),
        end=end_of(match.ending),
        dice=verdict.text,
        dice_ok=verdict.ok,
        record=shown,
        signed="no" if not record.signature else "here" if record.key == key else "elsewhere",
        key=fingerprint(record.key),
        players=[record.seats.get(name, "") for name in match.seats],
    )


def read_record(text: str, most_orders: int) -> Record:
    """The record in a text, if it is not too long."""
    record = parse(text)
    if len(record.entries) > most_orders:
        raise BadRecord(record.entries[most_orders].line, f"the record has more than {most_orders} orders")
    return record


def open_record(text: str, most_orders: int, being_played: Collection[int] = ()) -> tuple[Game, Match]:
    """The match of a record about which the computer may be asked: people do not play it any more.

    `being_played` are the keys of positions at which people play now. A record can leave out where it comes from, but
    not its positions.
    """
    record = read_record(text, most_orders)
    game = load(record.game)
    match = replay(record, game)
    if match.ending is None and dice_to_come(record):
        raise BadRecord(
            record.lines.get("end", 1), "the game of this record goes on: the computer may be asked when it is over"
        )
    keys = set(being_played)
    if keys and any(int(step.state.key()) in keys for step in match.steps):
        raise BadRecord(
            record.lines.get("end", 1), "people are playing a position of this record now: ask when their game is over"
        )
    return game, match


def dice_to_come(record: Record) -> bool:
    """Whether a record is of a web table that has not revealed its dice, so that people may still be playing."""
    if not record.dice:
        return False
    try:
        return not read_pledge(record.dice).server
    except BadRecord:
        return False


def _verdict(record: Record) -> Verdict:
    """Whether the dice follow from their seeds; a local record does not claim that they do."""
    if not names_table(record.dice):
        return Verdict(None, "")
    try:
        return verify(record, load(record.game))
    except BadRecord as error:
        return Verdict(False, str(error))


def _frames(match: Match, viewer: int) -> list[Frame]:
    """The opening with the dice that it needed, then every order."""
    last, first, revealed = len(match.steps) - 1, first_step(match), match.revealed
    return [
        Frame(
            position_of(match, step.state, viewer, number == last and match.closing is not None),
            step_of(step, number, viewer, revealed) if number >= first else None,
        )
        for number, step in ((number, match.steps[number]) for number in match.told(viewer))
    ]
