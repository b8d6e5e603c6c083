"""Bots in processes of their own at a server: whoever waits for them, the other tables do not."""

from pathlib import Path

from frames.limits import time_limits
from players.coupbots.couptalk import Room, Talk, with_server

from croupier.players.sandbox.isolation import SANDBOXED

HANGS = """
from croupier.games.coup import CoupBot

class Hangs(CoupBot):
    def act(self, view):
        while view.my_coins != 2 or view.coins(0) == 5:
            pass
        return "income"
"""
CRASHES = """
from croupier.games.coup import CoupBot

class Crashes(CoupBot):
    def on_start(self):
        raise ValueError("no")

    def act(self, view):
        return "income"
"""


async def take_seat(room: Room) -> Talk:
    talk = await room.sit()
    await talk.until("START")
    talk.say("READY|1")
    await talk.until("TURN|1")
    return talk


@time_limits(1.0, 10.0)
def test_a_bot_that_hangs_does_not_stop_other_tables(tmp_path: Path, limit: float) -> None:
    """The bot hangs at the table where tax was taken, until its time is over; at the other one the game goes on."""
    path = tmp_path / "hangs.py"
    path.write_text(HANGS, "utf-8")

    async def script(room: Room) -> None:
        slow = await take_seat(room)
        quick = await take_seat(room)
        slow.say("ACT|1|TAX")
        await slow.until("COINS|1|5")
        quick.say("ACT|1|INCOME")
        await quick.until("ACT|2|INCOME")
        await quick.until("TURN|1")
        assert room.server.tables == 2
        quick.hang_up()
        await room.match()  # the quick table's: its client left
        assert len(room.matches) == 1
        await slow.until("ACT|2|INCOME")  # the safe move, when the time was over
        slow.hang_up()
        await room.match(2)

    quick, slow = with_server(script, guests=(str(path),), isolation=SANDBOXED, limit=limit)
    assert not any(step.faults for step in quick.steps if step.seat == 1)
    faults = [fault for step in slow.steps if step.seat == 1 for fault in step.faults]
    assert faults[0].startswith("TooSlow: ")


def test_a_bot_that_cannot_sit_down_is_unfit(tmp_path: Path) -> None:
    path = tmp_path / "crashes.py"
    path.write_text(CRASHES, "utf-8")

    async def script(room: Room) -> None:
        talk = await take_seat(room)
        talk.say("ACT|1|INCOME")
        await talk.until("ACT|2|INCOME")
        talk.hang_up()
        await room.match()

    match = with_server(script, guests=(str(path),), isolation=SANDBOXED)[0]
    faults = [fault for step in match.steps if step.seat == 1 for fault in step.faults]
    assert "ValueError: no" in faults[0]
