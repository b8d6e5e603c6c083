"""Every game's matches can be stored, read, verified and told."""

from pathlib import Path

from croupier.conformance.cases import Case
from croupier.kernel.bot_rng import BotRandom
from croupier.match.position import Position
from croupier.match.replay.read import read_replays, replay_transcript
from croupier.match.replay.verify import verify
from croupier.match.replay.write import ReplayWriter
from croupier.match.transcript import TranscriptWriter


def test_replays_verify_and_tell_the_same_story(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "matches.jsonl"
    writer = ReplayWriter(path, "0", ["random"] * case.seats)
    stories: list[list[str]] = []
    for seed in range(5):
        match, luck = case.match(seed), BotRandom(seed)
        stories.append([])
        teller = TranscriptWriter(stories[-1].append)
        while (decision := match.ask()) is not None:
            writer.watch(match)
            teller.watch(match)
            match.play(luck.below(len(decision.moves)), say=("hello",), note="because")
        writer.watch(match)
        teller.watch(match)
    writer.close()
    replays = list(read_replays(path))
    assert len(replays) == 5
    for replay, story in zip(replays, stories, strict=True):
        verify(replay)
        assert list(replay_transcript(replay)) == story


def test_a_position_survives_its_text(case: Case) -> None:
    for seed in range(5):
        position, luck = Position.start(case.game, case.settings, case.seats, seed), BotRandom(seed)
        while position.to_act >= 0:
            again = Position.from_json(position.to_json())
            assert again.to_json() == position.to_json()
            seen = Position.from_json(position.to_json(position.to_act))
            assert seen.view(position.to_act) == position.view(position.to_act)
            assert seen.moves == position.moves
            position = position.after(position.moves[luck.below(len(position.moves))])
        assert position.result is not None


def test_a_position_and_a_match_agree(case: Case) -> None:
    match, luck = case.match(4), BotRandom(4)
    position = Position.start(case.game, case.settings, case.seats, 4)
    while (decision := match.ask()) is not None:
        assert position.question == decision.question
        assert position.moves == decision.moves
        index = luck.below(len(decision.moves))
        match.play(index)
        position = position.after(decision.moves[index])
    assert position.result == match.result()
