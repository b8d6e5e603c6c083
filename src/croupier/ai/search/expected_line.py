"""What a finished search expects to follow after a move. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.search.search import DEPTH, ROOT, Search, node_key
from croupier.kernel.event_bits import mix


def expected_line(search: Search, move: i64, out: vec[i64], seats: vec[i64]) -> i64:
    """Write the moves that follow in the world imagined last, `move` first, and who makes them; return how many."""
    world = search.world
    tree = search.tree
    moves = search.moves
    search.worlds.imagine(search.worlds.last)
    key: i64 = mix(ROOT, move + 1)
    out[0] = move
    seats[0] = search.seat
    world.apply(move)
    length: i64 = 1
    while world.to_act >= 0 and length < len(out) and length < DEPTH and world.chapter() == search.chapter:
        n: i64 = world.legal(moves)
        next_move: i64 = moves[0]
        if n > 1:
            seat: i64 = world.to_act
            if seat != search.seat and search.model > 0:
                next_move = world.hint(search.chance.word(), moves, n)
            else:
                slot: i64 = tree.slot_of(node_key(world.seen[seat], seat) if search.open_worlds else key)
                if slot < 0:
                    break
                edge: i64 = tree.favourite(slot, moves, n)
                if edge < 0:
                    break
                next_move = tree.moves[edge]
            out[length] = next_move
            seats[length] = seat
            length += 1
        key = mix(key, next_move + 1)
        world.apply(next_move)
    return length
