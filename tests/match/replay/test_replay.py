"""Replay files: what was altered or cut off is refused with its line."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from croupier.ai.baselines import RandomBot
from croupier.games import GAMES
from croupier.kernel.errors import ReplayError
from croupier.match.match import Match
from croupier.match.replay.format import FORMAT, chain_checksum
from croupier.match.replay.read import read_replays, replay_transcript
from croupier.match.replay.verify import verify
from croupier.match.replay.write import ReplayWriter, encode_replay
from croupier.match.run_players import run_bots

CUTTLE = GAMES["cuttle"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "two.jsonl"
    writer = ReplayWriter(file, "0.1", ["random", "random"])
    for seed in (1, 2):
        match = Match(CUTTLE, CUTTLE.settings(), ["Ann", "Bob"], seed)
        run_bots(match, [RandomBot(), RandomBot()], writer.watch)
    writer.close()
    return file


def check(path: Path) -> int:
    replays = list(read_replays(path))
    for replay in replays:
        verify(replay)
    return len(replays)


def resealed(lines: list[bytes]) -> list[bytes]:
    """Checksums put right again by a careful forger."""
    out: list[bytes] = []
    before = ""
    for line in lines:
        body = line.rstrip().rpartition(b',"sum":')[0] + b"}"
        before = chain_checksum("" if b'"type":"head"' in body else before, body)
        out.append(body[:-1] + f',"sum":"{before}"}}\n'.encode())
    return out


def test_what_was_written_is_read_and_verified(path: Path) -> None:
    assert check(path) == 2
    head = json.loads(path.read_bytes().splitlines()[0])
    assert head["type"] == "head"
    assert head["seed"] == "1"
    assert head["settings"]["rules"] == "classic"
    assert head["names"] == ["Ann", "Bob"]


def test_a_match_with_a_key_is_read_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    writer = ReplayWriter(file, "0.1", ["random", "random"])
    run_bots(Match(CUTTLE, CUTTLE.settings(), ["Ann", "Bob"], 2**127 + 5), [RandomBot(), RandomBot()], writer.watch)
    writer.close()
    assert check(file) == 1
    head = json.loads(file.read_bytes().splitlines()[0])
    assert (head["format"], head["seed"]) == (3, "80000000000000000000000000000005")


def test_a_file_of_format_1_is_verified_by_the_chance_of_its_time() -> None:
    file = Path(__file__).with_name("format1.jsonl")
    assert json.loads(file.read_bytes().splitlines()[0])["format"] == 1
    assert check(file) == 2


def test_a_file_is_appended_to(path: Path) -> None:
    before = path.read_bytes()
    writer = ReplayWriter(path, "0.1", ["random", "random"])
    run_bots(Match(CUTTLE, CUTTLE.settings(), ["a", "b"], 3), [RandomBot(), RandomBot()], writer.watch)
    writer.close()
    assert path.read_bytes().startswith(before)
    assert check(path) == 3


def test_a_match_is_on_disk_as_far_as_it_was_played(tmp_path: Path) -> None:
    file = tmp_path / "live.jsonl"
    writer = ReplayWriter(file, "0.1", ["a", "b"])
    match = Match(CUTTLE, CUTTLE.settings(), ["a", "b"], 3)
    writer.watch(match)
    for steps in range(1, 6):
        match.ask()
        match.play(0)
        writer.watch(match)
        assert len(file.read_bytes().splitlines()) == steps + 1
    with pytest.raises(ReplayError, match="line 6: the file ends before the match from line 1 has a result"):
        list(read_replays(file))
    writer.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line.replace(b'"move":"', b'"move":"x'),
        lambda line: line.replace(b'"seconds":', b'"seconds":1'),
        lambda line: line[:-20] + b"\n",
        lambda line: b"\n",
        lambda line: b'{"type":"move"}\n',
        lambda line: b"\xff\xfe" + line,
        lambda line: line.replace(b'"sum":"', b'"sum":"0')[:-4] + b'"}\n',
    ],
    ids=["another move", "other seconds", "cut off", "empty", "without fields", "not UTF-8", "another sum"],
)
def test_an_altered_line_is_named(path: Path, damage: Callable[[bytes], bytes]) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[4] = damage(lines[4])
    path.write_bytes(b"".join(lines))
    with pytest.raises(ReplayError, match="line 5"):
        check(path)


@pytest.mark.parametrize("gone", [0, 3, -1])
def test_a_missing_line_is_noticed(path: Path, gone: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    del lines[gone]
    path.write_bytes(b"".join(lines))
    with pytest.raises(ReplayError, match="line "):
        check(path)


def test_a_file_cut_off_anywhere_is_refused_and_keeps_what_was_whole(path: Path) -> None:
    whole = path.read_bytes()
    for size in range(len(whole) - 1, len(whole) * 2 // 3, -61):
        path.write_bytes(whole[:size])
        replays = read_replays(path)
        verify(next(replays))
        with pytest.raises(ReplayError, match="line "):
            list(replays)


@pytest.mark.parametrize(
    ("line", "old", "new", "complaint"),
    [
        (0, '"seed":"1"', '"seed":"9"', "line 1: replaying gives a different match: the deal is different"),
        (1, '"seat":0', '"seat":1', "line 2: replaying gives a different match: seat 0 was to move"),
        (1, '"events":["', '"events":["truly ', "line 2: replaying gives a different match: what happened is"),
        (0, '"rules_version":1', '"rules_version":99', "rules version 99"),
        (0, '"game":"cuttle"', '"game":"chess"', "no game 'chess'"),
        (0, '"hand_limit":0', '"hand_limit":"x"', "cannot set up the match"),
        (0, '"seed":"1"', '"seed":"one"', "cannot set up the match"),
    ],
)
def test_a_careful_forger_is_found_by_playing_again(path: Path, line: int, old: str, new: str, complaint: str) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    altered = lines[line].replace(old.encode(), new.encode())
    assert altered != lines[line]
    lines[line] = altered
    path.write_bytes(b"".join(resealed(lines)))
    replay = next(read_replays(path))
    with pytest.raises(ReplayError, match=complaint):
        verify(replay)
    assert list(replay_transcript(replay)), "it can still be shown from its stored text"


def test_a_forged_result_is_found(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    end = next(number for number, line in enumerate(lines) if b'"type":"result"' in line)
    lines[end] = lines[end].replace(b'"places":[1,2]', b'"places":[3,3]').replace(b'"places":[2,1]', b'"places":[3,3]')
    path.write_bytes(b"".join(resealed(lines)))
    with pytest.raises(ReplayError, match=rf"line {end + 1}: replaying gives a different match: the result is"):
        verify(next(read_replays(path)))


def test_reading_runs_nothing_from_the_file(path: Path, tmp_path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    trap = tmp_path / "trap"
    lines[0] = lines[0].replace(b'"players":["random"', f"\"players\":[\"__import__('os').mkdir('{trap}')\"".encode())
    path.write_bytes(b"".join(resealed(lines)))
    for replay in read_replays(path):
        verify(replay)
        list(replay_transcript(replay))
    assert not trap.exists()


def test_a_match_by_older_online_rules_of_cuttle_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """They changed, and those of the classic game did not."""
    for rules, version in (("online", 2), ("classic", 1)):
        path = tmp_path / f"{rules}.jsonl"
        match = Match(CUTTLE, CUTTLE.settings({"rules": rules}), ["Ann", "Bob"], 1)
        run_bots(match, [RandomBot(), RandomBot()])
        path.write_bytes(encode_replay(match, "0.1", ["random", "random"]))
        replay = next(read_replays(path))
        verify(replay)
        assert replay.head.rules_version == version
        older = msgspec.structs.replace(replay, head=msgspec.structs.replace(replay.head, rules_version=1))
        if rules == "classic":
            verify(older)
            continue
        with pytest.raises(ReplayError) as refused:
            verify(older)
        assert str(refused.value) == (
            f"the match was played with rules version 1 of cuttle (format {FORMAT}); "
            f"this Croupier has version 2 (format {FORMAT})"
        )
