"""The worker's side of an analysis: one part of a record at a time, so that other jobs do not wait long."""

import time
from collections.abc import Collection
from functools import lru_cache

import msgspec

from pawnstorm.ai.analysis import Account, Analyst, Assessment, mistakes, nodes_for, summarise, swings
from pawnstorm.core.match import Match
from pawnstorm.server.jobs.replays import open_record
from pawnstorm.server.wire.analysis import AccountInfo, AssessmentInfo, ChoiceInfo, Findings, RollInfo


class AnalysisPart(msgspec.Struct):
    """Some steps in a row, the number of all steps, and what a summary must know of the match."""

    seats: tuple[str, ...]
    nodes: int
    total: int
    assessments: list[Assessment]


def analyse_part(
    text: str, first: int, most_orders: int, seconds: float, being_played: Collection[int] = ()
) -> AnalysisPart:
    """The steps of a record from `first` on: as many as the time allows, at least one."""
    if being_played:
        open_record(text, most_orders, being_played)
    match, analyst, nodes = _opened(text, most_orders)
    begun = time.monotonic()
    found: list[Assessment] = []
    for assessment in analyst.assessments(match, first):
        found.append(assessment)
        if time.monotonic() - begun >= seconds:
            break
    return AnalysisPart(match.seats, nodes, len(match.steps), found)


@lru_cache(maxsize=1)
def _opened(text: str, most_orders: int) -> tuple[Match, Analyst, int]:
    """The match of a record; kept, because the next job is mostly the next part of the same analysis."""
    game, match = open_record(text, most_orders)
    nodes = nodes_for(match)
    return match, Analyst(game, nodes), nodes


def findings_of(whole: AnalysisPart) -> Findings:
    """The whole analysis for the wire."""
    assessments = whole.assessments
    summary = summarise(whole.seats, assessments)
    return Findings(
        seats=list(whole.seats),
        nodes=whole.nodes,
        accounts=[_account(account) for account in summary.accounts],
        remarks=list(summary.remarks),
        swings=[one.number for one in swings(assessments)],
        mistakes=[one.number for one in mistakes(assessments)],
        steps=[_assessment(one) for one in assessments],
    )


def _account(account: Account) -> AccountInfo:
    return AccountInfo(
        seat=account.seat,
        luck=_short(account.luck),
        spread=_short(account.spread),
        rolls=account.rolls,
        loss=_short(account.loss),
        least=_short(account.least),
        most=_short(account.most),
        mean=_short(account.mean),
        decisions=account.decisions,
        slips=account.slips,
    )


def _assessment(step: Assessment) -> AssessmentInfo:
    roll, choice = step.rolled, step.decided
    return AssessmentInfo(
        number=step.number,
        seat=step.seat,
        order=step.order,
        chances=[_short(chance) for chance in step.chances],
        roll=RollInfo([_short(luck) for luck in roll.luck], roll.reason, [list(group) for group in roll.faces])
        if roll
        else None,
        choice=ChoiceInfo(_short(choice.best), _short(choice.played), choice.better, choice.why, list(choice.cells))
        if choice
        else None,
    )


def _short(number: float) -> float:
    return round(number, 4)
