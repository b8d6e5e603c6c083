"""`BluffGame`, which is driven call by call as in the Bluff architecture guide."""

import pytest

from croupier.games.bluff import BluffGame, BluffSettings, Phase, Rank
from croupier.kernel.errors import UsageError


def other_rank(game: BluffGame, card_idx: int) -> Rank:
    """One that the card is not."""
    return next(rank for rank in Rank if rank is not game.current_player.hand[card_idx])


def test_a_challenged_lie_goes_back_to_the_liar() -> None:
    game = BluffGame(num_players=3, seed=1)
    assert (game.phase, game.current_player_idx) == (Phase.TURN, 0)
    hand = len(game.players[0].hand)
    claimed = other_rank(game, 0)
    game.play_card(0, claimed_rank=claimed)
    assert (game.phase, game.pile_size, game.pending_claim) == (Phase.CHALLENGE, 1, (claimed, 1))
    assert game.challenge(challenger_idx=1)
    assert len(game.players[0].hand) == hand
    assert (game.players[0].caught_lying, game.players[1].successful_challenges) == (1, 1)
    assert (game.phase, game.current_player_idx, game.pile_size) == (Phase.TURN, 1, 0)


def test_who_doubts_the_truth_takes_the_pile() -> None:
    game = BluffGame(num_players=3, seed=1)
    sizes = [len(player.hand) for player in game.players]
    game.play_card(0, str(game.current_player.hand[0]))
    assert not game.challenge(2)
    assert [len(player.hand) for player in game.players] == [sizes[0] - 1, sizes[1], sizes[2] + 1]
    assert game.current_player_idx == 0


def test_a_game_to_its_end() -> None:
    game = BluffGame(names=("Ann", "Ben"), seed=2)
    turns = 0
    while game.phase is not Phase.COMPLETE:
        if game.phase is Phase.TURN:
            game.play_card(0, game.current_player.hand[0])
            turns += 1
        else:
            game.pass_challenge()
    assert turns == 2 * 26 - 1, "an empty hand wins at once"
    assert game.winner == 0
    assert game.players[0].hand == []
    with pytest.raises(UsageError, match="no card can be played in the phase COMPLETE"):
        game.play_card(0, "A")


@pytest.mark.parametrize(
    ("card", "rank", "why"), [(99, "A", "the hand has cards 0 to"), (0, "Z", "Z cannot be claimed now")]
)
def test_what_cannot_be_played(card: int, rank: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        BluffGame(seed=1).play_card(card, rank)


def test_nobody_challenges_himself_or_nothing() -> None:
    game = BluffGame(seed=1)
    with pytest.raises(UsageError, match="there is no claim"):
        game.pass_challenge()
    game.play_card(0, "A")
    with pytest.raises(UsageError, match="player 0 cannot challenge"):
        game.challenge(0)


def test_other_settings() -> None:
    game = BluffGame(num_players=4, seed=1, settings=BluffSettings(mode="chaos", decks=2))
    game.play_card(0, "A")
    assert game.pending_claim == (Rank.ACE, 1)
    with pytest.raises(UsageError, match="7 cannot be claimed now"):
        BluffGame(settings=BluffSettings()).play_card(0, "7")
