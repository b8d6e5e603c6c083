"""An ALLOW does not say what it allows. One for an INCOME or a COUP may arrive when the next action is asked about."""

import asyncio

import pytest
from players.coupbots.couptalk import FIRST, LIMIT, Room, Script3, with_server
from players.coupbots.test_illegal import AT_TURN

from croupier.players.coupbots import player

INCOME = ("1> ACT|1|INCOME", "2< TURN|2")
"""Client 3 has not answered it when client 2 acts."""
TAX = ("2> ACT|2|TAX", "1< ACT|2", "3< ACT|2|TAX")
ROUND = ("1> ACT|1|INCOME", "2< TURN|2", "3< ACT|1", "3> ALLOW|3", "2> ACT|2|INCOME", "3< TURN|3", "3> ACT|3|INCOME")
"""Client 3 answers an income as the guide has it, so it is known to do that."""


def play(*steps: str) -> list[str]:
    """Play three clients; what client 3 received."""
    heard: list[str] = []

    async def script(room: Room) -> None:
        async with asyncio.timeout(LIMIT):
            three = await Script3(room, FIRST).do(*AT_TURN, *steps)
        heard.extend(three.talks["3"].lines)

    with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL + "EA")
    return heard


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param(("3> ALLOW|3", "3> CHAL|3", "1> ALLOW|1"), id="the window is still open"),
        pytest.param(
            ("1> ALLOW|1", "3> ALLOW|3", "1> x", "1< ILLEGAL", "3> CHAL|3"), id="the client is the last to answer"
        ),
    ],
)
def test_a_challenge_counts_after_an_allow_for_an_earlier_income(
    steps: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "SILENCE", 20.0)
    heard = play(*ROUND, "1< TURN|1", *INCOME, *TAX, *steps, "2< SHOW|2", "2> SHOW|2|ASSASSIN", "3< LOSE|2|ASSASSIN")
    assert not any(line.startswith("ILLEGAL") for line in heard)


def test_the_first_time_a_challenge_replaces_the_allow_while_others_are_asked() -> None:
    heard = play(*INCOME, *TAX, "3> ALLOW|3", "3> CHAL|3", "3> nonsense", "3< ILLEGAL", "1> ALLOW|1", "2< SHOW|2")
    assert sum(line.startswith("ILLEGAL") for line in heard) == 1


def test_the_first_time_a_challenge_that_is_too_late_is_no_fault() -> None:
    late = ("3> CHAL|3", "3> ACT|3|INCOME", "3< COINS|3")
    heard = play(*INCOME, *TAX, "1> ALLOW|1", "3> ALLOW|3", "3< TURN|3", *late)
    assert not any(line.startswith("ILLEGAL") for line in heard)


def test_an_allow_counts_when_nothing_follows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that answers some incomes and others not: after a moment its ALLOW is the answer."""
    monkeypatch.setattr(player, "SILENCE", 0.05)
    heard = play(*ROUND, "1< TURN|1", *INCOME, *TAX, "1> ALLOW|1", "3> ALLOW|3", "3< COINS|2", "3< TURN|3")
    assert not any(line.startswith("ILLEGAL") for line in heard)
