"""Words for people: moves, questions, events and views, as every screen and prompt shows them."""

import re

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.match.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dan")
FOR_PROGRAMS = re.compile(
    r"_|\b\d+x|\b(?:10|[2-9AJQK])[cdh]\b|\b[AJQK]s\b|Colour|[a-z](?:Trumps|Card)\b|the turn of|\bNone\b|surely|<"
)
"""Notation and wire names, which have no place in a sentence."""


def played(game: Game, seed: int) -> Match:
    seats = min(4, game.seats[-1])
    return Match(game, game.settings(), NAMES[:seats], seed)


def test_no_sentence_has_notation_in_it(game: Game) -> None:
    seen: set[str] = set()
    for seed in range(4):
        match, luck = played(game, seed), BotRandom(seed)
        while (decision := match.ask()) is not None and len(match.steps) < 150:
            labels = [move.label(match.table.names) for move in decision.moves]
            assert len(set(labels)) == len(labels), labels
            assert all(label[0].isupper() for label in labels), labels
            prompt = match.game.prompt(decision.question)
            assert prompt in match.game.prompts.values(), decision.question
            seen |= {*labels, prompt, *decision.view.text().splitlines()}
            match.play(luck.randrange(len(decision.moves)))
        for seat in (DEALER, *range(match.table.seats)):
            for step in range(len(match.steps) + 1):
                seen |= {event.text(match.table.names) for event in match.happened(seat, step)}
    assert not [text for text in seen if FOR_PROGRAMS.search(text)]
