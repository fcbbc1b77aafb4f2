"""Positions, steps and endings of a match as one viewer may know them: a seat, or the spectator.

What a viewer may not know is left out by the core: `game.view(state, viewer)`, `Event.may_know`, `Step.order_for` and
`Step.faces_for`.
"""

from dataclasses import replace

from pawnstorm.core.events import Event
from pawnstorm.core.game import Ending
from pawnstorm.core.match import Match
from pawnstorm.core.state import OVER, State
from pawnstorm.core.step import Step
from pawnstorm.core.view import View
from pawnstorm.server.wire.messages import EndInfo, EventInfo, StepInfo


def position_of(match: Match, state: State, viewer: int, closed: bool) -> View:
    """What a viewer sees of one position of a match; `closed` if the players have ended the match in it."""
    view = match.game.view(state, viewer)
    ending = match.ending if closed else None
    if ending is None:
        return view
    return replace(view, turn=OVER, prompt="The game is over", offers=(), winners=ending.winners, ending=ending.text)


def first_step(match: Match) -> int:
    """The first step to show: the opening is not shown if nothing happened in it."""
    opening = match.steps[0]
    return 0 if opening.faces or opening.events else 1


def step_of(step: Step, rev: int, viewer: int, revealed: bool = False) -> StepInfo:
    """A step as the viewer may know it: a secret order is empty, a secret face is 0.

    Once secret orders are `revealed`, everybody knows as much of them as the seat that gave them.
    """
    viewer = step.seen_as(viewer, revealed)
    return StepInfo(
        rev=rev,
        seat=step.seat,
        order=step.order_for(viewer),
        faces=[list(group) for group in step.faces_for(viewer)],
        sides=[[die.sides for die in pool.dice] for pool in step.pools],
        owners=[[die.seat for die in pool.dice] for pool in step.pools],
        events=[_event(event) for event in step.events if event.may_know(viewer)],
    )


def _event(event: Event) -> EventInfo:
    return EventInfo(kind=event.kind, text=event.text, rule=event.rule, cells=list(event.cells), numbers=event.numbers)


def end_of(ending: Ending | None) -> EndInfo | None:
    """How a match ended."""
    return EndInfo(list(ending.winners), ending.text, ending.rule) if ending else None
