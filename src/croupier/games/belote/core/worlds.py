"""What a seat imagines of the hands it does not see, each world that fits being equally likely."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import layout as w
from croupier.games.belote.core.codes import DECK_SIZE
from croupier.games.belote.core.table import collect, hand_size, unseen_by
from croupier.kernel.rng import Chance
from croupier.kernel.three_hands import ThreeHands


def imagine(words: vec[i64], deck: vec[i64], worlds: ThreeHands, seat: i64, chance: Chance) -> None:
    """Fill in what `seat` does not know, each world that fits being equally likely."""
    if words[w.UNDEALT] > 0:
        for i in range(i64(DECK_SIZE)):
            deck[i] = i
        chance.shuffle(deck, DECK_SIZE)
    elif words[w.MODE] < 0:
        _imagine_bidding(words, deck, seat, chance)
    elif words[w.N_PLAYED] < DECK_SIZE:
        _imagine_play(words, worlds, seat, chance)


def _imagine_bidding(words: vec[i64], deck: vec[i64], seat: i64, chance: Chance) -> None:
    """Five cards for each of the others and three more for everybody, nothing being known of any of them."""
    n: i64 = 0
    own: i64 = words[w.HAND + seat]
    for card in range(i64(DECK_SIZE)):
        if (own >> card) & 1 == 0:
            deck[n] = card
            n += 1
    chance.shuffle(deck, n)
    at: i64 = 0
    for other in range(i64(4)):
        if other != seat:
            words[w.HAND + other] = collect(deck, at, 5)
            at += 5
        words[w.LATER + other] = collect(deck, at, 3)
        at += 3


def _imagine_play(words: vec[i64], worlds: ThreeHands, seat: i64, chance: Chance) -> None:
    left: i64 = (seat + 1) & 3
    partner: i64 = (seat + 2) & 3
    right: i64 = (seat + 3) & 3
    if not worlds.counted:
        worlds.count(
            unseen_by(words, seat),
            words[w.MAY + left],
            words[w.MAY + partner],
            words[w.MAY + right],
            hand_size(words, left),
            hand_size(words, partner),
        )
    worlds.draw(chance)
    words[w.HAND + left] = worlds.a
    words[w.HAND + partner] = worlds.b
    words[w.HAND + right] = worlds.c
