"""Messages about a table for one viewer: the state, the question, the result."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.decision import Decision, Seat, encode_hook
from croupier.kernel.errors import CroupierError
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.wire import move_to_wire
from croupier.match.match import Match
from croupier.match.replay.table_zones import wire_of, zones_of
from croupier.ui.person_records import record_line
from croupier.ui.result_text import analysis_lines, outcome_text, result_lines
from croupier.ui.web.api.messages import VERSION, GameState, LegalMoves, MatchOver, ResultShown, SeatShown, encode
from croupier.ui.web.tables.seat import OpenQuestion
from croupier.ui.web.tables.viewers import MAX_LOG_LINES

if TYPE_CHECKING:
    from croupier.ui.web.tables.table import LiveTable


def seats_shown(table: "LiveTable") -> tuple[SeatShown, ...]:
    shown: list[SeatShown] = []
    for seat, name in enumerate(table.match.table.names):
        person, plan = table.people.get(seat), table.plan.seats[seat]
        shown.append(SeatShown(seat, name, plan.kind, person is None or table.is_here(seat), plan.title, plan.made_of))
    return tuple(shown)


def state_of(table: "LiveTable", seat: Seat | None) -> GameState:
    """Everything that `seat`, or a spectator, was shown so far."""
    match, audience = table.match, table.broadcaster.audience(seat)
    return GameState(
        version=VERSION,
        table=table.key,
        game=match.game.name,
        title=match.game.title,
        seat=seat,
        names=match.table.names,
        seats=seats_shown(table),
        teams=match.game.teams(match.settings, match.table.seats),
        settings=msgspec.to_builtins(match.table.settings, enc_hook=encode_hook),
        practice=table.plan.practice,
        pace=table.broadcaster.pace,
        paused=table.paused,
        window=table.plan.window,
        open_window=table.broadcaster.window_shown(seat),
        step=audience.step,
        view=audience.frame.view,
        zones=audience.frame.zones,
        text=audience.frame.text,
        log=tuple(audience.log[-MAX_LOG_LINES:]),
        to_act=table.to_act(seat),
        result=result_shown(match, None if seat in table.hot_seats else seat) if table.broadcaster.is_at_end else None,
        replay=table.replay,
        talk=tuple(audience.talk),
        clock=table.plan.clock,
        out=audience.out,
        rematch=table.rematch,
        watchers=table.watchers,
        asked_here=table.asked_here(seat),
    )


def state_text(table: "LiveTable", seat: Seat | None) -> str:
    return encode(state_of(table, seat))


def question_message(table: "LiveTable", asked: OpenQuestion) -> LegalMoves:
    now = asyncio.get_running_loop().time()
    decision = asked.decision
    names = table.match.table.names
    wire = wire_of(decision.view) if asked.is_secret else None
    return LegalMoves(
        decision=decision.id,
        question=decision.question,
        prompt=table.match.game.prompt(decision.question),
        moves=moves_shown(decision, names),
        clock=None if asked.deadline is None else round(max(0.0, asked.deadline - now), 2),
        window=None if asked.window is None else round(max(0.0, asked.window - now), 2),
        refused=decision.refused,
        view=wire,
        zones=None if wire is None else zones_of(decision.view, wire),
        text=None if wire is None else decision.view.text(),
    )


def moves_shown(decision: Decision[Any, Any], names: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    """The legal moves as the page gets them."""
    return tuple(
        {"index": index, "label": move.label(names), **_fields(move)} for index, move in enumerate(decision.moves)
    )


def _fields(move: Any) -> dict[str, Any]:
    """The move in the JSON dialect, with its notation as `text`."""
    return msgspec.json.decode(move_to_wire(move))


def result_shown(match: Match, seat: Seat | None) -> ResultShown:
    result = match.result()
    teams = match.game.teams(match.settings, match.table.seats)
    words = outcome_text(result, match.table.names, teams, seat)
    return ResultShown(result.places, result.scores, result.ending, result.winners, words)


def over_message(table: "LiveTable", seat: Seat | None) -> MatchOver:
    match = table.match
    shown = result_shown(match, None if seat in table.hot_seats else seat)
    summary = result_lines(match)
    with suppress(CroupierError):  # figures are a courtesy
        summary += analysis_lines(match)
    if seat in table.records and seat not in table.hot_seats:
        summary += ["", record_line(match.table.names[seat], match.game.title, *table.records[seat])]
    return MatchOver(shown, table.replay, shown.wording, tuple(summary))


def standing_text(match: Match) -> tuple[list[str], str]:
    """What each seat has, as a spectator sees the zones that the game declares, and the turn in the game's words.

    Where no seat has a figure of its own, the game says how the match stands.
    """
    view = match.view(PUBLIC)
    own: list[list[str]] = [[] for _ in match.table.names]
    figures: list[str] = []
    for zone in zones_of(view, wire_of(view)):
        if zone.label and zone.seat is not None:
            figures.append(zone.label)
            own[zone.seat].append(f"{zone.title} {zone.label}")
        elif zone.seat is not None and zone.title == "Hand":
            own[zone.seat].append(f"{zone.count} card{'s' if zone.count != 1 else ''}")
    told = (match.game.turn_text(view), "" if figures else match.game.score_text(view))
    return [", ".join(reversed(words)) or "out" for words in own], " · ".join(filter(None, told))
