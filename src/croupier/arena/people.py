"""A match with people, who may take back moves: the match is replayed up to there and goes on.

Bots see the replayed steps exactly as they were, so their memory is right.
"""

from collections.abc import Sequence
from contextlib import AsyncExitStack

from croupier.kernel.decision import Seat, Settings
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.playback import questions_to, replay_from_deal, resume
from croupier.match.referee import Referee
from croupier.match.run_players import Player, Watch
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant, unique_names
from croupier.players.human import Person, TakenBack
from croupier.players.seating import enter_or_bench, seat_entrant


class PeopleMatch:
    """One match with its entrants, seat by seat."""

    def __init__(self, game: Game, settings: Settings, entrants: Sequence[Entrant], seed: int) -> None:
        self.entrants = entrants
        self.match = Match(game, settings, unique_names(entrant.name for entrant in entrants), seed)
        """The match so far; a new object after a move was taken back."""

    @property
    def specs(self) -> list[str]:
        """The specs of the entrants, seat by seat, as in a replay."""
        return [entrant.spec for entrant in self.entrants]

    def play(self, watch: Watch | None = None) -> Match:
        """Play to the end, with moves taken back as often as people like."""
        with Connections(self.entrants) as outside:
            script, until = self.match, 0
            while True:
                try:
                    return outside.do(self._play(script, until, watch))
                except TakenBack as back:
                    script = self.match
                    until = last_answer_step(script, back.seat)

    async def _play(self, script: Match, until: int, watch: Watch | None) -> Match:
        match = self.match = replay_from_deal(script)
        async with AsyncExitStack() as stack:
            players: list[Player] = []
            referee = Referee(match)
            for seat, entrant in enumerate(self.entrants):
                player = await enter_or_bench(stack, seat_entrant(entrant, match, seat), seat, referee)
                players.append(player)
            bots = {seat: player for seat, player in enumerate(players) if not isinstance(player, Person)}
            await resume(script, match, until, players, bots, watch=watch, referee=referee)
        return match


def last_answer_step(match: Match, seat: Seat) -> int:
    """Number of the step in which `seat` last answered; 0 if it has not answered yet."""
    return max(questions_to(match, seat), default=0)
