"""`BluffGame`: a game of Bluff that is driven call by call, under the names of the Bluff architecture guide.

It is a thin cover of the rules: `play_card`, then `challenge` or `pass_challenge`, and so on until `phase` is COMPLETE.
It knows no bots, no clock and no replay; for those there is `croupier.play`.
"""

from collections.abc import Sequence
from enum import Enum, auto
from secrets import randbits
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core.rules import BluffState
from croupier.games.bluff.settings import BluffSettings
from croupier.games.bluff.view import BluffView
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Seat, Table
from croupier.kernel.errors import UsageError
from croupier.kernel.state import LEGAL_LIMIT

_RANKS: Final = {str(rank): rank for rank in Rank}
_LIKE_THE_GUIDE: Final = BluffSettings(claim_order="free", last_claim="immediate")


class Phase(Enum):
    """What is waited for."""

    TURN = auto()
    CHALLENGE = auto()
    COMPLETE = auto()


class PlayerState(msgspec.Struct, frozen=True):
    """One player as the dealer sees it."""

    name: str
    hand: list[Rank]
    """In rising order; suits do not matter."""
    total_claims: int
    caught_lying: int
    successful_bluffs: int
    challenges_made: int
    successful_challenges: int


class BluffGame:
    """One round of Bluff. Any rank may be claimed and an empty hand wins at once, unless `settings` say otherwise."""

    def __init__(
        self,
        num_players: int = 3,
        names: Sequence[str] = (),
        seed: int | None = None,
        settings: BluffSettings = _LIKE_THE_GUIDE,
    ) -> None:
        given = tuple(names) or tuple(f"Player {number}" for number in range(1, num_players + 1))
        self.table = Table("bluff", len(given), settings, given)
        self._state = BluffState(settings.options(len(given)), settings.deal_order())
        self._legal: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self._state.start_match(randbits(128) if seed is None else seed)

    @property
    def phase(self) -> Phase:
        if self._state.to_act < 0:
            return Phase.COMPLETE
        return Phase.CHALLENGE if self._state.question == c.Q_CHALLENGE else Phase.TURN

    def view(self, player_idx: Seat) -> BluffView:
        """All that this player knows."""
        return BluffView(self.table, player_idx, self._state.snapshot(player_idx))

    @property
    def current_player_idx(self) -> Seat:
        """Whose turn it is, also while its claim can be challenged."""
        return self.view(0).turn

    @property
    def current_player(self) -> PlayerState:
        return self.players[self.current_player_idx]

    @property
    def players(self) -> list[PlayerState]:
        return [self._player(seat) for seat in range(self.table.seats)]

    def _player(self, seat: Seat) -> PlayerState:
        view = self.view(seat)
        record = view.record(seat)
        return PlayerState(
            self.table.names[seat],
            [rank for rank, number in view.hand.items() for _ in range(number)],
            record.claims,
            record.caught,
            view.my_successful_bluffs,
            record.challenges,
            record.successes,
        )

    @property
    def pile_size(self) -> int:
        return self.view(0).pile_size

    @property
    def pending_claim(self) -> tuple[Rank, int] | None:
        """The claim that can be challenged: a rank and a number of cards."""
        view = self.view(0)
        rank = view.claimed_rank
        return None if rank is None or self.phase is not Phase.CHALLENGE else (rank, view.claimed_count)

    @property
    def winner(self) -> Seat | None:
        """The player on the first place; None while the game goes on, or if that place is shared."""
        if self.phase is not Phase.COMPLETE:
            return None
        first = [seat for seat in range(self.table.seats) if self._state.place(seat) == 1]
        return first[0] if len(first) == 1 else None

    def play_card(self, card_idx: int, claimed_rank: Rank | str) -> None:
        """Lay a card of the current player's hand face down and claim a rank for it, such as "A" or Rank.ACE."""
        if self.phase is not Phase.TURN:
            raise UsageError(f"no card can be played in the phase {self.phase.name}")
        hand = self.current_player.hand
        if not 0 <= card_idx < len(hand):
            raise UsageError(f"the hand has cards 0 to {len(hand) - 1}, not {card_idx}")
        rank = _RANKS.get(str(claimed_rank))
        if rank is None or rank not in self.view(self.current_player_idx).claimable:
            raise UsageError(f"{claimed_rank} cannot be claimed now")
        self._apply(c.M_LAY + hand[card_idx] - 1)
        if self._is_legal(c.M_STOP):
            self._apply(c.M_STOP)
        if self._state.to_act >= 0 and self._state.question == c.Q_CLAIM:
            self._apply(c.M_CLAIM + rank - 1)

    def challenge(self, challenger_idx: Seat) -> bool:
        """Let this player challenge, and nobody else; whether it was a lie."""
        if challenger_idx == self.current_player_idx or challenger_idx not in range(self.table.seats):
            raise UsageError(f"player {challenger_idx} cannot challenge this claim")
        before = self.view(0).record(challenger_idx).successes
        self._close_window(challenger_idx)
        return self.view(0).record(challenger_idx).successes > before

    def pass_challenge(self) -> None:
        """Nobody challenges: the card stays on the pile."""
        self._close_window(-1)

    def _close_window(self, challenger: Seat) -> None:
        if self.phase is not Phase.CHALLENGE:
            raise UsageError("there is no claim that could be challenged")
        while self._state.to_act >= 0 and self._state.question == c.Q_CHALLENGE:
            self._apply(c.M_CHALLENGE if self._state.to_act == challenger else c.M_TRUST)

    def _is_legal(self, move: int) -> bool:
        state = self._state
        if state.to_act < 0:
            return False
        return any(self._legal[index] == move for index in range(state.legal(self._legal)))

    def _apply(self, move: int) -> None:
        self._state.apply(move)
