"""A Belote bot that bids on Jacks, leads them, and gives its partner the points.

    croupier run belote bots/belote/jacks.py random -n 200 --trust

Two methods are enough: one for the bidding, one for the cards. What they return must be one of the choices they are
given; the first choice is always safe.
"""

from croupier.games.belote import Accept, Announce, BeloteBot, Mode, Rank


class Jacks(BeloteBot):
    def choose_negotiation_action(self, view, valid_actions):
        jacks = [card for card in view.hand if card.rank == Rank.JACK]
        wanted = {mode for mode in Mode if mode.trump in {jack.suit for jack in jacks}}
        if len(jacks) >= 2:
            wanted = {Mode.ALL_TRUMPS}
        for action in valid_actions:
            if isinstance(action, Announce) and action.mode in wanted:
                return action
        return next((action for action in valid_actions if isinstance(action, Accept)), valid_actions[0])

    def choose_card(self, view, valid_plays):
        if view.winning is None:
            return next((card for card in valid_plays if card.rank == Rank.JACK), valid_plays[0])
        if view.winning.seat == view.partner and len(view.trick.cards) == 3:
            return valid_plays[-1]  # nobody can beat the partner any more: not the lowest card
        return valid_plays[0]
