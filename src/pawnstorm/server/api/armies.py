"""Army building over HTTP by the roster code that `pawnstorm army` uses: no page computes a cost or a rule."""

from collections.abc import Mapping

from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Unit
from pawnstorm.core.errors import BadData, UnknownGame, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.games import load
from pawnstorm.kit import roster as rosters
from pawnstorm.kit.roster import points
from pawnstorm.server.problems import Trouble
from pawnstorm.server.wire.armies import (
    ArmiesInfo,
    KindInfo,
    ListInfo,
    RosterInfo,
    RosterWish,
    StatText,
    UnitInfo,
    UpgradeInfo,
    ViolationInfo,
)


def lists_of(key: str) -> ArmiesInfo:
    """The lists and the starter armies of a game."""
    game, armies = _find(key)
    usual = game.agree(Setup()).options
    starters = [_told(armies, roster, usual) for roster in armies.starters]
    return ArmiesInfo(game.key, game.title, [_list(armies, found) for found in armies.lists], starters)


def judge_roster(key: str, wish: RosterWish) -> RosterInfo:
    """What a roster costs under options, everything that is wrong with it, and how to keep it and hand it on."""
    game, armies = _find(key)
    try:
        options = game.agree(Setup(wish.options)).options
        roster = rosters.understand(armies, wish.text) if wish.text.strip() else _wished(armies, wish)
    except UsageError as error:
        raise Trouble(422, "bad_roster", str(error)) from None
    return _told(armies, roster, options)


def _find(key: str) -> tuple[Game, Armies]:
    try:
        game = load(key)
    except UnknownGame as error:
        raise Trouble(404, "no_game", str(error)) from None
    armies = game.armies()
    if armies is None:
        raise Trouble(404, "no_armies", f"{game.title} has no armies to build")
    return game, armies


def _wished(armies: Armies, wish: RosterWish) -> Roster:
    units = tuple(Unit(unit.kind, unit.count, tuple(unit.upgrades)) for unit in wish.units)
    army = rosters.understand(armies, wish.sheet).army if wish.sheet.strip() else wish.army
    return rosters.tidy(armies, Roster(army, units, wish.name))


def _told(armies: Armies, roster: Roster, options: Mapping[str, str]) -> RosterInfo:
    wrong, found = armies.violations(roster, options), armies.find(roster.army)
    units = [
        UnitInfo(unit.kind, unit.count, list(unit.upgrades), points(rosters.cost(armies, Roster(roster.army, (unit,)))))
        for unit in roster.units
    ]
    return RosterInfo(
        roster.army,
        roster.name,
        units,
        sum(unit.count for unit in roster.units),
        points(rosters.cost(armies, roster)),
        points(armies.budget(options)),
        [ViolationInfo(one.text, one.rule) for one in wrong],
        _code(armies, roster),
        rosters.write_file(armies, roster),
        [] if wrong else list(armies.orders(roster)),
        _list(armies, found) if found and found.source else None,
    )


def _code(armies: Armies, roster: Roster) -> str:
    """The code of a roster; none if it has pieces that its list does not know."""
    try:
        return rosters.write_code(armies, roster)
    except BadData:
        return ""


def _list(armies: Armies, found: ArmyList) -> ListInfo:
    sheet = "\n".join(rosters.sheet_lines(armies, found.key))
    return ListInfo(found.key, found.title, [_kind(kind) for kind in found.kinds], sheet and f"{sheet}\n")


def _kind(kind: Kind) -> KindInfo:
    return KindInfo(
        kind.name,
        points(kind.cost),
        [StatText(name, value) for name, value in kind.stats],
        list(kind.notes),
        [UpgradeInfo(upgrade.name, points(upgrade.cost), upgrade.rule) for upgrade in kind.upgrades],
    )
