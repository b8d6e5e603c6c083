"""The base zygote: one process for each process of ours, from which the zygotes of all bots are forked.

It runs our own code and reads nothing but our orders, so no bot can harm another through it. It loads each game before
the first zygote that needs it: the zygotes of all bots, and their cells, share that memory and the caches that hold it.
"""

import gc
import os
import signal
import socket
from typing import Final

import msgspec

from croupier.games import find_game
from croupier.kernel.decision import decode_hook, encode_hook
from croupier.kernel.game import Game
from croupier.players.sandbox import linux, seccomp, zygote
from croupier.players.sandbox.zygote_protocol import MESSAGE_BYTES, StartZygote, failure_of

_CONTROL_FD: Final = 3  # the zygote's end of its socket

_orders: Final = msgspec.msgpack.Decoder(StartZygote)


def main(control: int) -> None:
    """Fork a zygote for each order, until the other end closes."""
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):  # the kernel forgets zygotes that have ended
        signal.signal(name, signal.SIG_IGN)
    linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    seccomp.python_filter_template()
    gc.freeze()
    loaded: set[str] = set()
    with socket.socket(fileno=control) as orders:
        while True:
            data, descriptors, _, _ = socket.recv_fds(orders, MESSAGE_BYTES, 2)
            if not data:
                break
            order = _orders.decode(data)
            if order.game not in loaded:
                loaded.add(order.game)
                _use_once(find_game(order.game))
                gc.collect()
                gc.freeze()
            _fork_zygote(order, descriptors)
            for descriptor in descriptors:
                os.close(descriptor)


def _use_once(game: Game) -> None:
    """Do what every cell does first: what is made at the first use is then shared as well."""
    _ = game.moves, game.events
    settings = msgspec.json.encode(game.settings(), enc_hook=encode_hook)
    game.new_state(msgspec.json.decode(settings, type=game.settings_type, dec_hook=decode_hook), min(game.seats))


def _fork_zygote(order: StartZygote, descriptors: list[int]) -> None:
    """Fork; what goes wrong is reported to the one that waits for the zygote."""
    try:
        if linux.fork() > 0:
            return
    except OSError as error:
        _fail(descriptors[0], error)
        return
    try:
        _enter(order, descriptors)
        zygote.main(_CONTROL_FD, order.drops_root, order.folder)
    except BaseException as error:
        _fail(_CONTROL_FD, error)
    finally:
        os._exit(0)


def _enter(order: StartZygote, descriptors: list[int]) -> None:
    """Run in the fork: keep its own socket alone, and join the namespaces."""
    high = [os.dup(descriptor) for descriptor in descriptors]
    os.dup2(high[0], _CONTROL_FD, inheritable=False)
    if order.namespaces:
        linux.join(high[1], order.namespaces)
    os.closerange(_CONTROL_FD + 1, os.sysconf("SC_OPEN_MAX"))
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nothing, descriptor)
    os.close(nothing)
    # Only a fork of a process that has joined them is in the new process namespace.
    if order.namespaces and linux.fork() > 0:
        os._exit(0)


def _fail(control: int, error: BaseException) -> None:
    with socket.socket(fileno=os.dup(control)) as reports:
        reports.sendall(msgspec.msgpack.encode(failure_of(error)))
