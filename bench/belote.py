"""How fast Belote's compiled core plays random hands after the bidding, beside a C twin with an equal checksum; and
what the engine adds to a match over HTTP (see belote_http.py).

    python bench/belote.py            some seconds; the best of several rounds, the two taking turns
    python bench/belote.py --quick

Needs gcc for the twin; without it only the core is measured.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from belote_http import report as report_http
from librt.vecs import vec
from mypy_extensions import i64

from croupier import _build
from croupier.arena.bench.loops import copies, imaginings, rollouts
from croupier.games.belote import GAME, BeloteState
from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.kernel.rng import purpose

HANDS_TARGET = 625_000
TWIN_TARGET = 2.2
HANDS = 20_000
MODES = range(6)


def after_the_bidding(mode: int, seed: int) -> BeloteState:
    """A deal of one hand, played in this mode."""
    state = GAME.new_state(GAME.settings({"deals": 1}), 4)
    assert isinstance(state, BeloteState)
    state.watching = False
    state.start(seed)
    for move in (codes.M_CUT + codes.SAFE_CUT, codes.M_ANNOUNCE + mode, *[codes.M_ACCEPT] * 3):
        state.apply(move)
    return state


def compile_twin(folder: Path) -> Path | None:
    if shutil.which("gcc") is None:
        return None
    twin = folder / "belote"
    source = Path(__file__).with_name("belote.c")
    subprocess.run(["gcc", "-O3", "-march=native", "-Wall", "-Wextra", "-o", twin, source], check=True)
    return twin


def run_twin(twin: Path, state: BeloteState, hands: int, seed: int) -> tuple[int, float]:
    words = state.words
    numbers = [words[w.MODE], words[w.ANNOUNCER], words[w.MULTIPLIER], words[w.DEALER]]
    numbers += [words[w.HAND + seat] for seat in range(4)]
    arguments = [str(number) for number in (*numbers, hands, seed, purpose("drill"))]
    done = subprocess.run([twin, *arguments], check=True, capture_output=True, text=True)
    checksum, seconds = done.stdout.split()
    return int(checksum), float(seconds)


def run_core(state: BeloteState, hands: int, seed: int) -> tuple[int, float]:
    target = state.fresh()
    target.watching = False
    began = process_time()
    checksum = rollouts(state, target, hands, seed)
    return checksum, process_time() - began


def measure(rounds: int, hands: int, twin: Path | None) -> tuple[float, float]:
    """Hands per second of the core and of the twin over all modes; wrong checksums end it."""
    core_seconds = twin_seconds = 0.0
    for mode in MODES:
        state = after_the_bidding(mode, mode)
        best_core = best_twin = float("inf")
        for number in range(rounds):
            checksum, seconds = run_core(state, hands, number)
            best_core = min(best_core, seconds)
            if twin is not None:
                theirs, seconds = run_twin(twin, state, hands, number)
                best_twin = min(best_twin, seconds)
                if theirs != checksum:
                    sys.exit(f"mode {mode}, seed {number}: the checksums differ, {checksum} here and {theirs} in C")
        core_seconds += best_core
        twin_seconds += best_twin
    total = len(MODES) * hands
    return total / core_seconds, total / twin_seconds if twin is not None else 0.0


def nanoseconds(rounds: int) -> tuple[float, float]:
    """To copy a state, and to sample a world in the copy, at a seat's third trick."""
    state = after_the_bidding(5, 1)
    buffer = vec[i64]([0] * GAME.move_count)
    for _ in range(10):
        state.legal(buffer)
        state.apply(buffer[0])
    seat = state.to_act
    seen, target = state.fresh(), state.fresh()
    seen.watching = target.watching = False
    seen.restore(seat, state.snapshot(seat))
    n = 20_000
    best = [float("inf")] * 2
    for _ in range(rounds):
        began = process_time()
        copies(seen, target, n)
        middle = process_time()
        imaginings(seen, target, seat, n)
        best = [min(best[0], middle - began), min(best[1], process_time() - middle)]
    return best[0] / n * 1e9, best[1] / n * 1e9


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    rounds, hands = (2, 2_000) if quick else (15, HANDS)
    with tempfile.TemporaryDirectory() as folder:
        twin = compile_twin(Path(folder))
        core, in_c = measure(rounds, hands, twin)
    copy, imagine = nanoseconds(rounds)
    print(f"Belote, one core, {_build.build_line()}")
    print(
        f"  random hands after the bidding  {core:12,.0f} hands/s  target {HANDS_TARGET:,}  x {core / HANDS_TARGET:.2f}"
    )
    print(f"  moves in them                   {core * 32:12,.0f} moves/s  target {HANDS_TARGET * 32:,}")
    if in_c:
        print(
            f"  the C twin, equal checksums     {in_c:12,.0f} hands/s  {in_c / core:.2f}x faster, at most {TWIN_TARGET}"
        )
    print(f"  copy a state                    {copy:12,.0f} ns")
    print(f"  copy and sample a world        {imagine:12,.0f} ns")
    report_http(2 if quick else 40, 1)


if __name__ == "__main__":
    main()
