"""The steps of a table as JSON for each viewer. Blocks of them are kept, so that a long game is encoded only once."""

from bisect import bisect_right
from collections.abc import Iterator

from pawnstorm.core.match import gives_secret_orders
from pawnstorm.core.step import Step
from pawnstorm.core.view import SPECTATOR
from pawnstorm.server.table.table import Table
from pawnstorm.server.wire.encoding import ENCODER, EncodedSteps
from pawnstorm.server.wire.messages import StepInfo
from pawnstorm.server.wire.steps import first_step, step_of

_BLOCK = 128
"""How many steps are kept as one text."""
MOST_KEPT = 64
"""How many texts of one position are kept for other viewers. Viewers may ask from any revision on."""
LARGEST_KEPT = 64 * 1024
"""A longer text or message is not kept: it is quickly put together again."""


class StepLog:
    """What has been encoded of the steps of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        # For each viewer the blocks from the beginning on: the last step of each, which shows that it still holds.
        self._blocks: dict[int, list[tuple[Step, bytes]]] = {}
        # What has been made of the present position for other viewers.
        self._kept: dict[tuple[int, int, int], EncodedSteps] = {}

    def changed(self) -> None:
        """The table has changed."""
        self._kept.clear()

    def since(self, seen: int, viewer: int, guest: str) -> EncodedSteps:
        """The valid steps that are newer than a revision, as a viewer may know them and a guest may count them."""
        key = seen, self._as(viewer), self._table.rev_for(guest)
        found = self._kept.get(key)
        if found is None:
            found = self._encode(seen, self._as(viewer), guest)
            if len(found) <= LARGEST_KEPT:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                self._kept[key] = found
        return found

    def _encode(self, seen: int, viewer: int, guest: str) -> EncodedSteps:
        table = self._table
        if table.match is None:
            return EncodedSteps(b"[]")
        settled = _settled(table)
        at, parts = _begin(table, seen), []
        while at < settled:
            end = _end_of_block(at)
            if _begins_block(table, at) and end <= settled:
                parts.append(self._block(viewer, at // _BLOCK))
                at = end
            else:
                parts.append(_encoded(_info(table, at, table.revs[at], viewer)))
                at += 1
        if table.uncounted:
            later = [_info(table, number, rev, viewer) for rev, number in table.uncounted.revs(guest) if rev > seen]
            parts += map(_encoded, later)
        return EncodedSteps(b"[%b]" % b",".join(parts))

    def prepare(self, viewer: int) -> Iterator[None]:
        """Encode, block by block, what a viewer who comes will be sent."""
        if self._table.match is None:
            return
        viewer = self._as(viewer)
        for number in range(_settled(self._table) // _BLOCK):
            # Steps may be taken back in the meantime.
            if (number + 1) * _BLOCK <= _settled(self._table):
                self._block(viewer, number)
                yield

    def is_prepared(self, seen: int, viewer: int) -> bool:
        """Whether at most a block or two are still to be encoded for a viewer who has seen a revision."""
        if self._table.match is None:
            return True
        begin, end = _begin(self._table, seen) // _BLOCK, _settled(self._table) // _BLOCK
        blocks = self._blocks.get(self._as(viewer), [])
        return end - max(begin, len(blocks)) < 2

    def _as(self, viewer: int) -> int:
        # In a game without secrets everybody is sent the same.
        return SPECTATOR if self._table.game.open else viewer

    def _block(self, viewer: int, number: int) -> bytes:
        match, blocks = self._table.session.match, self._blocks.setdefault(viewer, [])
        last = match.steps[(number + 1) * _BLOCK - 1]
        if number < len(blocks) and blocks[number][0] is last:
            return blocks[number][1]
        begin = max(first_step(match), number * _BLOCK)
        infos = [_info(self._table, at, self._table.revs[at], viewer) for at in range(begin, (number + 1) * _BLOCK)]
        text = ENCODER.encode(infos)[1:-1]
        if number <= len(blocks):
            # What comes after a block that holds no more does not hold either.
            blocks[number:] = [(last, text)]
        return text


def _info(table: Table, number: int, rev: int, viewer: int) -> StepInfo:
    return step_of(table.session.match.steps[number], rev, viewer, revealed=number < _settled(table))


def _settled(table: Table) -> int:
    """How many steps everybody may count: all of them, unless secret orders are not revealed yet."""
    return table.uncounted.first if table.uncounted else len(table.revs)


def _begin(table: Table, seen: int) -> int:
    """The first settled step to send to somebody who has seen a revision."""
    match = table.session.match
    first, settled = first_step(match), _settled(table)
    begin = max(first, bisect_right(table.revs, seen, 0, settled))
    newer = begin < settled or match.closing is not None
    if first < begin and newer and gives_secret_orders(match.game, match.steps[begin - 1].state):
        # Secret orders have been revealed since then, perhaps by resigning, which is no step: what was sent without
        # them is sent again.
        begin = first
    return min(begin, settled)


def _end_of_block(at: int) -> int:
    return (at // _BLOCK + 1) * _BLOCK


def _begins_block(table: Table, at: int) -> bool:
    return at == max(first_step(table.session.match), at // _BLOCK * _BLOCK)


def _encoded(info: StepInfo) -> bytes:
    return ENCODER.encode(info)
