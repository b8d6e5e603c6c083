"""A Cuttle bot that races: the most points it can, and a Two for whatever would hurt.

    croupier run cuttle bots/cuttle/racer.py random -n 1000 --trust

A bot is a class with one method. It is asked for every decision of its seat, and what it returns must be one of
`legal_moves`; the first of them is always safe.
"""

from croupier.games.cuttle import Counter, CuttleBot, Permanent, Points, Rank, Take


class Racer(CuttleBot):
    def select_move(self, view, legal_moves):
        return max(legal_moves, key=lambda move: self.worth(view, move))

    def worth(self, view, move):
        match move:
            case Points(card=card) | Take(card=card) if card.rank <= Rank.TEN:
                return 100 + card.rank  # the big ones first
            case Permanent(card=card) if card.rank == Rank.KING:
                return 105  # a King lowers the goal by several points: worth a small card
            case Permanent(card=card, target=target) if card.rank == Rank.JACK:
                return 110 + target.rank  # a Jack takes the points from the opponent and gives them to us
            case Counter():
                return 1  # better than `pass`, which comes first
            case _:
                return 0  # all the rest is equal, and `max` takes the first: the safe move
