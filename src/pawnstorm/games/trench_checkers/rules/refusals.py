"""Why an order is not legal, in one sentence with its rule. Nothing here decides; it only explains."""

from typing import Final

from pawnstorm.games.trench_checkers.pieces.cards import (
    AIR_STRIKE,
    BACK_FROM_LEAVE,
    CAPTURED_ARMS,
    FIELD_MEDIC,
    FIELD_PROMOTION,
    OVER_THE_TOP,
    SUICIDE_MISSION,
)
from pawnstorm.games.trench_checkers.pieces.field import BLOCKED, EMPTY
from pawnstorm.games.trench_checkers.pieces.kinds import (
    COMMANDO,
    COMMANDO_BIT,
    COMPANY_BITS,
    GROUPS,
    HEIGHT,
    HIGHEST_STACK,
    LETTERS,
    SIDES,
    VETERAN_BITS,
    company_text,
)
from pawnstorm.games.trench_checkers.rules.cards import publicly_playable
from pawnstorm.games.trench_checkers.rules.combat import company_of
from pawnstorm.games.trench_checkers.state import (
    ASLEEP,
    ATTACK,
    CHOOSE_FIRST,
    EXTRA_MOVES,
    FALLEN_SOLDIERS,
    HAND_KINDS,
    LAST_STAND,
    MOVE,
    MOVES_OVER,
    NOWHERE,
    PLAYED_IN_COMBAT,
    PLAYED_IN_WINDOW,
    TERRAIN,
    Position,
    of,
    owner_of,
)

_NEEDS: Final = {
    FIELD_MEDIC: "a suitable piece (S, V or C)",
    SUICIDE_MISSION: "a suitable piece (S, V or C)",
    AIR_STRIKE: "a suitable tile",
    FIELD_PROMOTION: "a suitable tile",
    BACK_FROM_LEAVE: "an empty tile of your rear trench",
}
"""What an order must add to the name of a card, by effect."""
_EXPECTED: Final = {
    CHOOSE_FIRST: "say who goes first: 'first Blue' or 'first Red' (TC-14)",
    TERRAIN: "terrain is placed now: 'terrain' and a tile (TC-15)",
    MOVE: "it is your movement (TC-22)",
    EXTRA_MOVES: "these are the moves of Over the Top, or 'end' (TC-59)",
    ATTACK: "it is your attack, or 'hold' (TC-31)",
    LAST_STAND: "say which piece Last Stand takes: 'lose S' or 'lose V' (TC-52)",
}


def expected(position: Position) -> str:
    """What the seat to act should do now."""
    return _EXPECTED.get(position.phase, "play a suitable card, or 'pass' (TC-A36)")


def _own_stack(position: Position, cell: int) -> str:
    """Why there is no stack of the seat to act on a cell; empty if there is one that can act."""
    name, stack = position.laws.field.grid.name(cell), position.board[cell]
    if stack == EMPTY:
        return f"there is no piece on {name}"
    if stack == BLOCKED:
        return f"{name} is blocked (TC-29)"
    if owner_of(stack) != position.to_act + 1:
        return f"{name} holds {SIDES[owner_of(stack) - 1]}'s pieces"
    return f"your Commando on {name} is asleep (TC-46)" if stack & ASLEEP else ""


def why_no_step(position: Position, origin: int, landing: int, wanted: str) -> str:
    """Why a group cannot go from one tile to another."""
    if position.phase not in (MOVE, EXTRA_MOVES):
        return f"nobody moves now: {expected(position)}"
    name = position.laws.field.grid.name
    if position.crossing != NOWHERE:
        return f"the group on {name(position.crossing)} must leave it with this move (TC-A40)"
    stack, there = position.board[origin], position.board[landing]
    wrong = _own_stack(position, origin)
    if wrong:
        return wrong
    groups = [company_text(group) for group in GROUPS[stack & COMPANY_BITS]]
    if wanted and wanted not in groups:
        return f"{wanted} cannot leave {name(origin)} together: it may be {' or '.join(groups)} (TC-26)"
    if abs(landing - origin) not in (1, position.laws.stride):
        return f"{name(landing)} is not one straight step from {name(origin)} (TC-24)"
    if position.phase == EXTRA_MOVES:
        return "Over the Top moves only pieces that have not moved yet, and never onto a sleeper (TC-A43)"
    return _why_not_there(position, there, name(landing), len(wanted) or 1)


def _why_not_there(position: Position, there: int, name: str, size: int) -> str:
    if there == BLOCKED:
        return f"terrain or rock bars the way on {name} (TC-29)"
    if owner_of(there) == 2 - position.side:
        if there & ASLEEP:
            return f"the sleeper on {name} may be crossed only with a move left and a way out (TC-A40)"
        return f"an active enemy bars the way on {name} (TC-28)"
    if HEIGHT[there & COMPANY_BITS] + size > HIGHEST_STACK:
        return f"no more than three pieces stand on {name} (TC-30)"
    return f"Veterans and Soldiers of different stacks may not meet on {name} (TC-27)"


def why_no_attack(position: Position, origin: int, landing: int) -> str:
    """Why a stack cannot attack another."""
    if position.phase != ATTACK:
        return f"nobody attacks now: {expected(position)}"
    name = position.laws.field.grid.name
    stack, there = position.board[origin], position.board[landing]
    wrong = _own_stack(position, origin)
    if wrong:
        return wrong
    if owner_of(there) != 2 - position.side:
        return f"there is no enemy on {name(landing)}"
    if there & ASLEEP and not position.laws.sleepers_attackable:
        return f"the Commando on {name(landing)} is asleep and cannot be attacked (TC-A8)"
    corner = abs(landing - origin) in (position.laws.stride - 1, position.laws.stride + 1)
    if corner and not stack & VETERAN_BITS:
        return f"only a stack with a Veteran attacks across a corner, and {name(origin)} has none (TC-41)"
    return f"{name(landing)} is not next to {name(origin)} (TC-32)"


def why_no_card(position: Position, card: int, detail: str) -> str:
    """Why a card cannot be played now, or not like this; says only what its owner may know."""
    seat, title = position.to_act, position.laws.deck.cards[card].title
    rule, moment = position.laws.deck.cards[card].rule, position.laws.deck.cards[card].moment
    effect = position.laws.deck.cards[card].effect
    if not position.per_seat[of(seat, HAND_KINDS)] >> card & 1:
        return f"you do not hold {title} ({rule})"
    if position.per_seat[of(seat, PLAYED_IN_COMBAT)] >> card & 1:
        return f"you have played {title} in this combat already (TC-A47)"
    if position.laws.one_card and position.per_seat[of(seat, PLAYED_IN_WINDOW)]:
        return "one card in each window is the limit here (TC-A35)"
    if not publicly_playable(position, seat) >> card & 1:
        return f"{title} cannot be played now{_lacking(position, effect) or f', but {moment} ({rule})'}"
    if (
        effect == SUICIDE_MISSION
        and LETTERS.find(detail.upper()) == COMMANDO
        and company_of(position, seat) & COMMANDO_BIT
    ):
        return f"a Commando is not sent on a Suicide Mission while it has company ({rule})"
    if effect in _NEEDS:
        instead = f", not '{detail}'" if detail else ""
        return f"{title} needs {_NEEDS[effect]}{instead} ({rule})"
    if effect == CAPTURED_ARMS and not detail:
        return f"{title} cannot be played now: you have nobody to attack ({rule})"
    return f"{title} is played by its name alone, without '{detail}' ({rule})"


def _lacking(position: Position, effect: int) -> str:
    """What the board lacks for a card whose moment is right; empty if the moment is wrong."""
    if effect == AIR_STRIKE and position.phase == ATTACK:
        return ": an attack phase has only one (TC-A44)"
    if effect == OVER_THE_TOP and position.phase == MOVES_OVER:
        return ": no piece that has not moved yet can move (TC-A43)"
    if effect != BACK_FROM_LEAVE or position.phase not in (MOVE, MOVES_OVER):
        return ""
    if position.crossing != NOWHERE:
        return f": the group on {position.laws.field.grid.name(position.crossing)} must leave it first (TC-A40)"
    if not position.per_seat[of(position.to_act, FALLEN_SOLDIERS)]:
        return ": you have lost nobody who died as a Soldier (TC-66)"
    return ": no tile of your rear trench is empty (TC-M3)"


def why_no_word(position: Position, word: str, detail: str) -> str:
    """Why a word that is an order at other times is not one now; empty if it never is one."""
    if word not in ("first", "terrain", "lose", "end", "hold", "pass"):
        return ""
    if word == "terrain" and position.phase == TERRAIN:
        return f"terrain goes on empty grass of your own half, not on '{detail}' (TC-A12)"
    if word == "end" and position.phase == MOVE:
        return "moves that can be made must be made (TC-23)"
    return f"'{word}{' ' + detail if detail else ''}' is not asked for: {expected(position)}"
