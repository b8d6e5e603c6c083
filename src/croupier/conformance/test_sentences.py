"""Words for people: moves, questions, events and views, as every screen and prompt shows them."""

import re

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER
from croupier.kernel.game import Game
from croupier.match.match import Match

NAMES = ("Ann", "Bob", "Cid", "Dan")
FOR_PROGRAMS = re.compile(r"_|\b\d+x|\b(?:10|[2-9AJQK])[cdh]\b|\b[AJQK]s\b|Colour|[a-z](?:Trumps|Card)\b|\bNone\b|<")
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
            assert len(set(labels)) == len(labels), f"two moves have the same sentence: {labels}"
            small = [label for label in labels if not label[:1].isupper()]
            assert not small, f"the sentence of a move begins with a capital letter, not so: {small[0]!r}"
            prompt = match.game.prompt(decision.question)
            assert prompt in match.game.prompts.values(), f"prompts has no text for the question {decision.question!r}"
            seen |= {*labels, prompt, *decision.view.text().splitlines()}
            match.play(luck.randrange(len(decision.moves)))
        for seat in (DEALER, *range(match.table.seats)):
            for step in range(len(match.steps) + 1):
                seen |= {event.text(match.table.names) for event in match.happened(seat, step)}
    bad = sorted((text, found.group()) for text in seen if (found := FOR_PROGRAMS.search(text)))
    assert not bad, (
        f"{bad[0][0]!r} has {bad[0][1]!r} in it; for playing cards use croupier.kernel.cards.Card, which sentences "
        "write as 10♠ (card.symbol)"
    )
