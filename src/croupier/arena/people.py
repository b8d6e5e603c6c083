"""A match with people at the table, who may take back what they did: it is played again up to there and goes on.

Bots see the beginning again exactly as it was, so one that remembers remembers the right thing.
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
    """Everybody who plays one match, seat by seat."""

    def __init__(self, game: Game, settings: Settings, entrants: Sequence[Entrant], seed: int) -> None:
        self.entrants = entrants
        self.match = Match(game, settings, unique_names(entrant.name for entrant in entrants), seed)
        """As far as it has come; another one after something was taken back."""

    @property
    def specs(self) -> list[str]:
        """Who plays, seat by seat, as a replay says it."""
        return [entrant.spec for entrant in self.entrants]

    def play(self, watch: Watch | None = None) -> Match:
        """Play to the end, in which people may go back as often as they like."""
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
    """The step with which `seat` last answered something; the beginning if it did not yet."""
    return max(questions_to(match, seat), default=0)
