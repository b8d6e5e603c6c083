"""RULES.md, section 9: settings and deck configurations."""

import json
import logging
from pathlib import Path

import pytest
from games.kittens.play import dealt

from croupier.games.kittens import GAME
from croupier.games.kittens.deck import DECKS, load_deck, parse_deck, warn
from croupier.kernel.errors import UsageError
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import verify
from croupier.match.replay.write import ReplayWriter

CONFIGS = Path(__file__).parents[3] / "configs" / "kittens"


@pytest.mark.parametrize("name", DECKS)
def test_the_configuration_files_are_the_decks_with_a_name(name: str) -> None:
    path = CONFIGS / f"{name}.json"
    assert load_deck(str(path)) == load_deck(name)
    assert json.loads(path.read_text())["description"]


def test_there_are_no_other_files() -> None:
    assert {path.stem for path in CONFIGS.glob("*")} == set(DECKS)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"cards":\n{"TacoCard": 4}}', r"my.json, line 2: there is no card type 'TacoCard'; there are TacoCatCard"),
        ('{"cards": {\n"NopeCard": 4,\n"SkipCard": -1}}', r"my.json, line 3: SkipCard must be 0 to 30, not -1"),
        ('{"cards": {\n"NopeCard": 31}}', r"my.json, line 2: NopeCard must be 0 to 30, not 31"),
        ('{"cards": {\n"NopeCard": "many"}}', r"my.json, line 2: Expected `int`, got `str`"),
        ('{"cards": 5}', r"my.json: Expected `object`, got `int`"),
        ("{", r"my.json is not JSON"),
        ('{"deck": {}}', r"my.json: Object contains unknown field `deck`"),
    ],
)
def test_a_bad_configuration_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        parse_deck(text, "my.json")


def test_kittens_in_a_configuration_are_ignored_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    warn.cache_clear()
    with caplog.at_level(logging.WARNING):
        deck = parse_deck('{"cards": {"TacoCatCard": 20,\n"ExplodingKittenCard": 9}}', "my.json")
    assert "ExplodingKittenCard" not in deck
    assert "my.json, line 2: ExplodingKittenCard is ignored" in caplog.text


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"deck": "huge"}, "deck must be standard, large, duel, chaos or a JSON file, not 'huge'"),
        ({"deck": "none.json"}, "none.json cannot be read"),
        ({"defuses_in_deck": 31}, "defuses_in_deck must be all or 0 to 30"),
        ({"combo_cards": "dogs"}, "invalid enum value 'dogs'"),
    ],
)
def test_bad_settings_are_refused(values: dict[str, object], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        GAME.settings(values)


def test_settings_from_the_command_line_are_text() -> None:
    assert GAME.settings({"defuses_in_deck": "2"}) == GAME.settings({"defuses_in_deck": 2})
    assert GAME.settings({"defuses_in_deck": "all"}) == GAME.settings()


def test_a_replay_needs_no_deck_file(tmp_path: Path) -> None:
    deck = tmp_path / "mine.json"
    deck.write_text('{"cards": {"TacoCatCard": 20, "DefuseCard": 3}}')
    play = dealt(2, deck=str(deck))
    writer = ReplayWriter(tmp_path / "match.jsonl", "0", ["a", "b"])
    while play.match.ask() is not None:
        writer.watch(play.match)
        play.match.play(0)
    writer.watch(play.match)
    writer.close()
    deck.unlink()
    (replay,) = read_replays(tmp_path / "match.jsonl")
    verify(replay)
