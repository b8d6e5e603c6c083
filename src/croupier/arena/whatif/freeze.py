"""One decision frozen in a pytest file: all that the bot was sent, as text, and its answer.

A frozen decision needs no replay and plays no match: it holds the position as the seat knew it and the news that came
with the question. For a bot that answers from memory it holds the earlier questions too.
"""

import json
import os
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES, find_game
from croupier.kernel.decision import Decision, Said, Seat, Table, decode_hook, encode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.ask import ask_player
from croupier.match.match import Match
from croupier.match.playback import ReaskedDecision, policy_judge
from croupier.match.position import Position
from croupier.match.referee import Answer
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant, printable
from croupier.players.sandbox.isolation import Isolation
from croupier.players.seating import seat_entrant

_FILE: Final = re.compile(r"(?P<path>.*?\.py)(?P<rest>(?::.*)?)", re.DOTALL)


class FrozenQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question: its number, the news that came with it, and what the seat knew."""

    number: int
    ints: tuple[int, ...]
    events: tuple[dict[str, Any], ...] = ()


class FrozenDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A decision as text. `position` has the form of every position, so other commands can read it too."""

    position: dict[str, Any]
    number: int
    seed: str
    """Of the match; the bot's own chance follows from it."""
    names: tuple[str, ...]
    events: tuple[dict[str, Any], ...] = ()
    before: tuple[FrozenQuestion, ...] = ()


def frozen_text(script: Match, seat: Seat, heard: tuple[ReaskedDecision, ...], with_memory: bool) -> str:
    """The last of the decisions of a seat as a frozen decision; `with_memory`, with all before it."""
    *before, last = heard
    game, decision = script.game, last.decision
    state = game.new_state(script.settings.public(), script.table.seats)
    state.restore(seat, decision.view.ints)
    pin = FrozenDecision(
        position=json.loads(Position(game, script.settings.public(), state, seat).to_json(seat)),
        number=decision.id,
        seed=str(script.seed),
        names=script.table.names,
        events=_events(decision),
        before=tuple(_frozen_question(each.decision) for each in before) if with_memory else (),
    )
    return msgspec.json.encode(pin).decode()


def _frozen_question(decision: Decision[Any, Any]) -> FrozenQuestion:
    return FrozenQuestion(decision.id, decision.view.ints, _events(decision))


def _events(decision: Decision[Any, Any]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.to_builtins(event, enc_hook=encode_hook) for event in decision.events)


def answer_at(bot: str, pin: str, beside: str = "") -> str:
    """The answer of a bot to a frozen decision: a move in its notation, or its fault.

    A path in `bot` is taken to start from the folder of the file `beside`. The bot is your own, so it is trusted.
    """
    game = find_game(_read(pin).position["game"])
    (entrant,) = make_entrants(game, [_resolve_path(bot, beside)], Isolation(trust=True))
    return _answer(game, entrant, pin)


def _answer(game: Game, entrant: Entrant, pin: str) -> str:
    decision, answer = _ask(game, entrant, _read(pin))
    return answer.faults[-1] if answer.penalty else str(decision.moves[answer.index])


def _read(pin: str) -> FrozenDecision:
    try:
        read = msgspec.json.decode(pin, type=FrozenDecision)
        if read.position["game"] in GAMES:
            return read
    except (msgspec.DecodeError, KeyError) as error:
        raise UsageError(f"not a saved decision: {error}") from None
    raise UsageError(f"no game {read.position['game']!r}; the games are {', '.join(GAMES)}")


def _resolve_path(bot: str, beside: str) -> str:
    """The spec with its path as seen from the current folder."""
    folder = Path(beside).parent if beside else Path()
    file = _FILE.fullmatch(bot)
    if file is not None:
        return f"{folder / file['path']}{file['rest']}"
    return str(folder / bot) if (folder / bot).is_dir() else bot


def _ask(game: Game, entrant: Entrant, pin: FrozenDecision) -> tuple[Decision[Any, Any], Answer]:
    """Seat a fresh bot and ask it, the earlier questions first."""
    position = Position.from_json(json.dumps(pin.position))
    seat = position.seat
    match = Match(game, position.settings, pin.names, int(pin.seed))
    questions = (*pin.before, FrozenQuestion(pin.number, tuple(pin.position["ints"]), pin.events))
    decisions = [_decision(game, match.table, position, seat, asked) for asked in questions]

    async def ask() -> Answer:
        answer = Answer()
        async with seat_entrant(entrant, match, seat) as player:
            for decision in decisions:
                answer = await ask_player(player, decision, policy_judge(game.policy))
        return answer

    with Connections([entrant]) as outside:
        return decisions[-1], outside.do(ask())


def _decision(game: Game, table: Table, pinned: Position, seat: Seat, asked: FrozenQuestion) -> Decision[Any, Any]:
    """The question made again from what the seat knew: its kind and its moves follow from that."""
    state = game.new_state(pinned.settings, table.seats)
    state.restore(seat, asked.ints)
    position = Position(game, pinned.settings, state, seat)
    kinds: Any = game.event_types | Said
    events = tuple(msgspec.convert(event, kinds, dec_hook=decode_hook) for event in asked.events)
    view = game.view(table, seat, asked.ints)
    return Decision(asked.number, game.name, seat, position.question, view, position.moves, events)


_TEST: Final = '''\
"""Expects {bot} to answer '{expected}' to '{question}' at move {number} (seat {seat}) of {file}.

Written by croupier replay --freeze {number}. Delete this file if the answer may change.

{view}

Legal moves: {moves}
"""

from croupier.arena.whatif.freeze import answer_at

BOT = {spec}
PIN = {pin}


def test_{name}_move_{number}() -> None:
    assert answer_at(BOT, PIN, beside=__file__) == {wanted}
'''


def freeze(
    script: Match, seat: Seat, heard: tuple[ReaskedDecision, ...], entrant: Entrant, file: str, target: Path
) -> bool:
    """Write the test for the last of the decisions; whether the bot needs its memory for the answer."""
    last = heard[-1]
    expected = last.answer.faults[-1] if last.answer.penalty else last.now
    text = frozen_text(script, seat, heard, with_memory=False)
    needs_memory = _answer(script.game, entrant, text) != expected
    if needs_memory:
        text = frozen_text(script, seat, heard, with_memory=True)
        if (again := _answer(script.game, entrant, text)) != expected:
            raise UsageError(
                f"{entrant.name} answers {expected} the first time and {again} the second, so the test would "
                "not be reliable; for details: croupier check"
            )
    moves = ", ".join(map(str, last.decision.moves))
    source = _TEST.format(
        bot=_docstring_safe(entrant.name),
        expected=_docstring_safe(expected),
        question=last.decision.question,
        number=last.step + 1,
        seat=seat,
        file=_docstring_safe(file),
        view=_docstring_safe(last.decision.view.text()),
        moves=_docstring_safe(moves),
        spec=_literal(_relative_path(entrant.spec, target.parent)),
        pin=_literal(text),
        name=identifier(entrant.name),
        wanted=_literal(expected),
    )
    target.write_text(source, encoding="utf-8")
    return needs_memory


def identifier(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_").lower() or "bot"


def _relative_path(spec: str, folder: Path) -> str:
    file = _FILE.fullmatch(spec)
    if file is not None:
        return f"{Path(os.path.relpath(file['path'], folder)).as_posix()}{file['rest']}"
    return Path(os.path.relpath(spec, folder)).as_posix() if Path(spec).is_dir() else spec


def _docstring_safe(text: str) -> str:
    """Text that cannot end the docstring it stands in."""
    lines = [printable(line).replace("\\", "/").replace('"', "'").rstrip() for line in text.split("\n")]
    return "\n".join(lines)


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=True) if '"' not in text else repr(text)
