"""The worker's side of an analysis: a record looked at for a moment, so that nobody else waits long."""

import time
from functools import lru_cache

import msgspec

from pawnstorm.ai.analysis import Account, Analyst, Assessment, mistakes, nodes_for, summarise, swings
from pawnstorm.core.match import Match
from pawnstorm.server.jobs.replays import open_record
from pawnstorm.server.wire.analysis import AccountInfo, AssessmentInfo, ChoiceInfo, Findings, RollInfo


class Part(msgspec.Struct):
    """Some steps in a row, how many there are, and what a summary must know of the match."""

    seats: tuple[str, ...]
    nodes: int
    total: int
    assessments: list[Assessment]


def look_on(text: str, first: int, most_orders: int, seconds: float) -> Part:
    """The steps of a record from one on, as many as a moment allows, at least one."""
    match, analyst, nodes = _opened(text, most_orders)
    begun = time.monotonic()
    found: list[Assessment] = []
    for step in analyst.assessments(match, first):
        found.append(step)
        if time.monotonic() - begun >= seconds:
            break
    return Part(match.seats, nodes, len(match.steps), found)


@lru_cache(maxsize=1)
def _opened(text: str, most_orders: int) -> tuple[Match, Analyst, int]:
    """The match of a record; the parts of one analysis mostly follow each other."""
    game, match = open_record(text, most_orders)
    nodes = nodes_for(match)
    return match, Analyst(game, nodes), nodes


def findings_of(parts: Part) -> Findings:
    """The whole analysis for the wire."""
    assessments = parts.assessments
    summary = summarise(parts.seats, assessments)
    return Findings(
        list(parts.seats),
        parts.nodes,
        [_account(account) for account in summary.accounts],
        list(summary.remarks),
        [step.number for step in swings(assessments)],
        [step.number for step in mistakes(assessments)],
        [_assessment(step) for step in assessments],
    )


def _account(account: Account) -> AccountInfo:
    return AccountInfo(
        account.seat,
        _short(account.luck),
        _short(account.spread),
        account.rolls,
        _short(account.loss),
        _short(account.least),
        _short(account.most),
        _short(account.mean),
        account.decisions,
        account.slips,
    )


def _assessment(step: Assessment) -> AssessmentInfo:
    roll, choice = step.rolled, step.decided
    return AssessmentInfo(
        step.number,
        step.seat,
        step.order,
        [_short(chance) for chance in step.chances],
        RollInfo([_short(luck) for luck in roll.luck], roll.reason, [list(group) for group in roll.faces])
        if roll
        else None,
        ChoiceInfo(_short(choice.best), _short(choice.played), choice.better) if choice else None,
    )


def _short(number: float) -> float:
    return round(number, 4)
