"""The tight loop: a match to its end with bots in this process. Compiled, for it runs between any two answers.

The bots are trusted: nothing can stop one that hangs. Every fault is the referee's to judge.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.copies import give_back, own_decision, own_each, own_moves, own_table, own_view
from croupier.kernel.decision import Decision, Result, Seat
from croupier.kernel.errors import SeatError
from croupier.kernel.luck import derived_seed
from croupier.kernel.policy import Penalty
from croupier.match.core import Match
from croupier.match.referee import ACTION_LIMIT, Answer, Referee, crashed, fault_text
from croupier.match.timing import TimeControl

Watch = Callable[[Match], None]


def luck_seed(match_seed: int, seat: Seat) -> int:
    """The seed of a bot's own chance; no deal can be computed from it."""
    return derived_seed("luck", match_seed, seat)


def run_bots(
    match: Match,
    bots: Sequence[Bot[Any, Any]],
    watch: Watch | None = None,
    referee: Referee | None = None,
    timing: TimeControl | None = None,
) -> Result:
    """Play the match to its end with bots in this process, or that are asked from it.

    With `timing` every decision carries its clock, for those who keep to it or see to it themselves.
    """
    if referee is None:
        referee = Referee(match)
    _seat_bots(match, bots, referee)
    if watch is not None:
        watch(match)
    benched = referee.benched
    while True:
        decision = match.ask() if timing is None else match.ask(-1, timing.clock(match.state.to_act))
        if decision is None:
            break
        seat = decision.seat
        if benched and seat in benched:
            referee.play_safe(seat)
        elif match.actions() >= ACTION_LIMIT:
            referee.cut_short(seat)
        else:
            bot = bots[seat]
            began = perf_counter()
            try:
                index = answered(bot, decision, decision if bot.is_ours else own_decision(decision, bot))
            except SeatError as fault:
                referee.settle(seat, _second_hearing(bot, decision, fault, began, referee))
            else:
                say, note = bot.spoken()
                match.play(index, say, note, perf_counter() - began, printed=bot.printed())
                if referee.leaving:
                    referee.let_go()
            if timing is not None:
                timing.spend(seat, perf_counter() - began)
        if watch is not None:
            watch(match)
    for seat, bot in enumerate(bots):
        if bot.listens and bot.is_ours:
            bot.hear(match.news(seat), match.view(seat))
        elif bot.listens:
            bot.hear(own_each(match.news(seat), bot), own_view(match.view(seat), bot))
        bot.leave()
        if not bot.is_ours:
            give_back(bot)
    return match.result()


def consult(bot: Bot[Any, Any], decision: Decision[Any, Any]) -> object:
    """Tell the bot the news and ask it; its answer as it is, or Crashed."""
    bot.face(decision.id, decision.clock)
    if bot.listens and not decision.refused:
        bot.hear(decision.events, decision.view)
    try:
        return bot.decide(decision)
    except SeatError:
        raise
    except BaseException as error:
        fault = crashed(error, f"answering '{decision.question}'")
        fault.__cause__ = error  # compiled, `raise ... from` alone loses it
        raise fault from error


def answered(bot: Bot[Any, Any], decision: Decision[Any, Any], handed: Decision[Any, Any]) -> int:
    """The bot's answer as an index into the moves; it is handed the decision itself, or a copy of its own."""
    moves = handed.moves  # before the bot has its hands on it
    answer = consult(bot, handed)
    if type(answer) is int and 0 <= answer < len(moves):
        return answer
    for index, move in enumerate(moves):
        if move is answer:
            return index
    return decision.index_of(answer)


def _seat_bots(match: Match, bots: Sequence[Bot[Any, Any]], referee: Referee) -> None:
    """Let every bot sit down; one that cannot even do that is benched."""
    for seat, bot in enumerate(bots):
        try:
            bot.sit(match.table if bot.is_ours else own_table(match.table, bot), seat, luck_seed(match.seed, seat))
            if not bot.is_ours:
                match.hand_moves(seat, own_moves(match.game.moves, bot))
        except BaseException as error:
            referee.bench(seat, crashed(error, "sitting down"))


def _second_hearing(
    bot: Bot[Any, Any], decision: Decision[Any, Any], fault: SeatError, began: float, referee: Referee
) -> Answer:
    """After a fault: ask again as often as the policy allows, then leave it to the penalty."""
    faults: list[str] = []
    while True:
        faults.append(fault_text(fault))
        penalty = referee.judge(decision, fault, len(faults) - 1)
        if penalty is not Penalty.ASK_AGAIN:
            bot.spoken()
            return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty, printed=bot.printed())
        decision = msgspec.structs.replace(decision, refused=str(fault))
        try:
            index = answered(bot, decision, decision if bot.is_ours else own_decision(decision, bot))
        except SeatError as again:
            fault = again
        else:
            say, note = bot.spoken()
            return Answer(index, say, note, perf_counter() - began, tuple(faults), printed=bot.printed())
