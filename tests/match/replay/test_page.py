"""The data of a replay page: every frame as its viewer may see it, and nothing that is hidden from it."""

import json
from functools import cache
from typing import Any

import msgspec
import pytest

import croupier
from croupier.ai.replay_study import study_match
from croupier.games import GAMES
from croupier.games.cuttle import CuttleBot
from croupier.kernel.cards import Card
from croupier.kernel.decision import encode_hook
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.match.match import Match
from croupier.match.playback import Playback
from croupier.match.replay import page as pages
from croupier.match.replay.page import page_template, read_page, replay_page
from croupier.match.replay.table_zones import wire_of

needs_page = pytest.mark.skipif(page_template() is None, reason="the replay page is not built; run make page")


@cache
def played(game: str) -> Match:
    return croupier.play(game, ["random", "random"], seed=6)


def unpack(data: Any, frames: list[dict[str, int]]) -> list[dict[str, Any]]:
    """Whole frames, as the page makes them from what changed."""
    now: dict[str, Any] = {}
    found: list[dict[str, Any]] = []
    for frame in frames:
        for field, place in frame.items():
            if place < 0:
                del now[field]
            else:
                now[field] = data["values"][place]
        found.append(dict(now))
    return found


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value, enc_hook=encode_hook))


@needs_page
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_page_holds_every_frame_of_every_viewer(game: str):
    match = played(game)
    playback = Playback(match)
    page = replay_page(playback, "a <match>")
    assert "<title>a &lt;match&gt;</title>" in page
    assert len(page) < 500_000
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page.replace("https://svelte.dev", "")
    data = read_page(page)
    seats = range(match.table.seats)
    assert [viewer["key"] for viewer in data["viewers"]] == ["dealer", *map(str, seats), "public"]
    for viewer, seat in zip(data["viewers"], (DEALER, *seats, PUBLIC), strict=True):
        frames = unpack(data, viewer["frames"])
        assert len(frames) == len(viewer["steps"]) == len(match.steps) + 1
        for number in (0, 5, len(match.steps)):
            view = {name.removeprefix("view."): value for name, value in frames[number].items() if "view." in name}
            assert view == plain(wire_of(playback.view(number, seat)))
            if seat == DEALER:
                own = [plain(wire_of(playback.view(number, each)).get("hand", [])) for each in seats]
                assert [hand for hand, _ in frames[number]["hands"]] == own


@needs_page
def test_the_page_of_one_seat_does_not_hold_the_cards_of_others():
    """Cards that only the opponent ever saw are searched for in everything that the file holds."""
    match = croupier.play("cuttle", ["heuristic", "heuristic"], seed=4)
    playback = Playback(match)
    seen: set[str] = set()
    held: set[str] = set()
    for number in range(len(match.steps) + 1):
        seen |= set(_cards(wire_of(playback.view(number, 0))))
        held |= set(map(str, playback.view(number, 1).hand))
    secret = held - seen
    assert secret, "the opponent keeps a card to the end"
    page = replay_page(playback, "one seat", (0,))
    data = {name: part for name, part in read_page(page).items() if name != "guide"}  # it shows cards of its own
    text = json.dumps(data, ensure_ascii=False)
    symbols = {str(card): card.symbol for card in map(Card, secret)}
    for card in secret:
        assert f'"{card}"' not in text
        assert symbols[card] not in text
    everything = json.dumps(read_page(replay_page(playback, "all")), ensure_ascii=False)
    assert all(f'"{card}"' in everything for card in secret), "the search finds what is there"


def _cards(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*map(str, value), *(card for each in value.values() for card in _cards(each))]
    if isinstance(value, list | tuple):
        return [card for each in value for card in _cards(each)]
    return [str(value)]


@needs_page
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_steps_of_others_are_told_by_what_a_seat_was_shown(game: str):
    match = played(game)
    data = read_page(replay_page(Playback(match), "one seat", (0,)))
    (viewer,) = data["viewers"]
    for number, step in enumerate(match.steps, 1):
        told = viewer["steps"][number]
        if step.seat == 0:
            assert told["label"] == match.game.moves[step.move].label(match.table.names)
            continue
        texts = [event.text(match.table.names) for event in match.happened(0, number)]
        assert told["label"] == (texts[0] if texts else "…")
        assert not told.get("note")
        assert not told.get("faults")
        assert texts or step.say or told["seat"] is None


@needs_page
@pytest.mark.parametrize("game", ["cuttle", "coup"])
def test_costly_decisions_have_branches_that_play_on(game: str):
    match = played(game)
    study = study_match(match, iterations=60)
    assert study is not None
    assert study.costly
    data = read_page(replay_page(Playback(match), game, study=study))
    assert len(data["study"]["win"]) == len(match.steps) + 1
    for bad in data["study"]["costly"]:
        best = bad["branches"][0]
        assert best["label"] == bad["better"] != bad["played"]
        assert max(other["value"] for other in bad["branches"]) == best["value"]
        assert [len(frames) for frames in best["frames"]] == [len(best["steps"])] * len(data["viewers"])
        assert best["steps"][0] == {"seat": bad["seat"], "label": bad["better"]}
        first = unpack(data, best["frames"][0])[0]
        assert "hands" in first
        assert first["events"], "something happens in a branch"


@needs_page
def test_branches_of_one_seat_do_not_depend_on_hidden_cards():
    """They are played with imagined cards, and the chances with all cards known are left out."""
    match = played("coup")
    study = study_match(match, (0,), iterations=60)
    assert study is not None
    assert study.is_imagined
    assert not study.win
    assert {bad.seat for bad in study.costly} <= {0}


def test_spectators_and_matches_that_go_on_have_no_study():
    assert study_match(played("coup"), (PUBLIC,)) is None
    chosen = GAMES["coup"]
    assert study_match(Match(chosen, chosen.settings(), ("a", "b"), 1)) is None


@needs_page
def test_nothing_said_at_the_table_can_leave_the_data():
    class Hostile(CuttleBot):
        def select_move(self, view: Any, legal_moves: Any) -> int:
            self.say("</script><script>alert(1)</script>")
            return 0

    page = replay_page(Playback(croupier.play("cuttle", [Hostile, "random"], seed=1)), "x")
    assert "alert(1)" in json.dumps(read_page(page))
    assert "alert(1)" not in page


def test_without_the_built_template_there_is_a_plain_page(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages, "page_template", lambda: None)
    page = replay_page(Playback(played("coup")), "plain")
    assert '<script type="application/json" id="data">' in page
