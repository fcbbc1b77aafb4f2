"""Views as JSON, written out in compiled code: hundreds of parts for every viewer of every position.

A general encoder reads the fields of each part by name, which would be most of the cost of sending a move. What a
game shows as the same object again and again (a piece on a square, its quiet moves, the odds of a fight) is written
once.
"""

from json.encoder import encode_basestring
from typing import Final

from pawnstorm.core.view import Cell, Chance, Gauge, Offer, Part, Stat, Token, Tray, View

_MOST_KEPT: Final = 16384
_TEXTS: Final[dict[str, str]] = {}
_KNOWN: Final[dict[int, tuple[object, str]]] = {}
"""Boards and odds with their JSON: as long as a tuple is kept here, no other can have its id."""


def view_json(view: View, cells: tuple[Cell, ...], tokens: list[Token]) -> str:
    """A view with these cells and tokens in place of its own."""
    return _for_viewer(view, _scene(view, cells, tokens))


def change_json(before: View, view: View) -> tuple[str, list[str]]:
    """What differs from a view that somebody has seen, and the tokens that are gone."""
    if not _LAST.is_of(before, view):
        fresh, gone = _news(before.tokens, view.tokens)
        cells = () if view.cells == before.cells else view.cells
        _LAST.keep(before, view, _scene(view, cells, fresh), gone)
    return _for_viewer(view, _LAST.scene), _LAST.gone


class _Change:
    """The scene of the last change. In a game without secrets the next viewer gets the same one."""

    def __init__(self) -> None:
        self._before: View | None = None
        self._view: View | None = None
        self.scene: tuple[str, str] = ("", "")
        self.gone: list[str] = []

    def keep(self, before: View, view: View, scene: tuple[str, str], gone: list[str]) -> None:
        """Remember a change."""
        self._before = before
        self._view = view
        self.scene = scene
        self.gone = gone

    def is_of(self, before: View, view: View) -> bool:
        """Whether a change is this one except for viewer and offers. Comparing tuples by identity is fast."""
        old, new = self._before, self._view
        if old is None or new is None:
            return False
        return (
            before.tokens is old.tokens
            and before.cells is old.cells
            and view.tokens is new.tokens
            and view.cells is new.cells
            and view.trays is new.trays
            and view.gauges is new.gauges
            and (view.turn, view.prompt, view.winners, view.ending) == (new.turn, new.prompt, new.winners, new.ending)
            and view.marks == new.marks
        )


_LAST: Final = _Change()


def _for_viewer(view: View, scene: tuple[str, str]) -> str:
    offers = _join([_offer(offer) for offer in view.offers])
    return f'{{"game":{_text(view.game)},"viewer":{view.viewer},{scene[0]},"offers":[{offers}],{scene[1]}}}'


def _scene(view: View, cells: tuple[Cell, ...], tokens: list[Token]) -> tuple[str, str]:
    """The JSON before the viewer's offers, and after them."""
    marks = ",".join([f"{_text(cell)}:{_text(mark)}" for cell, mark in view.marks.items()])
    return (
        f'"turn":{view.turn},"prompt":{_text(view.prompt)},'
        f'"columns":{view.columns},"rows":{view.rows},"cells":{_cells(cells)},'
        f'"tokens":[{_join([_token(token) for token in tokens])}],'
        f'"trays":[{_join([_tray(tray) for tray in view.trays])}],'
        f'"gauges":[{_join([_gauge(gauge) for gauge in view.gauges])}]',
        f'"winners":[{_join([str(seat) for seat in view.winners])}],"ending":{_text(view.ending)},"marks":{{{marks}}}',
    )


def _news(before: tuple[Token, ...], now: tuple[Token, ...]) -> tuple[list[Token], list[str]]:
    """The tokens that are new or changed, and the ids of those that are gone."""
    # Most tokens stay the same; only those between the first and the last change need comparing.
    first, last = 0, 0
    most = min(len(before), len(now))
    while first < most and before[first] is now[first]:
        first += 1
    while last < most - first and before[-1 - last] is now[-1 - last]:
        last += 1
    known = {token.id: token for token in before[first : len(before) - last]}
    fresh: list[Token] = []
    for token in now[first : len(now) - last]:
        old = known.pop(token.id, None)
        if old is None or _token(old) != _token(token):
            fresh.append(token)
    return fresh, list(known)


def _join(parts: list[str]) -> str:
    return ",".join(parts)


def _text(text: str) -> str:
    """A text in quotation marks."""
    found = _TEXTS.get(text)
    if found is None:
        if len(_TEXTS) >= _MOST_KEPT:
            _TEXTS.clear()
        found = _TEXTS[text] = encode_basestring(text)
    return found


def _keep(part: object, text: str) -> str:
    if len(_KNOWN) >= _MOST_KEPT:
        _KNOWN.clear()
    _KNOWN[id(part)] = (part, text)
    return text


def _cells(cells: tuple[Cell, ...]) -> str:
    known = _KNOWN.get(id(cells))
    if known is not None:
        return known[1]
    return _keep(cells, f"[{_join([_cell(cell) for cell in cells])}]")


def _cell(cell: Cell) -> str:
    return f'{{"id":{_text(cell.id)},"column":{cell.column},"row":{cell.row},"ground":{_text(cell.ground)}}}'


def _token(token: Token) -> str:
    if not token.json:
        stats = _join([_stat(stat) for stat in token.stats])
        marks = _join([_text(mark) for mark in token.marks])
        token.json = (
            f'{{"id":{_text(token.id)},"kind":{_text(token.kind)},"name":{_text(token.name)},'
            f'"letter":{_text(token.letter)},"owner":{token.owner},"cell":{_text(token.cell)},"layer":{token.layer},'
            f'"marks":[{marks}],"stats":[{stats}]}}'
        )
    return token.json


def _stat(stat: Stat) -> str:
    return f'{{"name":{_text(stat.name)},"value":{stat.value},"base":{stat.base}}}'


def _tray(tray: Tray) -> str:
    if not tray.json:
        tokens = _join([_token(token) for token in tray.tokens])
        tray.json = f'{{"id":{_text(tray.id)},"title":{_text(tray.title)},"owner":{tray.owner},"tokens":[{tokens}]}}'
    return tray.json


def _gauge(gauge: Gauge) -> str:
    if not gauge.json:
        gauge.json = (
            f'{{"id":{_text(gauge.id)},"title":{_text(gauge.title)},"owner":{gauge.owner},'
            f'"value":{gauge.value},"limit":{gauge.limit}}}'
        )
    return gauge.json


def _offer(offer: Offer) -> str:
    if not offer.json:
        parts = _join([_part(part) for part in offer.parts])
        options = _join([_offer(option) for option in offer.options])
        path = _join([_text(cell) for cell in offer.path])
        offer.json = (
            f'{{"text":{_text(offer.text)},"kind":{_text(offer.kind)},"cell":{_text(offer.cell)},'
            f'"order":{_text(offer.order)},"odds":{_odds(offer.odds)},"parts":[{parts}],"options":[{options}],'
            f'"path":[{path}],"token":{_text(offer.token)}}}'
        )
    return offer.json


def _odds(odds: tuple[Chance, ...]) -> str:
    known = _KNOWN.get(id(odds))
    if known is not None:
        return known[1]
    return _keep(odds, f"[{_join([_chance(chance) for chance in odds])}]")


def _chance(chance: Chance) -> str:
    return f'{{"result":{_text(chance.result)},"chance":"{chance.chance}"}}'


def _part(part: Part) -> str:
    return (
        f'{{"text":{_text(part.text)},"cell":{_text(part.cell)},"side":{part.side},"value":{part.value},'
        f'"unit":{_text(part.unit)}}}'
    )
