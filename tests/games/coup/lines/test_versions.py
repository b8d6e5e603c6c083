"""The line protocol without a socket: what each client is sent, in which order, and what it may answer.

A table of clerks is driven through matches that are stacked; `Lines` keeps what every client was sent.
"""

from collections import deque

import pytest
from games.coup.play import Play, dealt

from croupier.ai.baselines import RandomBot
from croupier.games.coup import GAME, CoupLineBot, Honest
from croupier.games.coup.lines.protocol import ACTION_LETTERS, CARD_LETTERS, LineTranslator
from croupier.games.coup.lines.v1 import V1LineTranslator
from croupier.games.coup.lines.v2 import V2LineTranslator
from croupier.match.match import EXPELLED, Match
from croupier.match.run_players import run_bots


class Lines:
    """One clerk of a kind for every seat; everything they write, seat by seat, since it was last taken."""

    def __init__(self, play: Play, kind: type[LineTranslator]) -> None:
        self.play, self.match = play, play.match
        joint = self.match.table.settings.window == "joint"
        self.clerks = [kind(seat, joint) for seat in range(self.match.table.seats)]
        self.sent: list[list[str]] = [[] for _ in self.clerks]
        self._told = 0
        self.spread()

    def spread(self) -> None:
        for step in range(self._told, len(self.match.steps) + 1):
            for seat, clerk in enumerate(self.clerks):
                for line in clerk.write_lines(self.match.happened(seat, step), self.match.view(seat)):
                    clerk.mark_sent(line)
                    self.sent[seat].append(line.text)
                    if clerk.waits_for_each and "OK" in line.replies and not line.about:
                        assert clerk.read_answer("OK")
        self._told = len(self.match.steps) + 1

    def ask(self) -> str | None:
        """Put the open questions; the line that went out to the first who is asked."""
        first = None
        for seat in self.match.open_seats():
            decision = self.match.ask(seat)
            assert decision is not None
            line = self.clerks[seat].ask(decision)
            if line is not None:
                self.clerks[seat].mark_sent(line)
                self.sent[seat].append(line.text)
                first = first or line.text
        return first

    def say(self, **texts: str) -> "Lines":
        """These clients answer, those who are asked and not named allow it; the answers are played."""
        for seat, clerk in enumerate(self.clerks):
            if clerk.waits_for_each and clerk.wanted is not None:
                assert clerk.read_answer(texts.get(f"c{seat + 1}", "OK"))
        self.ask()
        for seat in list(self.match.open_seats()):
            decision, clerk = self.match.ask(seat), self.clerks[seat]
            assert decision is not None
            text = texts.get(f"c{seat + 1}")
            if text is not None and clerk.wanted is not None:
                assert clerk.read_answer(text), (text, clerk.wanted)
            elif clerk.wanted is not None and clerk.answer(decision) is None:
                clerk.read_answer(f"ALLOW|{seat + 1}" if isinstance(clerk, V1LineTranslator) else "OK")
            self.match.play(decision.index_of(clerk.take(decision)), seat=seat)
            self.spread()
        return self

    def take(self) -> list[list[str]]:
        """What was sent since this was last called."""
        sent, self.sent = self.sent, [[] for _ in self.clerks]
        return sent


def first(*hands: str, **settings: object) -> Lines:
    return Lines(dealt(*hands, **settings), V1LineTranslator)


def second(*hands: str, coins: tuple[int, ...] = (), **settings: object) -> Lines:
    play = dealt(*hands, window="joint", refund=False, **settings).rich(*coins)
    lines = Lines(play, V2LineTranslator)
    lines.take()
    return lines


# The first dialect.


def test_the_opening() -> None:
    lines = first("DC", "AE", "BB")
    assert lines.take() == [
        ["DECK|1|CAPTAIN|DUKE", "COINS|1|2", "PLAYER|2", "PLAYER|3"],
        ["DECK|2|ASSASSIN|CONTESSA", "COINS|2|2", "PLAYER|1", "PLAYER|3"],
        ["DECK|3|AMBASSADOR|AMBASSADOR", "COINS|3|2", "PLAYER|1", "PLAYER|2"],
    ]
    assert lines.ask() == "TURN|1"


def test_income_waits_for_nobody() -> None:
    lines = first("DC", "AE")
    lines.take()
    lines.say(c1="ACT|1|INCOME")
    assert lines.take() == [["TURN|1", "COINS|1|3"], ["ACT|1|INCOME", "COINS|1|3"]]
    assert lines.clerks[1].wanted is None
    assert lines.clerks[1].may_ignore("ALLOW|2")


@pytest.mark.parametrize("text", ["ACT|1|TAX", "act|1|tax", "ACT|1|T", "ACT|1|TAX|", " Act|1|Tax "])
def test_letters_and_case(text: str) -> None:
    lines = first("DC", "AE")
    lines.say(c1=text)
    assert lines.match.view(1).action == "tax"


@pytest.mark.parametrize(
    ("action", "replies"),
    [
        ("ACT|1|FOREIGN_AID", {"ALLOW|2", "BLOCK|2|DUKE"}),
        ("ACT|1|TAX", {"ALLOW|2", "CHAL|2"}),
        ("ACT|1|EXCHANGE", {"ALLOW|2", "CHAL|2"}),
        ("ACT|1|STEAL|2", {"ALLOW|2", "CHAL|2", "BLOCK|2|CAPTAIN", "BLOCK|2|AMBASSADOR"}),
        ("ACT|1|STEAL|3", {"ALLOW|2", "CHAL|2"}),
        ("ACT|1|ASSASSINATE|2", {"ALLOW|2", "CHAL|2", "BLOCK|2|CONTESSA"}),
        ("ACT|1|ASSASSINATE|3", {"ALLOW|2", "CHAL|2"}),
        ("ACT|1|COUP|3", set()),
        ("ACT|1|INCOME", set()),
    ],
)
def test_what_may_be_answered_to_an_act(action: str, replies: set[str]) -> None:
    play = dealt("DC", "AE", "BB").rich(7)
    lines = Lines(play, V1LineTranslator)
    lines.say(c1=action)
    wanted = lines.clerks[1].wanted
    assert (set() if wanted is None else set(wanted.replies)) == replies
    assert not lines.clerks[1].read_answer("CHAL|3")
    assert not lines.clerks[1].read_answer("nonsense")


def test_a_block_is_kept_until_the_challenge_is_settled() -> None:
    """A client answers an ACT once: Bob blocks, Cid challenges in vain, and the block counts then."""
    lines = first("CD", "BE", "AA")
    lines.say(c1="ACT|1|STEAL|2").say(c2="BLOCK|2|AMBASSADOR", c3="CHAL|3")
    assert lines.ask() == "SHOW|1"
    lines.say(c1="SHOW|1|CAPTAIN").say(c3="LOSE|3|ASSASSIN")
    lines.take()
    lines.say()
    assert [sent[-1:] for sent in lines.take()] == [["BLOCK|2|AMBASSADOR"], [], ["BLOCK|2|AMBASSADOR"]]
    assert lines.match.view(0).blocker == 1


@pytest.mark.parametrize("challengers", [("c3",), ("c2",), ("c2", "c3")])
def test_nobody_allows_what_somebody_challenged(challengers: tuple[str, ...]) -> None:
    """Bob is robbed; when the challenge has failed he does not block either. No ALLOW is sent in his or Cid's name."""
    lines = first("CD", "BE", "AA")
    lines.say(c1="ACT|1|STEAL|2").say(**{client: f"CHAL|{client[1]}" for client in challengers})
    loser = challengers[0]
    lines.say(c1="SHOW|1|CAPTAIN").say(**{loser: f"LOSE|{loser[1]}|{'ASSASSIN' if loser == 'c3' else 'CONTESSA'}"})
    while lines.match.view(0).actor == 0:
        lines.say()
    assert [line for sent in lines.take() for line in sent if line.startswith("ALLOW")] == []


def test_silence_after_a_block_is_consent() -> None:
    lines = first("CD", "DE")
    lines.say(c1="ACT|1|FOREIGN_AID").say(c2="BLOCK|2|DUKE")
    assert lines.clerks[0].silence_consents
    assert set(lines.clerks[0].wanted.replies) == {"ALLOW|1", "CHAL|1"}


def test_a_card_that_was_not_claimed_may_be_turned_up() -> None:
    lines = first("DC", "AE")
    lines.say(c1="ACT|1|TAX").say(c2="CHAL|2").say(c1="SHOW|1|CAPTAIN")
    assert lines.play.lost(0) == "C"


def test_an_exchange() -> None:
    lines = first("BC", "AE", court="DD")
    lines.say(c1="ACT|1|EXCHANGE").say()
    assert lines.ask() == "CHOOSE|1|DUKE|DUKE"
    lines.take()
    lines.say(c1="KEEP|1|DUKE|CAPTAIN")
    assert lines.take()[0][-1] == "DECK|1|CAPTAIN|DUKE"


def test_the_end() -> None:
    play = dealt("DC", "AE").rich(7)
    lines = Lines(play, V1LineTranslator)
    lines.say(c1="ACT|1|COUP|2").say(c2="LOSE|2|ASSASSIN").say(c2="ACT|2|INCOME")
    play.rich(7)
    lines.take()
    lines.say(c1="ACT|1|COUP|2").say(c2="LOSE|2|CONTESSA")
    assert lines.take()[0] == ["TURN|1", "COINS|1|0", "LOSE|2|CONTESSA", "END|2", "COINS|2|0", "WIN|1"]


# The second dialect: the sequences of the page.


def test_letters_are_those_of_the_protocol() -> None:
    assert "".join(CARD_LETTERS.values()) == "ABCDE"
    assert {str(action): letter for action, letter in ACTION_LETTERS.items()}["coup"] == "C"
    assert set(ACTION_LETTERS.values()) == set("IFCTASX")


def test_second_income() -> None:
    lines = second("DC", "AE", "BB")
    lines.say(c1="ACT 1 I")
    assert lines.take() == [
        ["TURN 1", "COINS 1 3", "TURN 2"],
        ["ACT 1 I", "COINS 1 3"],
        ["ACT 1 I", "COINS 1 3", "TURN 2"],
    ]


def test_second_steal() -> None:
    lines = second("DC", "AE", "BB")
    lines.say(c1="ACT 1 S 2").say()
    assert lines.take()[2] == ["ACT 1 S 2", "COINS 1 4", "COINS 2 0", "TURN 2"]


def test_second_assassination() -> None:
    lines = second("AC", "DE", "BB", coins=(3,))
    lines.say(c1="ACT 1 A 2").say().say(c2="LOSE 2 D")
    assert lines.take() == [
        ["TURN 1", "LOSE 2 D", "COINS 1 0", "TURN 2"],
        ["ACT 1 A 2", "LOSE 2", "DECK E", "COINS 1 0"],
        ["ACT 1 A 2", "LOSE 2 D", "COINS 1 0", "TURN 2"],
    ]


def test_second_coup() -> None:
    lines = second("AC", "DE", "BB", coins=(8,))
    lines.say(c1="ACT 1 C 2").say(c2="LOSE 2 E")
    assert lines.take() == [
        ["TURN 1", "LOSE 2 E", "COINS 1 1", "TURN 2"],
        ["ACT 1 C 2", "DECK D", "COINS 1 1"],
        ["ACT 1 C 2", "LOSE 2 E", "COINS 1 1", "TURN 2"],
    ]


def test_second_challenge_won_by_showing() -> None:
    lines = second("DC", "AE", "BB")
    lines.say(c1="ACT 1 T").say(c2="CHAL 2").say(c1="SHOW 1 D").say(c2="LOSE 2 A")
    shower, challenger, onlooker = lines.take()
    assert shower[:3] == ["TURN 1", "CHAL 2", "LOSE 2 A"]
    assert shower[3].startswith("DECK ")
    assert shower[4:] == ["COINS 1 5", "TURN 2"]
    assert challenger == ["ACT 1 T", "SHOW 1 D", "DECK E", "COINS 1 5"]
    assert onlooker == ["ACT 1 T", "CHAL 2", "SHOW 1 D", "LOSE 2 A", "COINS 1 5", "TURN 2"]


def test_second_challenge_lost() -> None:
    lines = second("CC", "AE", "BB")
    lines.say(c1="ACT 1 T").say(c3="CHAL 3").say(c1="LOSE 1 C")
    assert lines.take() == [
        ["TURN 1", "CHAL 3", "DECK C", "TURN 2"],
        ["ACT 1 T", "CHAL 3", "LOSE 1 C"],
        ["ACT 1 T", "LOSE 1 C", "TURN 2"],
    ]


def test_second_exchange() -> None:
    lines = second("BC", "AE", court="DD")
    lines.say(c1="ACT 1 X").say().say(c1="KEEP D D")
    assert lines.take() == [["TURN 1", "CHOOSE D D", "TURN 2"], ["ACT 1 X"]]
    assert lines.play.hand(0) == "DD"


def test_second_death() -> None:
    lines = second("AC", "DE", "BB", coins=(7,))
    lines.match.expel(2)
    lines.spread()
    assert lines.take() == [["LOSE 3 B", "LOSE 3 B", "DEAD 3"]] * 2 + [["DECK"]], "the dead are not told"


@pytest.mark.parametrize(
    ("action", "replies"),
    [
        ("F", {"OK", "BLOCK 2 D"}),
        ("T", {"OK", "CHAL 2"}),
        ("X", {"OK", "CHAL 2"}),
        ("A 3", {"OK", "CHAL 2"}),
        ("S 3", {"OK", "CHAL 2"}),
        ("A 2", {"OK", "CHAL 2", "BLOCK 2 E"}),
        ("S 2", {"OK", "CHAL 2", "BLOCK 2 C", "BLOCK 2 B"}),
        ("C 2", {"LOSE 2 D", "LOSE 2 E"}),
    ],
)
def test_second_what_may_be_answered_to_an_act(action: str, replies: set[str]) -> None:
    lines = second("AC", "DE", "BB", coins=(7,))
    lines.say(c1=f"ACT 1 {action}")
    assert set(lines.clerks[1].wanted.replies) == replies
    for wrong in ("ok", "CHAL 1", "BLOCK 2 A", "LOSE 2 B", ""):
        assert not lines.clerks[1].read_answer(wrong)


# Line bots at our own tables.


class Stubborn(CoupLineBot):
    """Answers everything with the same line."""

    line = "ACT|1|INCOME"

    def receive(self, message: str) -> None:
        self.checkout.put(self.line)


class Mute(CoupLineBot):
    def receive(self, message: str) -> None:
        pass


def test_a_line_bot_that_sends_two_illegal_messages_in_a_row_is_out() -> None:
    match = Match(GAME, GAME.settings(), ("a", "b", "c"), 4)
    run_bots(match, [Stubborn(), Honest(), RandomBot()])
    assert match.result().places[0] == 3
    assert any(step.seat == 0 and step.move == EXPELLED for step in match.steps)


def test_a_line_bot_that_does_not_answer_is_out() -> None:
    match = Match(GAME, GAME.settings(), ("a", "b"), 4)
    run_bots(match, [Mute(), Honest()])
    assert match.result().places == (2, 1)
    assert isinstance(Mute().checkout, deque)
