"""Eight players, four decks, long rounds, large piles: nothing grows without end, and every match is over some time."""

import msgspec
import pytest

import croupier
from croupier.games.bluff import GAME, BluffBot, BluffView, Rank
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.wire import view_to_wire
from croupier.match.match import Match
from croupier.match.run_players import run_bots

LARGE = [
    {"decks": 4},
    {"decks": 4, "mode": "chaos", "claim_order": "same-or-adjacent"},
    {"decks": 4, "mode": "team", "rounds": 3, "max_turns": 10},
    {"decks": 4, "mode": "truth"},
    {"decks": 4, "claim_order": "free", "last_claim": "immediate"},
]
VIEW_BYTES = 4096
MOST_MOVES = 14  # thirteen ranks and stop


def bound(values: dict[str, object], seats: int) -> int:
    """Answers of a match: every turn is at most four cards, stop and a claim, and then everybody else answers."""
    settings = GAME.settings(values)
    return settings.rounds * settings.max_turns * seats * (settings.max_cards + 2 + seats - 1)


@pytest.mark.parametrize("values", LARGE)
@pytest.mark.parametrize("doubt", [1, 40])
def test_the_largest_tables_stay_small(values: dict[str, object], doubt: int) -> None:
    """With much doubt piles go round and knowledge grows; with little the piles do."""
    seats, luck = 8, BotRandom(doubt)
    match = Match(GAME, GAME.settings(values), [f"p{seat}" for seat in range(seats)], 3)
    largest = 0
    while (decision := match.ask()) is not None:
        view = decision.view
        assert isinstance(view, BluffView)
        largest = max(largest, view.pile_size)
        assert len(msgspec.json.encode(view_to_wire(view))) <= VIEW_BYTES
        assert len(view.ints) == len(match.view(decision.seat).ints)
        assert len(decision.moves) <= MOST_MOVES
        trusts = decision.question == "challenge" and luck.below(8 * doubt)
        match.play(0 if trusts else luck.below(len(decision.moves)))
    assert len(match.steps) <= bound(values, seats)
    assert largest > (60 if doubt > 1 else 5)


class Stubborn(BluffBot):
    """Never tells the truth where it can lie."""

    challenges = True

    def claim(self, view: BluffView) -> tuple[Rank, Rank]:
        claimed = view.claimable[0]
        return next((rank for rank in view.hand if rank != claimed), claimed), claimed

    def challenge(self, view: BluffView) -> bool:
        return self.challenges


class Gullible(Stubborn):
    challenges = False


@pytest.mark.parametrize(("bot", "ending"), [(Stubborn, "the turns ran out"), (Gullible, "a hand was emptied")])
@pytest.mark.parametrize("seats", [2, 8])
def test_5_2_a_match_ends_whatever_the_bots_do(bot: type[Stubborn], ending: str, seats: int) -> None:
    values = {"decks": 4, "max_turns": 200}
    match = Match(GAME, GAME.settings(values), [f"p{seat}" for seat in range(seats)], 1)
    run_bots(match, [bot() for _ in range(seats)])
    assert match.result().ending == ending
    assert len(match.steps) <= bound(values, seats)


def test_the_built_in_bots_play_the_largest_table() -> None:
    bots = ["learned", "ismcts:iterations=10", "medium", "easy", "noob", "psych:insane", "honest", "trusting"]
    match = croupier.play("bluff", bots, seed=1, settings={"decks": 4, "mode": "chaos"})
    assert match.over
    assert not any(step.faults for step in match.steps)
