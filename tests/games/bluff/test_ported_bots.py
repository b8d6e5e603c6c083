"""Bots in the manner of the Bluff guide: personalities, the two functions, models, and a game of one's own."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

import croupier
from croupier.games.bluff import BluffBot, BluffGame, BluffView, OpponentModel, Personality, Phase, PsychBot, Rank
from croupier.games.bluff.events import Judged

MAX_MATCHES = 30


class Ported(BluffBot):
    """The two functions of the guide as methods, and a count of what the bot came to use."""

    settings: ClassVar[dict[str, Any]] = {}
    used: ClassVar[Counter[str]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.used = Counter()

    def claim(self, view: BluffView) -> tuple[Any, Rank]:
        asked = view.claimable[0]
        return (asked if view.count(asked) else max(view.hand, key=view.count)), asked

    def challenge(self, view: BluffView) -> bool:
        return view.is_certain_lie


class PileRisk(Ported):
    """Lies less the larger the pile is."""

    def claim(self, view: BluffView) -> tuple[Any, Rank]:
        asked = view.claimable[0]
        pile_risk = min(1.0, view.pile_size / 20)
        others = [rank for rank in view.hand if rank is not asked]
        if others and self.rng.random() < 0.35 * (1 - pile_risk) * 1.5:
            self.used["lied"] += 1
            return self.rng.choice(others), asked
        return super().claim(view)


class LiarRate(Ported):
    """Challenges by the claimer's past and by its own cards of the rank."""

    def challenge(self, view: BluffView) -> bool:
        assert view.claimer is not None
        assert view.claimed_rank is not None
        past = view.record(view.claimer)
        liar_rate = past.caught / past.claims if past.claims > 3 else 0.3
        self.used["known liar"] += past.caught
        return self.rng.random() < 0.2 + 0.15 * view.count(view.claimed_rank) + 0.5 * liar_rate


class Modeller(Ported):
    """Keeps a model of everybody by the events it is told."""

    def on_start(self) -> None:
        self.models = [OpponentModel(player_name=name) for name in self.table.names]

    def observe(self, event: Any, view: BluffView) -> None:
        if isinstance(event, Judged):
            self.models[event.seat].update_claim(event.rank, was_truthful=event.truthful)
            self.models[event.challenger].update_challenge(not event.truthful)

    def challenge(self, view: BluffView) -> bool:
        assert view.claimer is not None
        assert view.claimed_rank is not None
        model = self.models[view.claimer]
        self.used["history"] += len(model.challenge_history)
        return model.get_trust_score() < 0.3 or model.is_suspicious(claimed_rank=view.claimed_rank)


class Proud(Ported):
    """Lies as often as it got away with it."""

    def claim(self, view: BluffView) -> tuple[Any, Rank]:
        own = view.record(view.seat)
        success_rate = view.my_successful_bluffs / own.claims if own.claims else 0.5
        others = [rank for rank in view.hand if rank is not view.claimable[0]]
        if others and self.rng.random() < success_rate:
            self.used["bluffs"] += view.my_bluffs
            return others[0], view.claimable[0]
        return super().claim(view)


class Counting(Ported):
    """Counts the cards that are elsewhere."""

    settings: ClassVar[dict[str, Any]] = {"decks": 2}

    def challenge(self, view: BluffView) -> bool:
        assert view.claimed_rank is not None
        assert view.claimer is not None
        left = view.copies - view.seen(view.claimed_rank, view.claimer)
        self.used["several decks"] += view.copies == 8
        return left < 2


class Chaotic(Ported):
    """Lays all it may, true or not."""

    settings: ClassVar[dict[str, Any]] = {"mode": "chaos"}

    def claim(self, view: BluffView) -> tuple[Any, Rank]:
        cards = [rank for rank, count in view.hand.items() for _ in range(count)][:4]
        self.used["several cards"] += len(cards) > 1
        return cards, view.claimable[0]


class Saintly(Ported):
    """Truth mode: chooses what to claim by what it holds."""

    settings: ClassVar[dict[str, Any]] = {"mode": "truth"}

    def claim(self, view: BluffView) -> tuple[Any, Rank]:
        rank = max(view.hand, key=view.count)
        self.used["truth"] += 1
        return rank, rank


class Partner(Ported):
    """Team mode: is never asked about its partner's claims."""

    settings: ClassVar[dict[str, Any]] = {"mode": "team", "max_turns": 5}

    def challenge(self, view: BluffView) -> bool:
        assert view.claimer is not None
        assert (view.claimer - view.seat) % 4 != 2
        self.used["asked"] += 1
        return False


class Reckless(Ported):
    """Uses the global `random`, as the original did."""

    def challenge(self, view: BluffView) -> bool:
        doubts = random.random() < 0.45
        self.used["doubted"] += doubts
        return doubts


class Neighbour(Ported):
    """Claims the same rank or the next one where the order leaves a choice."""

    settings: ClassVar[dict[str, Any]] = {"claim_order": "same-or-adjacent"}

    def claim(self, view: BluffView) -> tuple[Any, Rank]:
        held = [rank for rank in view.claimable if view.count(rank)]
        self.used["choice"] += len(view.claimable) == 3
        claimed = held[0] if held else view.claimable[0]
        return (claimed if held else next(iter(view.hand))), claimed


@pytest.mark.parametrize("kind", Ported.__subclasses__(), ids=lambda kind: kind.__name__)
def test_a_bot_with_the_two_functions(kind: type[Ported]) -> None:
    settings = {"max_turns": 8, **kind.settings}
    for seed in range(MAX_MATCHES):
        match = croupier.play("bluff", ["noob", kind, "easy", "psych:hard"], seed=seed, settings=settings)
        assert [step.faults for step in match.steps if step.seat == 1 and step.faults] == []
        if kind.used.total():
            return
    raise AssertionError(f"in {MAX_MATCHES} matches it did not come to use its part of the interface")


def from_file(folder: Path) -> str:
    file = folder / "mine.toml"
    file.write_text("[calm]\nbluff_frequency = 0.1\nchallenge_frequency = 0.05\nsuspicion_memory = 4\n")
    return f"psych:{file},name=calm"


@pytest.mark.parametrize(
    "made",
    [lambda folder: lambda: PsychBot(Personality("Paranoid", 0.25, 0.70, 20, 2, 2)), from_file],
    ids=["in Python", "from a file"],
)
def test_a_personality(made: Callable[[Path], Any], tmp_path: Path) -> None:
    match = croupier.play("bluff", [made(tmp_path), "noob"], seed=1, settings={"max_turns": 8})
    assert not any(step.faults for step in match.steps)


def test_a_game_of_ones_own() -> None:
    """The loop of the guide: a bot that claims, and the first of all who want to challenge."""
    game, luck = BluffGame(num_players=4, seed=3), random.Random(3)
    models = [OpponentModel(player.name) for player in game.players]
    while game.phase is not Phase.COMPLETE:
        me = game.current_player_idx
        if game.phase is Phase.TURN:
            card = luck.randrange(len(game.current_player.hand))
            lies = luck.random() < 0.3
            game.play_card(card, luck.choice(list(Rank)) if lies else game.current_player.hand[card])
            continue
        assert game.pending_claim is not None
        rank, _ = game.pending_claim
        challengers = [other for other in range(4) if other != me and luck.random() < 0.1]
        if challengers:
            models[me].update_claim(rank, not game.challenge(challenger_idx=challengers[0]))
        else:
            game.pass_challenge()
    assert game.winner is not None
    shown = sum(player.challenges_made for player in game.players)
    assert sum(len(model.recent_claims) for model in models) == min(shown, 10 * 4) > 0


def test_there_are_at_least_ten() -> None:
    assert len(Ported.__subclasses__()) >= 10
