"""What a Coup player knows, in words."""

from typing import Any

import msgspec

from croupier.games.coup.core import codes
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.layout import LAYOUT
from croupier.games.coup.events import Acted, Blocked, Challenged
from croupier.games.coup.moves import ACTIONS, CHARACTERS, QUESTIONS, Action, Character, name_of
from croupier.kernel.decision import Seat, View
from croupier.kernel.declare import count


class Record(msgspec.Struct, frozen=True, gc=False):
    """How often a seat claimed a character, and how its challenged claims ended."""

    made: int
    shown: int
    """Challenged, and the card was there."""
    failed: int
    """Challenged, and an influence was lost instead."""


class Returned(msgspec.Struct, frozen=True, gc=False):
    """A card that you saw go back to the court, and who may have drawn it since."""

    character: Character
    may_be_with: tuple[Seat, ...]
    """Besides the court."""


class Rival(msgspec.Struct, frozen=True):
    """What all know of one player."""

    seat: Seat
    coins: int
    influence: int
    """Cards that are still face down."""
    lost: tuple[Character, ...]
    claims: dict[Character, Record]
    """Only characters that were ever claimed."""
    recent: dict[Character, int]
    """Claims since the hand last changed by a shown card or an exchange."""


class CoupView(View):
    """Everything you know."""

    __slots__ = ()

    @property
    def question(self) -> str:
        return QUESTIONS[self.ints[w.QUESTION]]

    @property
    def seats(self) -> int:
        return self.table.seats

    def _at(self, word: int) -> int:
        """Where a word that each seat has begins."""
        return LAYOUT.at(word, self.table.seats)

    # You.

    @property
    def hand(self) -> tuple[Character, ...]:
        """Your face-down cards; a spectator has none. While you exchange, the two drawn cards are in `drawn`."""
        return self._cards(self.seat) if self.seat >= 0 else ()

    def _cards(self, seat: Seat) -> tuple[Character, ...]:
        """The face-down cards of a seat, where they are shown: to itself, and to the dealer."""
        at = self._at(w.HAND) + 2 * seat
        return tuple(CHARACTERS[card] for card in self.ints[at : at + 2] if card >= 0)

    @property
    def drawn(self) -> tuple[Character, ...]:
        """The two cards of your exchange while you must choose."""
        return tuple(CHARACTERS[card] for card in self.ints[w.DRAWN : w.OTHER_DRAWN + 1] if card >= 0)

    @property
    def my_coins(self) -> int:
        return self.coins(self.seat)

    @property
    def must_coup(self) -> bool:
        return self.my_coins >= 10

    @property
    def may_challenge(self) -> bool:
        """Whether you may challenge now."""
        return self.question in ("respond", "challenge_block")

    @property
    def may_block_with(self) -> tuple[Character, ...]:
        """The characters that you may claim now to block the action."""
        action = self.action
        if action is None or self.question not in ("respond", "block"):
            return ()
        if action is not Action.FOREIGN_AID and self.target != self.seat:
            return ()
        official = getattr(self.table.settings, "window", "official") == "official"
        return () if self.question == "respond" and official else action.blocked_by

    @property
    def returned(self) -> tuple[Returned, ...]:
        """Cards you saw go back to the court: your own exchanges, and what anybody showed."""
        if self.seat < 0:
            return ()
        found: list[Returned] = []
        for character, known in zip(CHARACTERS, self.ints[-codes.CHARACTERS :], strict=True):
            while known:
                found.append(Returned(character, tuple(s for s in range(self.seats) if (known >> s) & 1)))
                known >>= 8
        return tuple(found)

    # The others.

    def coins(self, seat: Seat) -> int:
        return self.ints[self._at(w.COINS) + seat]

    def influence(self, seat: Seat) -> int:
        """How many cards of a seat are still face down."""
        return self.ints[self._at(w.HIDDEN) + seat]

    def is_alive(self, seat: Seat) -> bool:
        return self.influence(seat) > 0

    @property
    def rivals(self) -> tuple[Seat, ...]:
        """The other living seats in turn order, beginning after you."""
        near = max(self.seat, 0)
        order = ((near + step) % self.seats for step in range(0 if self.seat < 0 else 1, self.seats))
        return tuple(seat for seat in order if self.is_alive(seat))

    def lost(self, seat: Seat) -> tuple[Character, ...]:
        """The cards of a seat that are face up."""
        at = self._at(w.OPEN_CARDS) + 2 * seat
        return tuple(CHARACTERS[card] for card in self.ints[at : at + 2] if card >= 0)

    @property
    def face_up(self) -> tuple[Character, ...]:
        """All cards that are face up."""
        at = self._at(w.OPEN_CARDS)
        return tuple(CHARACTERS[card] for card in self.ints[at : at + 2 * self.seats] if card >= 0)

    def unseen(self, character: Character) -> int:
        """How many cards of a character are neither face up nor yours."""
        return 3 - (*self.face_up, *self.hand, *self.drawn).count(character)

    def could_hold(self, seat: Seat, character: Character) -> bool:
        """Whether it is possible that a rival has the character, given the cards you have seen."""
        elsewhere = sum(card.character is character and seat not in card.may_be_with for card in self.returned)
        return self.influence(seat) > 0 and self.unseen(character) > elsewhere

    def record(self, seat: Seat, character: Character) -> Record:
        """Claims of a character and how they ended."""
        code = self.ints[self._at(w.CLAIMS) + 5 * seat + CHARACTERS.index(character)]
        return Record(code & 0xFFFF, (code >> 16) & 0xFFFF, code >> 32)

    def recent_claims(self, seat: Seat, character: Character) -> int:
        """Claims since the seat's hand last changed by a shown card or an exchange."""
        return (self.ints[self._at(w.SINCE) + seat] >> (8 * CHARACTERS.index(character))) & 255

    def place(self, seat: Seat) -> int | None:
        """The final place of a seat that is out; None while it plays."""
        return self.ints[self._at(w.PLACE) + seat] or None

    def rival(self, seat: Seat) -> Rival:
        """All that is public about a seat."""
        records = {character: self.record(seat, character) for character in CHARACTERS}
        recent = {character: self.recent_claims(seat, character) for character in CHARACTERS}
        return Rival(
            seat=seat,
            coins=self.coins(seat),
            influence=self.influence(seat),
            lost=self.lost(seat),
            claims={character: record for character, record in records.items() if record.made},
            recent={character: times for character, times in recent.items() if times},
        )

    # What is going on.

    @property
    def actor(self) -> Seat:
        """Whose turn it is."""
        return self.ints[w.TURN]

    @property
    def action(self) -> Action | None:
        """The action that is being answered or carried out."""
        return None if self.ints[w.ACTION] < 0 else ACTIONS[self.ints[w.ACTION]]

    @property
    def target(self) -> Seat | None:
        return None if self.ints[w.TARGET] < 0 else self.ints[w.TARGET]

    @property
    def blocker(self) -> Seat | None:
        """Who blocks the action; None if it is not blocked."""
        return None if self.ints[w.BLOCKER] < 0 else self.ints[w.BLOCKER]

    @property
    def blocked_with(self) -> Character | None:
        return None if self.ints[w.BLOCK] < 0 else CHARACTERS[self.ints[w.BLOCK]]

    @property
    def challenger(self) -> Seat | None:
        """Who challenged the claim; None if it was not challenged."""
        return None if self.ints[w.CHALLENGER] < 0 else self.ints[w.CHALLENGER]

    @property
    def claimant(self) -> Seat | None:
        """Whose claim is open to a challenge, or challenged."""
        return None if self.claimed is None else self.actor if self.blocker is None else self.blocker

    @property
    def claimed(self) -> Character | None:
        """The character claimed last: by the block if there is one, else by the action."""
        if self.blocked_with is not None and self.ints[w.CONTEST] != codes.ACTION_CONTEST:
            return self.blocked_with
        return None if self.action is None else self.action.claims

    @property
    def court_size(self) -> int:
        return self.ints[w.COURT_SIZE]

    @property
    def turn_number(self) -> int:
        """How many turns are over."""
        return self.ints[w.TURNS]

    @property
    def my_answer(self) -> bool:
        """Whether you have answered in the window that is open."""
        return self.seat >= 0 and self.ints[self._at(w.ANSWER) + self.seat] != codes.OPEN

    def to_wire(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "drawn": self.drawn,
            "court_size": self.court_size,
            "turn": self.actor,
            "turn_number": self.turn_number,
            "action": self.action,
            "target": self.target,
            "blocker": self.blocker,
            "blocked_with": self.blocked_with,
            "challenger": self.challenger,
            "claimed": self.claimed,
            "may_challenge": self.may_challenge,
            "may_block_with": self.may_block_with,
            "returned": self.returned,
            "players": [self.rival(seat) for seat in range(self.seats)],
        }

    def text(self) -> str:
        lines = [self._seat_line(seat) for seat in range(self.seats)]
        lines.append(f"Court: {count(self.court_size, 'card')}{self._returned_text()}")
        lines += self.situation()
        if self.drawn:
            lines.append(f"Drawn: {_listed(self.drawn)}")
        return "\n".join(lines)

    def situation(self) -> tuple[str, ...]:
        names = self.table.names
        lines: list[str] = []
        if self.action is not None:
            lines.append(Acted(self.actor, self.action, self.target).text(names))
        if self.blocker is not None and self.blocked_with is not None:
            lines.append(Blocked(self.blocker, self.blocked_with).text(names))
        if self.challenger is not None and self.claimed is not None and self.claimant is not None:
            lines.append(Challenged(self.challenger, self.claimant, self.claimed).text(names))
        return tuple(lines)

    def _seat_line(self, seat: Seat) -> str:
        name = self.table.names[seat] + (" (you)" if seat == self.seat else "")
        if not self.is_alive(seat):
            return f"{name}: out. Lost: {_listed(self.lost(seat))}"
        cards = [name_of(card) for card in self._cards(seat)]
        hidden = ", ".join(cards + ["?"] * (self.influence(seat) - len(cards)))
        lost = f". Lost: {_listed(self.lost(seat))}" if self.lost(seat) else ""
        claims = {character: self.record(seat, character).made for character in self.rival(seat).claims}
        listed = ", ".join(name_of(each) + (f" (x{made})" if made > 1 else "") for each, made in claims.items())
        claimed = f". Claimed: {listed}" if claims else ""
        return f"{name}: {count(self.coins(seat), 'coin')}. Cards: {hidden}{lost}{claimed}"

    def _returned_text(self) -> str:
        names = self.table.names
        cards = [
            name_of(card.character)
            + (f" (or with {', '.join(names[s] for s in card.may_be_with)})" if card.may_be_with else "")
            for card in self.returned
        ]
        return f". Returned: {', '.join(cards)}" if cards else ""


def _listed(characters: tuple[Character, ...]) -> str:
    return ", ".join(map(name_of, characters)) or "none"
