"""Positions for the tests: a bidding said aloud, or a trick with chosen hands."""

from frames.positions import legal_moves as legal

from croupier.games.belote import GAME, BeloteState, Mode
from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.terms import DECK, NUMBERS, cards_of
from croupier.kernel.cards import Card
from croupier.match.position import Position

IDS = {str(move): number for number, move in enumerate(GAME.moves)}
SHORT = {
    "C": "ColourClubs",
    "D": "ColourDiamonds",
    "H": "ColourHearts",
    "S": "ColourSpades",
    "N": "NoTrumps",
    "A": "AllTrumps",
}


def bits(text: str) -> int:
    """The set of the cards named in the text."""
    return sum(1 << NUMBERS[Card(card)] for card in text.split())


def names(cards: int) -> set[str]:
    return {str(card) for card in cards_of(cards)}


def notation(short: str) -> str:
    """ "H" is announce ColourHearts, "2H" doubles it, "4H" redoubles it, "-" accepts."""
    if short == "-":
        return "accept"
    verb = {"2": "double", "4": "redouble"}.get(short[0], "announce")
    return f"{verb} {SHORT[short[-1]]}"


def seed_with_dealer(dealer: int) -> int:
    for seed in range(1000):
        if Position.start(GAME, seed=seed).view(0).dealer == dealer:  # type: ignore[attr-defined]
            return seed
    raise AssertionError("no such seed")


SEED = seed_with_dealer(3)  # then seat 2 cuts, and seat 0 speaks first


def after_bids(*shorts: str, **settings: object) -> Position:
    """The position after these bids, seat 0 speaking first."""
    position = Position.start(GAME, GAME.settings(settings), 4, SEED).after("cut 16 from the top")
    for short in shorts:
        position = position.after(notation(short))
    return position


def open_bids(position: Position) -> set[str]:
    """What can be said, in short."""
    said = {"accept": "-"}
    for letter, mode in SHORT.items():
        said |= {f"announce {mode}": letter, f"double {mode}": f"2{letter}", f"redouble {mode}": f"4{letter}"}
    return {said[str(move)] for move in position.moves}


def trick(mode: Mode, hands: tuple[str, str, str, str], leader: int = 0, **settings: object) -> BeloteState:
    """A deal in which these cards are still in the hands; all others were played without showing anything."""
    state = GAME.new_state(GAME.settings({"deals": 1, **settings}), 4)
    assert isinstance(state, BeloteState)
    state.start(SEED)
    for move in (codes.M_CUT + codes.SAFE_CUT, codes.M_ANNOUNCE + mode.number, *[codes.M_ACCEPT] * 3):
        state.apply(move)
    words = state.words
    held = 0
    for seat, hand in enumerate(hands):
        words[w.HAND + seat] = bits(hand)
        held |= bits(hand)
    assert held.bit_count() == sum(len(hand.split()) for hand in hands)
    gone = [card for card in range(len(DECK)) if not (held >> card) & 1]
    for place, card in enumerate(gone):
        words[w.PLAYS + place] = card
    words[w.N_PLAYED] = len(gone) // 4 * 4  # whole tricks
    words[w.LEADER] = leader
    state.to_act = leader
    return state


def play(state: BeloteState, *cards: str) -> BeloteState:
    for card in cards:
        move = IDS[f"play {card}"]
        assert move in legal(state), f"{card} is not legal"
        state.apply(move)
    return state


def playable(state: BeloteState) -> set[str]:
    return {str(DECK[move - codes.M_CARD]) for move in legal(state)}
