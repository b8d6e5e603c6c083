"""Play a match to its end with bots in this process. Compiled: this loop runs between any two answers.

The bots are trusted: nothing can stop one that hangs. Every fault is the referee's to judge.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.bot_rng import derived_seed
from croupier.kernel.decision import Decision, Result, Seat
from croupier.kernel.errors import SeatError
from croupier.kernel.fault_policy import Penalty
from croupier.kernel.private_copies import give_back, own_decision, own_each, own_moves, own_table, own_view
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.referee import ACTION_LIMIT, Answer, Referee, crash_fault, crash_text, fault_text

Watch = Callable[[Match], None]


def luck_seed(match_seed: int, seat: Seat) -> int:
    """The seed of a bot's own random numbers; no deal can be computed from it."""
    return derived_seed("luck", match_seed, seat)


def run_bots(
    match: Match,
    bots: Sequence[Bot[Any, Any]],
    watch: Watch | None = None,
    referee: Referee | None = None,
    timing: TimeControl | None = None,
) -> Result:
    """Play the match to its end with bots in this process, or that are asked from it.

    With `timing` every decision carries its clock; bots must keep to it themselves.
    """
    if referee is None:
        referee = Referee(match)
    _seat_bots(match, bots, referee)
    if watch is not None:
        watch(match)
    benched = referee.benched
    while True:
        charge = 0.0
        if timing is None:
            decision = match.ask()
        else:
            to_act = match.state.to_act
            if to_act >= 0:
                charge = bots[to_act].take_charge()
                if charge > 0.0:
                    timing.charge(to_act, charge)
            decision = match.ask(-1, timing.clock(to_act))
        if decision is None:
            break
        seat = decision.seat
        if benched and seat in benched:
            referee.play_safe(seat)
        elif match.actions() >= ACTION_LIMIT:
            referee.end_turn(seat)
        else:
            bot = bots[seat]
            began = perf_counter() - charge
            try:
                index = ask_bot_for_index(bot, decision, decision if bot.is_ours else own_decision(decision, bot))
            except SeatError as fault:
                referee.apply_answer(seat, _ask_again(bot, decision, fault, began, referee))
            else:
                say, note = bot.take_talk()
                match.play(index, say, note, perf_counter() - began, printed=bot.printed())
                if referee.leaving:
                    referee.expel_leaving()
            if timing is not None:
                timing.spend(seat, perf_counter() - began - bot.heard_seconds)
        if watch is not None:
            watch(match)
    for seat, bot in enumerate(bots):
        if bot.listens and bot.is_ours:
            bot.hear(match.take_news(seat), match.view(seat))
        elif bot.listens:
            bot.hear(own_each(match.take_news(seat), bot), own_view(match.view(seat), bot))
        bot.leave()
        if not bot.is_ours:
            give_back(bot)
    return match.result()


def tell_bot(bot: Bot[Any, Any], decision: Decision[Any, Any]) -> None:
    """Send the bot the news that comes with a question."""
    bot.face(decision.id, decision.clock)
    if bot.listens and not decision.refused:
        bot.hear(decision.events, decision.view)


def ask_bot(bot: Bot[Any, Any], decision: Decision[Any, Any]) -> object:
    """Send the bot its news and ask it; its raw answer. Any exception becomes Crashed."""
    tell_bot(bot, decision)
    return _answer_of(bot, decision)


def _answer_of(bot: Bot[Any, Any], decision: Decision[Any, Any]) -> object:
    try:
        return bot.decide(decision)
    except SeatError:
        raise
    except BaseException as error:
        fault = crash_fault(error, f"answering '{decision.question}'")
        fault.__cause__ = error  # compiled, `raise ... from` alone loses it
        raise fault from error


def ask_bot_for_index(bot: Bot[Any, Any], decision: Decision[Any, Any], handed: Decision[Any, Any]) -> int:
    """Tell and ask the bot; the index of its move. `handed` is `decision` or a private copy of it."""
    tell_bot(bot, handed)
    return answer_index(bot, decision, handed)


def answer_index(bot: Bot[Any, Any], decision: Decision[Any, Any], handed: Decision[Any, Any]) -> int:
    """Ask a bot that was told its news; the index of its move."""
    moves = handed.moves  # before the bot can change it
    answer = _answer_of(bot, handed)
    if type(answer) is int and 0 <= answer < len(moves):
        return answer
    for index, move in enumerate(moves):
        if move is answer:
            return index
    return decision.index_of(answer)


def _seat_bots(match: Match, bots: Sequence[Bot[Any, Any]], referee: Referee) -> None:
    """Seat every bot; bench those that fail."""
    for seat, bot in enumerate(bots):
        try:
            bot.sit(match.table if bot.is_ours else own_table(match.table, bot), seat, luck_seed(match.seed, seat))
            if not bot.is_ours:
                match.hand_moves(seat, own_moves(match.game.moves, bot))
        except BaseException as error:
            referee.bench(seat, crash_fault(error, "sitting down"))


def _ask_again(
    bot: Bot[Any, Any], decision: Decision[Any, Any], fault: SeatError, began: float, referee: Referee
) -> Answer:
    """After a fault: ask again as often as the policy allows. The twin of `ask.ask_player`."""
    faults: list[str] = []
    while True:
        faults.append(fault_text(fault))
        penalty = referee.judge(decision, fault, len(faults) - 1)
        if penalty is not Penalty.ASK_AGAIN:
            bot.take_talk()
            printed = bot.printed()
            if fault.__cause__ is not None:
                printed += crash_text(fault.__cause__)
            return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty, printed=printed)
        decision = msgspec.structs.replace(decision, refused=str(fault))
        try:
            index = ask_bot_for_index(bot, decision, decision if bot.is_ours else own_decision(decision, bot))
        except SeatError as another:
            fault = another
        else:
            say, note = bot.take_talk()
            return Answer(index, say, note, perf_counter() - began, tuple(faults), printed=bot.printed())
