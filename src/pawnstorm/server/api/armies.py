"""Army building over HTTP, by the roster code that `pawnstorm army` uses: the page computes no cost and no rule."""

from collections.abc import Mapping

from pawnstorm.core.armies import Armies, ArmyList, Kind, Roster, Unit
from pawnstorm.core.errors import BadData, UsageError
from pawnstorm.core.game import Game, Setup
from pawnstorm.kit import roster as rosters
from pawnstorm.kit.roster import points
from pawnstorm.server.api.games import find_game
from pawnstorm.server.errors import ApiError
from pawnstorm.server.wire.armies import (
    ArmiesInfo,
    KindInfo,
    ListInfo,
    RosterInfo,
    RosterRequest,
    StatText,
    UnitInfo,
    UpgradeInfo,
    ViolationInfo,
)


def lists_of(key: str) -> ArmiesInfo:
    """The lists and the starter armies of a game."""
    game, armies = _find(key)
    defaults = game.agree(Setup()).options
    return ArmiesInfo(
        game=game.key,
        title=game.title,
        lists=[_list(armies, found) for found in armies.lists],
        starters=[_roster(armies, roster, defaults) for roster in armies.starters],
    )


def check_roster(key: str, request: RosterRequest) -> RosterInfo:
    """What a roster costs under some options, everything that is wrong with it, and its code and file."""
    game, armies = _find(key)
    try:
        options = game.agree(Setup(request.options)).options
        roster = rosters.understand(armies, request.text) if request.text.strip() else _from_units(armies, request)
    except UsageError as error:
        raise ApiError(422, "bad_roster", str(error)) from None
    return _roster(armies, roster, options)


def _find(key: str) -> tuple[Game, Armies]:
    game = find_game(key)
    armies = game.armies()
    if armies is None:
        raise ApiError(404, "no_armies", f"{game.title} has no armies to build")
    return game, armies


def _from_units(armies: Armies, request: RosterRequest) -> Roster:
    units = tuple(Unit(unit.kind, unit.count, tuple(unit.upgrades)) for unit in request.units)
    army = rosters.understand(armies, request.sheet).army if request.sheet.strip() else request.army
    return rosters.tidy(armies, Roster(army, units, request.name))


def _roster(armies: Armies, roster: Roster, options: Mapping[str, str]) -> RosterInfo:
    wrong, found = armies.violations(roster, options), armies.find(roster.army)
    return RosterInfo(
        army=roster.army,
        name=roster.name,
        units=[_unit(armies, roster, unit) for unit in roster.units],
        pieces=sum(unit.count for unit in roster.units),
        cost=points(rosters.cost(armies, roster)),
        budget=points(armies.budget(options)),
        violations=[ViolationInfo(one.text, one.rule) for one in wrong],
        code=_code(armies, roster),
        file=rosters.write_file(armies, roster),
        orders=[] if wrong else list(armies.orders(roster)),
        sheet=_list(armies, found) if found and found.source else None,
    )


def _unit(armies: Armies, roster: Roster, unit: Unit) -> UnitInfo:
    cost = rosters.cost(armies, Roster(roster.army, (unit,)))
    return UnitInfo(kind=unit.kind, count=unit.count, upgrades=list(unit.upgrades), cost=points(cost))


def _code(armies: Armies, roster: Roster) -> str:
    """The code of a roster; empty if it has pieces that are not in its list."""
    try:
        return rosters.write_code(armies, roster)
    except BadData:
        return ""


def _list(armies: Armies, found: ArmyList) -> ListInfo:
    sheet = "\n".join(rosters.sheet_lines(armies, found.key))
    kinds = [_kind(kind) for kind in found.kinds]
    return ListInfo(key=found.key, title=found.title, kinds=kinds, sheet=sheet and f"{sheet}\n")


def _kind(kind: Kind) -> KindInfo:
    return KindInfo(
        name=kind.name,
        cost=points(kind.cost),
        stats=[StatText(name, value) for name, value in kind.stats],
        notes=list(kind.notes),
        upgrades=[UpgradeInfo(upgrade.name, points(upgrade.cost), upgrade.rule) for upgrade in kind.upgrades],
    )
