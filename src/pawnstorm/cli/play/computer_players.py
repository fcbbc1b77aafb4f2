"""The programs at a terminal's table: they choose orders, advise people, and can be told to answer at once."""

from pawnstorm.ai.advice import Hint, hint
from pawnstorm.ai.players import HUMAN, Hurry, SearchPlayer, derive_seed
from pawnstorm.core.luck import Luck
from pawnstorm.core.match import Match
from pawnstorm.lab.contestants import any_player


class ComputerPlayers:
    """The programs of a match, by seat, and the adviser."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self._programs = {seat: any_player(name) for seat, name in enumerate(players) if name != HUMAN}
        self._hurry = Hurry()
        for program in self._programs.values():
            if isinstance(program, SearchPlayer):
                program.watch = self._hurry

    def choose(self, match: Match, dice: str) -> str:
        """The order that the program to act chooses; nothing is played yet."""
        self._hurry.hurried = False
        # Its luck depends only on the number of the order and on the dice, so an interrupted match goes on the same.
        luck = Luck(derive_seed(len(match.steps), dice))
        return self._programs[match.turn].choose(match.game, match.state, luck)

    def hint(self, match: Match) -> Hint:
        """What the computer would do in place of the player to act, and why."""
        self._hurry.hurried = False
        return hint(match.game, match.state, Luck(derive_seed(len(match.steps), "hint")), self._hurry)

    def hurry(self) -> None:
        """A program that is thinking answers with the best order found so far."""
        self._hurry.hurried = True
