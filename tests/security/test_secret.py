"""The secret of a run: nothing that a bot sees leads to it, and what is published of it can be checked.

The recovery attacks are those that worked before: each is shown to find a short seed, and then to find nothing.
"""

import hashlib
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import croupier
from croupier.arena.attack.fairness import seeds_by_hands, seeds_by_stream, spy_on
from croupier.arena.plan.schedule import match_seed
from croupier.arena.store.collect import BROKEN_COMMITMENT, verify_sample
from croupier.arena.store.store import open_store
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.kernel.rng import DEAL, KEYED, SEED_LIMIT, Chance, key_bytes, new_chance, purpose
from croupier.kernel.secret import checked_seed, commitment_to, is_secret, match_key, read_seed, secret_of, seed_text
from croupier.match.match import Match
from croupier.match.replay.compact import pack_match
from croupier.match.run_players import luck_seed
from croupier.ui.cli.main import run_app

CUTTLE = GAMES["cuttle"]
SECRET = "00112233445566778899aabbccddeeff"
SHORT_SEEDS = 2**17


def state_of(chance: Chance) -> tuple[int, int, int, int]:
    return int(chance.a), int(chance.b), int(chance.c), int(chance.counter)


# Seeds as text.


def test_a_secret_is_drawn_if_no_seed_is_given() -> None:
    drawn = {checked_seed(None) for _ in range(1000)}
    assert len(drawn) == 1000
    assert all(is_secret(text) and len(text) == 32 for text in drawn)
    ones = [sum(int(text, 16) >> bit & 1 for text in drawn) for bit in range(128)]
    assert all(380 < count < 620 for count in ones)  # each bit is drawn: 7.5 standard deviations


@pytest.mark.parametrize(
    ("seed", "text"), [(7, "7"), ("007", "7"), (0, "0"), (SECRET.upper(), SECRET), (int(SECRET, 16), SECRET)]
)
def test_a_seed_may_be_a_number_or_a_secret(seed: int | str, text: str) -> None:
    assert checked_seed(seed) == text


@pytest.mark.parametrize("seed", [-1, "", "x", "-1", "1.5", str(SEED_LIMIT), SECRET[:-1], SECRET * 5, "٣"])
def test_other_seeds_are_refused_in_one_sentence(seed: int | str) -> None:
    with pytest.raises(UsageError, match="a seed must be a whole number from 0 to"):
        checked_seed(seed)


def test_the_key_of_a_match_plays_it_again() -> None:
    match = croupier.play("cuttle", ["random", "random"])
    assert match.seed >= SEED_LIMIT
    assert read_seed(seed_text(match.seed)) == match.seed
    for again in (match.seed, seed_text(match.seed)):
        assert croupier.play("cuttle", ["random", "random"], seed=again).steps[0].move == match.steps[0].move
        assert croupier.play("cuttle", ["random", "random"], seed=again).happened(step=0) == match.happened(step=0)


# Key separation.


def test_no_two_streams_start_alike() -> None:
    purposes = [purpose(name) for name in ("deal", "luck", "fault", "a", "b", "c", "d", "e", "f", "g")]
    states: set[tuple[int, int, int, int]] = set()
    for match in range(100):
        chance = Chance(key_bytes(match_key(secret_of(SECRET), match)))
        for stream, index in itertools.product(purposes, range(100)):
            chance.start(KEYED, stream, index)
            states.add(state_of(chance))
    assert len(states) == 100_000
    for words in zip(*states, strict=True):  # and no 32-bit word of them repeats more often than chance has it
        assert len(set(words)) > 99_990


@pytest.mark.parametrize("bit", range(128))
def test_one_bit_of_the_secret_changes_everything(bit: int) -> None:
    one, other = secret_of(SECRET), secret_of(SECRET) ^ 1 << bit
    keys = match_key(one, 0), match_key(other, 0)
    assert 30 < (keys[0] ^ keys[1]).bit_count() < 98
    assert luck_seed(keys[0], 0) != luck_seed(keys[1], 0)
    words = [[new_chance(key, DEAL, 0).word() for _ in range(4)] for key in (*keys, one, other)]
    assert len({tuple(each) for each in words}) == 4


def test_match_purpose_and_index_each_change_everything() -> None:
    secret = secret_of(SECRET)
    starts = {
        state_of(new_chance(match_key(secret, match), stream, index))
        for match, stream, index in ((0, DEAL, 0), (1, DEAL, 0), (0, purpose("luck"), 0), (0, DEAL, 1))
    }
    assert len(starts) == 4
    for one, other in itertools.combinations(starts, 2):
        assert sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True)) > 30


def test_a_deal_is_the_same_compiled_and_not() -> None:
    code = (
        "from croupier.games import GAMES\nfrom croupier.match.match import Match\n"
        "for game in GAMES.values():\n"
        "    names = [f'p{n}' for n in range(game.seats[0])]\n"
        "    for key in (2**127 + 1, 2**127 + 2, 2**500 + 3):\n"
        "        match = Match(game, game.settings(), names, key)\n"
        "        while (decision := match.ask()) is not None and len(match.steps) < 60:\n"
        "            match.play(len(match.steps) % len(decision.moves))\n"
        "        print(game.name, match.course())\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "CROUPIER_PURE": pure}, capture_output=True, check=True
        ).stdout
        for pure in ("0", "1")
    }
    assert len(told) == 1
    assert told.pop().count(b"\n") == 3 * len(GAMES)


# Attacks.


@pytest.mark.slow_pure
def test_a_seed_is_not_found_from_a_bots_own_stream() -> None:
    known = spy_on(123_456).streams
    hidden = [stream for _ in range(5) for stream in spy_on(None).streams]
    assert seeds_by_stream({*known, *hidden}, SHORT_SEEDS) == [123_456]


@pytest.mark.slow_pure
def test_a_seed_is_not_found_from_hands() -> None:
    assert seeds_by_hands({*spy_on(123_456).hands, *spy_on(None).hands}, SHORT_SEEDS) == [123_456]


def backwards(state: tuple[int, int, int, int], steps: int) -> tuple[int, int, int, int]:
    """The state of sfc32 so many words before."""
    a, b, c, counter = state
    for _ in range(steps):
        before_c = c_from(b)
        before_b = unshifted(a)
        out = (c - ((before_c << 21 | before_c >> 11) & 0xFFFFFFFF)) & 0xFFFFFFFF
        counter = (counter - 1) & 0xFFFFFFFF
        a, b, c = (out - before_b - counter) & 0xFFFFFFFF, before_b, before_c
    return a, b, c, counter


def c_from(b: int) -> int:
    return b * pow(9, -1, 2**32) & 0xFFFFFFFF


def unshifted(a: int) -> int:
    b = a
    for _ in range(4):
        b = a ^ (b >> 9)
    return b


def test_a_state_that_is_run_backwards_leads_nowhere_else() -> None:
    """Whoever knows one stream completely knows its start, and with a short seed all streams of the match."""

    def start_of(chance: Chance) -> tuple[int, int, int, int]:
        for _ in range(50):
            chance.word()
        return backwards(state_of(chance), 62)

    def seed_from(start: tuple[int, int, int, int]) -> int:
        return start[0] | (start[1] & 0x3FFFFFFF) << 32

    short = 0x123456789ABCDEF
    assert seed_from(start_of(new_chance(short, DEAL, 0))) == short  # the attack works on a short seed

    key = match_key(secret_of(SECRET), 0)
    start = start_of(new_chance(key, DEAL, 0))
    digest = hashlib.blake2b(b"".join(n.to_bytes(8, "little") for n in (DEAL, 0)), digest_size=16, key=key_bytes(key))
    assert b"".join(word.to_bytes(4, "little") for word in start) == digest.digest()  # all that can be had
    guesses = [seed_from(start), int.from_bytes(digest.digest(), "little"), int.from_bytes(digest.digest(), "big")]
    truth = {state_of(new_chance(key, stream, index)) for stream in (DEAL, purpose("luck")) for index in (1, 2)}
    lucks = {luck_seed(key, seat) for seat in range(4)}
    for guess in guesses:
        guessed = {state_of(new_chance(guess, s, i)) for s in (DEAL, purpose("luck")) for i in (1, 2)}
        assert not guessed & truth
        assert not {luck_seed(guess, seat) for seat in range(4)} & lucks


def test_a_bots_own_seed_is_all_that_its_stream_leads_to() -> None:
    key = match_key(secret_of(SECRET), 0)
    own = luck_seed(key, 0)
    deal = Match(CUTTLE, CUTTLE.settings(), ("a", "b"), key).happened(step=0)
    assert Match(CUTTLE, CUTTLE.settings(), ("a", "b"), own).happened(step=0) != deal
    assert luck_seed(own, 1) != luck_seed(key, 1)
    assert own < SEED_LIMIT


# What bots are sent.

LOGGER = """
import json, os, sys
log = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "log.txt"), "a")
log.write(repr((dict(os.environ), sys.argv, os.getcwd())) + "\\n")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "logger", "match": message["match"]}), flush=True)
    elif message["type"] == "question":
        answer = {"type": "answer", "id": message["id"], "match": message["match"], "index": 0}
        print(json.dumps(answer), flush=True)
"""
NOTING = """
import os, random, sys
from croupier import Bot

class Noting(Bot):
    def decide(self, decision):
        seen = [dict(os.environ), sys.argv, os.getcwd(), vars(self), self.table, self.rng.getstate(), random.getstate()]
        self.note = repr(seen)[:9000]
        return 0
"""


def forms_of(number: int) -> Iterator[str]:
    raw = key_bytes(number)
    yield from (str(number), raw.hex(), repr(raw)[2:-1], raw[::-1].hex())
    yield from (str(int.from_bytes(raw[at : at + 8], order)) for at in (0, 8) for order in ("big", "little"))


def test_no_message_holds_the_secret_or_the_key_of_a_match(tmp_path: Path) -> None:
    (tmp_path / "logger.py").write_text(LOGGER, encoding="utf-8")
    (tmp_path / "noting.py").write_text(NOTING, encoding="utf-8")
    bots = [f"cmd:{sys.executable} {tmp_path / 'logger.py'}", str(tmp_path / "noting.py")]
    results = croupier.run_batch("cuttle", bots, n=4, seed=SECRET, sandbox=False)
    notes = "".join(step.note for result in results for step in result.match.steps)
    log = (tmp_path / "log.txt").read_text(encoding="utf-8")
    assert log.count('"type":"start"') >= 4  # more if a process was replaced
    assert "luck_seed" in notes
    assert str(luck_seed(results[0].seed, results[0].played.seating.index(0))) in log  # the search below can find
    secret = secret_of(SECRET)
    for number in (secret, *{result.seed for result in results}):
        assert not [form for form in forms_of(number) if form in log or form in notes]
    assert commitment_to(SECRET) not in log + notes


# Rated runs.


class Ran(msgspec.Struct):
    """What a command printed and how it ended."""

    returncode: int
    stdout: str
    stderr: str


Command = Callable[..., Ran]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setenv("CROUPIER_DB", str(tmp_path / "runs.sqlite"))

    def run(*arguments: object) -> Ran:
        code = run_app([str(each) for each in arguments])
        return Ran(code, *capsys.readouterr())

    return run


PLAYED = {
    "compare": ("cuttle", "random", "heuristic", "--max-games", 20),
    "tournament": ("cuttle", "random", "heuristic", "--blocks", 4),
}


@pytest.mark.parametrize("kind", PLAYED)
def test_a_short_seed_is_marked_in_rated_play(command: Command, kind: str) -> None:
    shown = command(kind, *PLAYED[kind], "--seed", 7)
    assert shown.returncode == 0, shown.stderr
    assert "Not rated: a bot could guess a seed this short" in shown.stdout + shown.stderr
    document = json.loads(command(kind, *PLAYED[kind], "--seed", 7, "--json").stdout)
    assert (document["seed"], document["commitment"], document["not_rated"]) == ("7", None, "short seed")
    assert json.loads(command("leaderboard", "--json").stdout)["games"] == []
    board = json.loads(command("leaderboard", "cuttle", "--run", document["run"], "--json").stdout)["games"]
    assert board[0]["matches"] == document["matches"]


def test_a_ladder_with_a_short_seed_is_marked(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    folder.mkdir()
    arguments = ("ladder", folder, "--game", "cuttle", "--once", "--baseline", "random", "--baseline", "noob")
    shown = command(*arguments, "--seed", 7)
    assert shown.returncode == 0, shown.stderr
    assert "Not rated: a bot could guess a seed this short" in shown.stdout
    assert "Not rated: a bot could guess a seed this short" in (folder / "ladder.html").read_text(encoding="utf-8")
    assert json.loads(command(*arguments, "--json").stdout)["not_rated"] == "short seed"


def test_a_ladder_shows_what_it_is_committed_to_and_keeps_its_secret(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    folder.mkdir()
    arguments = ("ladder", folder, "--game", "cuttle", "--once", "--baseline", "random", "--baseline", "noob")
    shown = command(*arguments, "--seed", SECRET, "--json")
    assert json.loads(shown.stdout)["commitment"] == commitment_to(SECRET)
    listed = command("runs", "--db", folder / "ladder.sqlite", "--json").stdout
    told = shown.stdout + shown.stderr + listed + (folder / "ladder.html").read_text(encoding="utf-8")
    assert commitment_to(SECRET) in shown.stderr
    assert SECRET not in told


@pytest.mark.parametrize("kind", PLAYED)
def test_the_hash_is_published_before_and_the_secret_after(command: Command, kind: str) -> None:
    shown = command(kind, *PLAYED[kind])
    seed = re.search(r"--seed ([0-9a-f]{32}) ", shown.stdout)
    assert seed is not None
    committed = hashlib.sha256(seed[1].encode()).hexdigest()  # as `printf %s SEED | sha256sum` has it
    assert f"SHA-256 of the seed: {committed}" in shown.stderr
    assert committed in shown.stdout
    assert seed[1] not in shown.stderr
    assert "Not rated" not in shown.stdout + shown.stderr
    document = json.loads(command(kind, *PLAYED[kind], "--seed", seed[1], "--json").stdout)
    assert (document["seed"], document["commitment"]) == (seed[1], committed)
    assert "not_rated" not in document
    proof = command("verify", 1)
    assert proof.returncode == 0, proof.stdout
    assert f"All deals follow from the published seed (SHA-256 {committed})." in proof.stdout


def test_a_run_that_goes_on_keeps_its_secret(command: Command, tmp_path: Path) -> None:
    command("tournament", *PLAYED["tournament"], "--seed", SECRET)
    with sqlite3.connect(tmp_path / "runs.sqlite") as connection:
        connection.execute("update runs set state = 'open'")
    connection.close()
    for followed in (("runs",), ("runs", "--json"), ("watch", "1", "--once"), ("watch", "1", "--json"), ("verify", 1)):
        assert SECRET not in command(*followed).stdout, followed
    assert json.loads(command("watch", "1", "--json").stdout)["commitment"] == commitment_to(SECRET)
    replay = command("replay", "1/1").stdout
    assert SECRET not in replay
    assert seed_text(match_seed(secret_of(SECRET), 0)) in replay  # of this match alone
    with sqlite3.connect(tmp_path / "runs.sqlite") as connection:
        connection.execute("update runs set state = 'finished'")
    connection.close()
    assert json.loads(command("runs", "--json").stdout)["runs"][0]["seed"] == SECRET


def test_a_forged_secret_and_foreign_deals_are_found_out(tmp_path: Path) -> None:
    journal = tmp_path / "runs.sqlite"
    croupier.tournament("cuttle", ["random", "heuristic"], blocks=4, journal=journal)
    with open_store(str(journal)) as store:
        plan, played = store.plan(1), list(store.games(1))
    assert verify_sample(plan, played, 8, 1)[0].wrong_deals == ()
    forged = msgspec.structs.replace(plan, seed=SECRET)
    assert BROKEN_COMMITMENT in verify_sample(forged, played, 8, 1)[0].wrong_deals
    adapted = msgspec.structs.replace(forged, commitment=commitment_to(SECRET))
    assert (
        "match 1: its deal does not follow from the seed of the run"
        in verify_sample(adapted, played, 8, 1)[0].wrong_deals
    )
    foreign = [msgspec.structs.replace(each, seed=each.seed ^ 1) for each in played]
    assert len([told for told in verify_sample(plan, foreign, 1, 1)[0].wrong_deals if "does not follow" in told]) == 8


def test_a_run_of_an_older_croupier_is_verified_by_its_chance_and_not_gone_on_with(
    command: Command, tmp_path: Path
) -> None:
    arguments = ("run", "cuttle", "heuristic", "random", "-n", 4, "--seed", 7)
    command(*arguments)
    with open_store(str(tmp_path / "runs.sqlite")) as store:
        played = list(store.games(1))
    names = ("heuristic", "random")
    with sqlite3.connect(tmp_path / "runs.sqlite") as connection:
        (text,) = connection.execute("select plan from runs").fetchone()
        plan = {**json.loads(text), "seed": 7}
        del plan["chance"], plan["commitment"]
        connection.execute("update runs set plan = ?", (json.dumps(plan),))
        connection.execute("delete from games")
    connection.close()
    old = []
    for each in played:
        match = played_then(each.block + 1, names)
        result = match.result()
        old.append(
            msgspec.structs.replace(
                each,
                seed=each.block + 1,
                places=result.places,
                scores=result.scores,
                ending=result.ending,
                moves=len(match.steps),
                sheet=pack_match(match),
            )
        )
    with open_store(str(tmp_path / "runs.sqlite")) as store:
        store.journal(1, old)
    proof = command("verify", 1)
    assert proof.returncode == 0, proof.stdout
    assert "4 of 4 replayed matches gave the stored result" in proof.stdout
    refused = command(*arguments, "--resume")
    assert refused.returncode == 2
    assert "started by an older Croupier, which dealt other cards for the same seed" in refused.stderr


def played_then(seed: int, names: tuple[str, ...]) -> Match:
    """A match as it was dealt by chance version 1."""
    match = Match(CUTTLE, CUTTLE.settings(), names, seed, talk=False)
    while (decision := match.ask()) is not None:
        match.play(len(match.steps) % len(decision.moves))
    return match
