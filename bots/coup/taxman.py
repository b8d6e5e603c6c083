"""A Coup bot that lives on taxes: claims the Duke as long as that is possible, and defends its last influence."""

from croupier.games.coup import Character, CoupBot, CoupView


class Taxman(CoupBot):
    def act(self, view: CoupView) -> str:
        richest = max(view.rivals, key=view.coins)
        if view.my_coins >= 7:
            return f"coup {richest}"
        if view.face_up.count(Character.DUKE) < 3:
            return "tax"
        return "income"

    def respond(self, view: CoupView) -> Character | str:
        for character in view.may_block_with:
            if character in view.hand or view.influence(self.seat) == 1:
                return character
        if view.may_challenge and not view.could_hold(view.actor, view.claimed):
            return "challenge"
        return "allow"

    def choose_loss(self, view: CoupView) -> Character:
        return next((card for card in view.hand if card is not Character.DUKE), view.hand[0])
