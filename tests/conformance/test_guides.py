"""Every game explains itself to beginners: each card, each question, one screen of scenes, and headings for logs."""

import re
from typing import get_args

import pytest

from croupier.conformance.test_sentences import FOR_PROGRAMS, played
from croupier.games import GAMES
from croupier.games.belote.terms import MODES
from croupier.games.coup.moves import Action
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import PUBLIC
from croupier.match.replay.table_zones import wire_of, zones_of

SUITS = {
    "ColourClubs": "♣ Clubs",
    "ColourDiamonds": "♦ Diamonds",
    "ColourHearts": "♥ Hearts",
    "ColourSpades": "♠ Spades",
}
FORCED = {"last_words"}
"""Questions with one answer."""
MOST_SCENES = 6
MOST_LETTERS = 260
"""In a text, so that all fits one screen."""


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text))


def is_explained(name: str, card: str) -> bool:
    cards = GAMES[name].guide.cards
    return card in cards or re.sub(r"[cdhs]$", "", card) in cards or "*" in cards


@pytest.mark.parametrize("name", GAMES)
def test_every_card_and_question_is_explained(name: str) -> None:
    guide = GAMES[name].guide
    cards: set[str] = set()
    headings: list[str] = []
    said: set[str] = set()
    notes: set[str] = set()
    for seed in range(3):
        match, luck = played(GAMES[name], seed), BotRandom(seed)
        while (decision := match.ask()) is not None and len(match.steps) < 150:
            assert decision.question in guide.tips.keys() | FORCED
            if len(match.steps) % 5 == 0:
                zones = zones_of(decision.view, wire_of(decision.view))
                cards |= {card.text for zone in zones for card in zone.cards if card.face_up}
            view = match.view(PUBLIC)
            said |= {*view.situation()}
            notes |= {view.seat_note(seat) for seat in range(view.table.seats)}
            # What the page writes on the table stands in the terminal too.
            assert words_of(" ".join(view.situation())) <= words_of(view.text()) | {"bid", "by"}
            headings += [match.game.turn_text(view), match.game.score_text(view)]
            match.play(luck.randrange(len(decision.moves)))
    assert cards
    assert not [card for card in cards if not is_explained(name, card)]
    assert all(headings)
    assert not [text for text in set(headings) if FOR_PROGRAMS.search(text)]
    assert len(set(headings[::2])) > 2
    assert len(said) > 2
    assert not [text for text in said | notes if FOR_PROGRAMS.search(text)]
    assert any(notes) or name == "coup"  # where only coins and cards stand beside a name


@pytest.mark.parametrize("name", GAMES)
def test_how_to_play_fits_one_screen(name: str) -> None:
    guide = GAMES[name].guide
    assert guide.goal
    assert 3 <= len(guide.scenes) <= MOST_SCENES
    for scene in guide.scenes:
        assert scene.cards
        assert all(card == "" or is_explained(name, card) for card in scene.cards)
    tips = [text for tip in guide.tips.values() for text in (tip.meaning, tip.advice)]
    texts = [guide.goal, *(scene.text for scene in guide.scenes), *guide.cards.values(), *tips]
    assert not [text for text in texts if len(text) > MOST_LETTERS or FOR_PROGRAMS.search(text)]
    assert guide.tips.keys() <= set(GAMES[name].questions)


@pytest.mark.parametrize("name", GAMES)
def test_stamps_are_of_events_that_happen(name: str) -> None:
    fields = {kind.__name__: set(kind.__struct_fields__) for kind in get_args(GAMES[name].event_types)}
    derived = {("coup", "challenged")}  # read by the page from who challenged whom
    for stamp in GAMES[name].guide.stamps:
        assert stamp.event in fields
        assert not [field for field in stamp.when if field not in fields[stamp.event] and (name, field) not in derived]
        assert 0 < len(stamp.word) <= 14


def test_the_reference_cards_name_every_action_and_every_bid() -> None:
    actions = GAMES["coup"].guide.choices
    assert {choice.key for choice in actions} == {action.value for action in Action}
    for choice in actions:
        action = Action(choice.key)
        assert (choice.card, choice.price) == (action.claims or "", action.price)
    bids = {choice.key: choice.title for choice in GAMES["belote"].guide.choices}
    assert bids == {**{mode.value: mode.title for mode in MODES}, **SUITS}


def test_the_terminal_explains_a_question_and_the_cards() -> None:
    text = GAMES["kittens"].guide.explain("turn")
    assert "Tip: " in text
    assert "  See the Future: You alone see" in text
