"""Tells the truth when it can, lies with what it needs last, and doubts what it can count.

croupier run bluff bots/bluff/counter.py noob easy medium -n 400 --trust
"""

from croupier.games.bluff import BluffBot, BluffView, Rank


class Counter(BluffBot):
    def claim(self, view: BluffView) -> tuple[Rank, Rank]:
        honest = [rank for rank in view.claimable if view.count(rank)]
        if honest:
            return honest[0], honest[0]
        claimed = view.claimable[0]
        ahead = view.ranks[view.ranks.index(claimed) :] + view.ranks[: view.ranks.index(claimed)]
        return [rank for rank in ahead if view.count(rank)][-1], claimed

    def challenge(self, view: BluffView) -> bool:
        if view.is_certain_lie or view.hand_sizes[view.turn] == 0:
            return True
        own = view.count(view.claimed_rank) + view.my_laid.get(view.claimed_rank, 0)
        return view.pile_size <= 2 and own >= view.copies - 1
