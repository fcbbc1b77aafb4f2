"""`pawnstorm odds`: the exact chances of an order before a die is thrown."""

from typing import Annotated, Any

import typer
from rich.text import Text

from pawnstorm.cli.draw.fights import fractions, odds_picture, percent, sums_picture
from pawnstorm.cli.support.arguments import AsJson, GameKey, Options, Position
from pawnstorm.cli.support.output import OUT, print_json
from pawnstorm.cli.support.positions import position
from pawnstorm.core.errors import Refusal, Refused
from pawnstorm.core.game import Game
from pawnstorm.core.odds import odds as exact_odds
from pawnstorm.core.state import State
from pawnstorm.core.view import Chance, Offer, leaves
from pawnstorm.games import load


def odds(
    key: GameKey,
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="TEXT",
            help="The order, in the game's notation; without it, all orders with dice are listed.",
        ),
    ] = "",
    file: Position = None,
    options: Options = None,
    as_json: AsJson = False,
) -> None:
    """Show the exact odds of an order and the sums behind them, or which orders need dice."""
    game = load(key)
    state = position(game, file, options)
    if not order:
        _list(game, state, as_json)
        return
    offer = offer_of(game, state, order)
    if as_json:
        print_json(_data(game, state, offer))
    else:
        _show(game, state, offer)


def offer_of(game: Game, state: State, text: str) -> Offer:
    """The choice that a text means, with its odds; a `Refused` says why there is none."""
    turn = int(state.turn())
    if turn < 0:
        raise Refused(Refusal.ILLEGAL, "nobody can give an order in this position")
    move = game.read(state, text)
    order = game.write(state, move)
    chances = tuple(Chance(result, chance) for result, chance in exact_odds(state, move).items())
    shown = [leaf for leaf in leaves(game.view(state, turn).offers) if leaf.order == order]
    return Offer(order, "order", order=order, odds=chances, parts=shown[0].parts if shown else ())


def _list(game: Game, state: State, as_json: bool) -> None:
    """Every order of a position that needs dice, with its likeliest result."""
    turn = int(state.turn())
    offers = [leaf for leaf in leaves(game.view(state, turn).offers) if leaf.odds] if turn >= 0 else []
    if as_json:
        print_json([_data(game, state, offer) for offer in offers])
        return
    for offer in offers:
        best = max(offer.odds, key=lambda chance: chance.chance)
        OUT.print(f"{offer.order}  {percent(best.chance)} {best.result}", markup=False, soft_wrap=True)
    found = "These orders need dice" if offers else "No order of this position needs dice"
    OUT.print(
        f"{found}; --order ORDER shows the exact chances of one, --position FILE another position.", soft_wrap=True
    )


def _show(game: Game, state: State, offer: Offer) -> None:
    seats = state.seat_names()
    OUT.print(Text.assemble((offer.order, "bold"), f" by {seats[state.turn()]} in {game.title}"))
    if not offer.odds:
        OUT.print("No dice are needed.")
        return
    if offer.parts:
        OUT.print(Text("\n").append_text(sums_picture(offer.parts, seats)))
    OUT.print(Text("\n").append_text(odds_picture(offer.odds, OUT.width)))


def _data(game: Game, state: State, offer: Offer) -> dict[str, Any]:
    seats = state.seat_names()
    exact = fractions(offer.odds) if offer.odds else []
    return {
        "game": game.key,
        "order": offer.order,
        "seat": seats[state.turn()],
        "odds": [
            {"result": c.result, "chance": str(c.chance), "of_all": text, "percent": float(100 * c.chance)}
            for c, text in zip(offer.odds, exact, strict=True)
        ],
        "sums": [
            {"seat": seats[part.side], "what": part.text, "cell": part.cell, "value": part.value}
            for part in offer.parts
        ],
    }
