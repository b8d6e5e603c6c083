"""The WebSocket of a table: a join, then messages in both directions until one side closes.

Incoming messages are checked, counted and limited. Outgoing ones wait in the viewer's own queue, so a slow browser does
not slow down others.
"""

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from croupier.ui.web.api.messages import (
    MAX_MESSAGE_CHARACTERS,
    VERSION,
    AskHint,
    ClientMessage,
    Error,
    Hurry,
    Join,
    Ping,
    Pong,
    SayTalk,
    SelectMove,
    SetPace,
    Skip,
    Undo,
    encode,
    read,
)
from croupier.ui.web.security import Bucket
from croupier.ui.web.services import Services, seat_of, services_of_socket
from croupier.ui.web.tables import snapshots
from croupier.ui.web.tables.hints import hint_for
from croupier.ui.web.tables.table import LiveTable, RequestRefused, chosen_index
from croupier.ui.web.tables.viewers import Viewer

router = APIRouter()

JOIN_SECONDS: Final = 10.0
SEND_SECONDS: Final = 20.0
"""A browser that takes no message for this long is disconnected."""
MAX_MISTAKES: Final = 20
NORMAL, BAD, NOT_ALLOWED, NOT_FOUND, TOO_MUCH, FULL = 1000, 4400, 4401, 4404, 4429, 4503
CLOSE: Final = {"no_table": NOT_FOUND, "no_seat": NOT_ALLOWED}


class CloseSocket(Exception):
    """Close the connection, with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    services = services_of_socket(socket)
    await socket.accept()
    try:
        found = services.lobby.find(table)
        viewer = await _join(socket, found, services)
    except RequestRefused as refusal:
        await _close(socket, CLOSE.get(refusal.code, BAD), str(refusal))
    except CloseSocket as hung:
        await _close(socket, hung.code, str(hung))
    except WebSocketDisconnect:
        return
    else:
        await _attend(socket, found, viewer, services)


async def _join(socket: WebSocket, table: LiveTable, services: Services) -> Viewer:
    """Read the first message, which must be a join."""
    try:
        async with asyncio.timeout(JOIN_SECONDS):
            message = _decode(await _text(socket))
    except TimeoutError:
        raise CloseSocket(BAD, "no join message arrived") from None
    if not isinstance(message, Join):
        raise CloseSocket(BAD, "the first message must be a join")
    if message.version != VERSION:
        raise CloseSocket(BAD, f"this server speaks version {VERSION}")
    seat = seat_of(table, message.token)
    watching = sum(each.broadcaster.viewers() for each in services.lobby.tables.values())
    if watching >= services.options.most_viewers:
        raise CloseSocket(FULL, "too many connections; try again later")
    viewer = Viewer(seat)
    _send_all(table, viewer)
    table.enter(viewer)
    return viewer


def _send_all(table: LiveTable, viewer: Viewer) -> None:
    """Queue the whole state, then the question if this seat is asked."""
    viewer.put(snapshots.state_text(table, viewer.seat))
    asked = None if viewer.seat is None else table.people[viewer.seat].asked
    if asked is not None and not asked.answer.done():
        viewer.put(encode(snapshots.question_message(table, asked)))


async def _attend(socket: WebSocket, table: LiveTable, viewer: Viewer, services: Services) -> None:
    """Send and receive until one direction ends."""
    sending = asyncio.create_task(_send(socket, table, viewer))
    receiving = asyncio.create_task(_receive(socket, table, viewer, services))
    try:
        done, _ = await asyncio.wait([sending, receiving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.leave(viewer)
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
    code, reason = NORMAL, viewer.closing or "done"
    for task in done:
        if not task.cancelled() and isinstance(error := task.exception(), CloseSocket):
            code, reason = error.code, str(error)
        elif not task.cancelled() and task.exception() is not None and not _is_disconnect(task.exception()):
            raise task.exception() or RuntimeError
    await _close(socket, code, reason)


def _is_disconnect(error: BaseException | None) -> bool:
    return isinstance(error, WebSocketDisconnect | RuntimeError | OSError)


async def _send(socket: WebSocket, table: LiveTable, viewer: Viewer) -> None:
    while texts := await viewer.take():
        if viewer.is_behind:
            viewer.is_behind = False
            _send_all(table, viewer)
            texts = await viewer.take()
        for text in texts:
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await socket.send_text(text)
            except TimeoutError:
                raise CloseSocket(TOO_MUCH, "the browser does not read its messages") from None


async def _receive(socket: WebSocket, table: LiveTable, viewer: Viewer, services: Services) -> None:
    rate = services.options.messages
    bucket = Bucket(rate, rate * 2)
    mistakes = 0
    while True:
        text = await _text(socket)
        if not bucket.take():
            raise CloseSocket(TOO_MUCH, "too many messages")
        try:
            message = read(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            mistakes += 1
            if mistakes >= MAX_MISTAKES:
                raise CloseSocket(BAD, "too many messages that cannot be read") from None
            viewer.put(encode(Error("bad_message", f"this cannot be read: {str(error)[:200]}")))
            continue
        try:
            await _do(message, table, viewer, services)
        except RequestRefused as refusal:
            viewer.put(encode(Error(refusal.code, str(refusal))))


async def _do(message: ClientMessage, table: LiveTable, viewer: Viewer, services: Services) -> None:
    if isinstance(message, Ping):
        viewer.put(encode(Pong()))
        return
    if isinstance(message, SetPace):
        table.check_may_pace(viewer.seat)
        table.set_pace(message.pace, message.paused)
        return
    if isinstance(message, Hurry):
        table.check_may_pace(viewer.seat)
        table.broadcaster.hurry()
        return
    if isinstance(message, Join):
        raise RequestRefused("bad_message", "you have joined already")
    seat = viewer.seat
    if seat is None:
        raise RequestRefused("no_seat", "spectators can only watch")
    if isinstance(message, SelectMove):
        table.select(seat, message.decision, chosen_index(message.index, message.move_index), message.say)
    elif isinstance(message, SayTalk):
        table.talk(seat, message.text)
    elif isinstance(message, Undo):
        table.undo(seat)
    elif isinstance(message, Skip):
        table.skip_to_end(seat)
    else:
        assert isinstance(message, AskHint)
        viewer.put(encode(await hint_for(table, seat, services.jobs)))


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", NORMAL))
    text = message.get("text")
    if text is None:
        raise CloseSocket(BAD, "messages are text")
    if len(text) > MAX_MESSAGE_CHARACTERS:
        raise CloseSocket(BAD, f"a message has at most {MAX_MESSAGE_CHARACTERS} characters")
    return text


def _decode(text: str) -> ClientMessage:
    try:
        return read(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise CloseSocket(BAD, "the first message must be a join") from None


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    if socket.application_state is WebSocketState.CONNECTED and socket.client_state is WebSocketState.CONNECTED:
        with suppress(RuntimeError, OSError, WebSocketDisconnect):
            await socket.close(code, reason[:100])
