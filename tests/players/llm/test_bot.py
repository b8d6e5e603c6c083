"""A model at the table: every game, unreadable answers, faults told apart, the ledger and the cap."""

import json
from pathlib import Path
from threading import current_thread
from typing import Any

import msgspec
import pytest
from players.llm.modelserver import ModelServer

import croupier
from croupier.ai.registry import BUILT_IN, RandomBot
from croupier.arena.people import PeopleMatch
from croupier.arena.results.match_stats import faults_in
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.referee import Referee
from croupier.match.replay.write import encode_replay
from croupier.match.run_players import run_bots
from croupier.players.llm.bot import ONLY, LanguageModelBot
from croupier.players.llm.costs import CostAccount, RequestRecord, sum_costs
from croupier.players.llm.spec import charge, llm_entrant
from croupier.players.spec import load_bots


def bot_at(
    server: ModelServer, game: str = "coup", model: str = "haiku", more: str = "", **keywords: Any
) -> LanguageModelBot:
    url = server.url if model in ("haiku", "opus") else f"{server.url}/v1"
    entrant = llm_entrant(find_game(game), f"llm:{model}:url={url},retries=2{more}")
    if keywords:
        entrant = charge((entrant,), keywords["account"])[0]
    made: Any = entrant.make()
    return made


def play(bot: LanguageModelBot, seed: int = 1, game: str = "coup", seats: int = 2) -> Match:
    found = find_game(game)
    names = ["model", *(f"other{n}" for n in range(1, seats))]
    match = Match(found, found.settings(), names, seed)
    others = [RandomBot() for _ in range(seats - 1)]
    run_bots(match, [bot, *others])
    return match


@pytest.mark.parametrize("model", ["haiku", "openai/some-model"])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_played_with_no_code_of_its_own(game: str, model: str, server: ModelServer):
    seats = find_game(game).seats[0]
    bot = bot_at(server, game, model, ",stream=true" if game == "coup" else "")
    settings = {"belote": {"deals": 1}, "cuttle": {"max_turns": 12}, "bluff": {"max_turns": 4}}.get(game, {})
    found = find_game(game)
    match = Match(found, found.settings(settings), [f"p{n}" for n in range(seats)], 3)
    run_bots(match, [bot, *(RandomBot() for _ in range(seats - 1))])
    mine = [step for step in match.steps if step.seat == 0 and step.note != ONLY]
    assert faults_in(match) == ()
    assert mine
    assert all(step.note.startswith("Among ") for step in mine)
    assert [entry.outcome for entry in bot.ledger] == ["move"] * len(mine)
    body = server.requests[0]
    system = body["system"] if model == "haiku" else body["messages"][0]["content"]
    assert found.rules_summary in system
    assert len(found.rules_summary) > 100


def test_the_prompt_holds_the_view_the_news_and_the_numbered_moves(server: ModelServer):
    match = play(bot_at(server))
    text = server.requests[1]["messages"][0]["content"]
    assert "You are model at seat 0; also at the table: seat 1 other1." in text
    assert "[GAME] other1 " in text
    first = server.requests[0]["messages"][0]["content"]
    fresh = Match(match.game, match.settings, match.table.names, match.seed)
    decision = fresh.ask()
    assert decision is not None
    assert decision.view.text() in first
    for number, move in enumerate(decision.moves, 1):
        assert f"\n{number}. {move.label(match.table.names)}\n" in first


def test_the_reasoning_is_the_note_of_the_move_and_in_the_replay(server: ModelServer):
    bot = bot_at(server)
    match = play(bot)
    last = [step for step in match.steps if step.seat == 0][-1]
    assert any(step.note.startswith("Among ") for step in match.steps)
    assert bot.last_thinking == last.note != ""
    assert last.note in encode_replay(match, "test", ["llm:haiku", "random"]).decode()


def test_an_unreadable_answer_is_asked_again_once(server: ModelServer):
    server.script = ["nonsense"]
    bot = bot_at(server)
    match = play(bot)
    assert faults_in(match) == ()
    first, second = bot.ledger[:2]
    assert (first.outcome, first.attempt, second.outcome, second.attempt) == ("unreadable", 1, "move", 2)
    assert (first.decision, first.path) == (second.decision, "none")
    roles = [message["role"] for message in server.requests[1]["messages"]]
    assert roles == ["user", "assistant", "user"]
    assert "could not read" in server.requests[1]["messages"][-1]["content"]


def test_then_the_safe_move_is_played_and_counted_as_a_harness_fault(server: ModelServer):
    server.script = ["nonsense", "nonsense"]
    bot = bot_at(server)
    match = play(bot)
    assert faults_in(match) == ((0, "Harness"),)
    first = next(step for step in match.steps if step.seat == 0)
    assert first.ruling == "safe move"
    assert str(match.game.moves[first.move]) == "income"
    (bill,) = sum_costs(bot.ledger)
    assert bill.harness == 1


def test_harness_faults_never_bench_or_expel(server: ModelServer):
    server.script = ["nonsense"] * 400
    match = play(bot_at(server))
    mine = [step for step in match.steps if step.seat == 0 and step.note != ONLY]
    assert {step.ruling for step in mine} == {"safe move"}
    assert len(faults_in(match)) == len(mine) > 3


def test_an_answer_that_was_cut_off_is_asked_for_with_more_tokens(server: ModelServer):
    server.script = ["truncated"]
    bot = bot_at(server)
    play(bot)
    assert [body["max_tokens"] for body in server.requests[:3]] == [1024, 2048, 1024]
    assert [entry.outcome for entry in bot.ledger[:2]] == ["unreadable", "move"]


def test_prose_is_read_too(server: ModelServer):
    server.script = ["prose"]
    bot = bot_at(server)
    play(bot)
    assert (bot.ledger[0].path, bot.ledger[0].outcome, bot.ledger[1].path) == ("named", "move", "json")


def test_a_move_that_does_not_exist_is_the_models_own_fault(server: ModelServer):
    server.script = ["illegal", "illegal"]
    bot = bot_at(server)
    match = play(bot)
    assert faults_in(match) == ((0, "IllegalMove"),)
    assert [entry.outcome for entry in bot.ledger] == ["illegal", "illegal"]
    assert "refused: " in server.requests[1]["messages"][0]["content"]
    (bill,) = sum_costs(bot.ledger)
    assert bill.harness == 0


def test_a_provider_out_of_order_is_a_harness_fault(server: ModelServer):
    server.script = ["500"] * 3
    bot = bot_at(server)
    match = play(bot)
    assert faults_in(match)[0] == (0, "Harness")
    entry = bot.ledger[0]
    assert "did not answer: status 500" in entry.outcome
    assert (entry.retries, entry.tokens_out, entry.cost) == (2, 0, 0.0)


def test_the_ledger_has_a_line_for_every_request(server: ModelServer, tmp_path: Path):
    server.script = ["429", "prose", "nonsense"]
    account = CostAccount(tmp_path / "books")
    bot = bot_at(server, account=account)
    play(bot)
    kept = [
        msgspec.json.decode(line, type=RequestRecord)
        for line in (tmp_path / "books" / "ledger.jsonl").read_bytes().splitlines()
    ]
    assert kept == bot.ledger == account.entries()
    first = kept[0]
    assert (first.bot, first.game, first.seat, first.decision, first.question) == ("llm:haiku", "coup", 0, 1, "act")
    assert (first.model, first.retries, first.path, first.replayed) == ("claude-haiku-5-5", 1, "named", False)
    assert len(first.prompt) == 16
    assert first.cost == pytest.approx((first.tokens_in * 0.10 + first.tokens_out * 0.50) / 1e6)
    (bill,) = sum_costs(kept)
    assert bill.requests == len(kept) == bill.answers + 1
    assert bill.cost == pytest.approx(account.spent, abs=1e-6 * len(kept))


def test_max_cost_is_a_hard_cap(server: ModelServer, tmp_path: Path):
    account = CostAccount(tmp_path / "books", cap=0.00072)
    bot = bot_at(server, account=account)
    match = play(bot, seed=6)
    spent = sum(entry.cost or 0.0 for entry in bot.ledger)
    assert 0 < spent <= account.spent <= 0.00072
    assert len(server.requests) < len(bot.ledger)
    assert "the budget of $0.00072 is used up" in bot.ledger[-1].outcome
    assert {kind for _, kind in faults_in(match)} == {"Harness"}


def test_a_request_that_could_burst_the_cap_is_never_sent(server: ModelServer, tmp_path: Path):
    bot = bot_at(server, account=CostAccount(tmp_path / "books", cap=0.0001))
    play(bot)
    assert server.requests == []


def test_a_cap_needs_a_price(server: ModelServer, tmp_path: Path):
    account = CostAccount(tmp_path / "books", cap=1.0)
    with pytest.raises(UsageError, match="--max-cost needs the price of some-model: input_price="):
        bot_at(server, model="openai/some-model", account=account)
    bot = bot_at(server, model="openai/some-model", more=",input_price=1,output_price=2", account=account)
    play(bot)
    assert (bot.ledger[0].cost or 0) > 0
    unknown = bot_at(server, model="openai/some-model", account=CostAccount(tmp_path / "uncapped"))
    play(unknown)
    assert unknown.ledger[0].cost is None


def test_a_table_with_people_waits_for_a_model_in_a_thread(server: ModelServer, monkeypatch: pytest.MonkeyPatch):
    threads: set[str] = set()
    whole = LanguageModelBot.decide

    def watched(self: LanguageModelBot, decision: Any) -> int:
        threads.add(current_thread().name)
        return whole(self, decision)

    monkeypatch.setattr(LanguageModelBot, "decide", watched)
    game = find_game("coup")
    entrants = load_bots(game, [f"llm:haiku:url={server.url}", "random"], BUILT_IN)
    match = PeopleMatch(game, game.settings(), entrants, 1).play()
    assert match.over
    assert threads == {"bot"}
    assert any(step.note.startswith("Among ") for step in match.steps)


def test_more_can_be_said_to_the_model(server: ModelServer):
    Path("mine.txt").write_text("Bluff a lot.\n", encoding="utf-8")
    play(bot_at(server, more=",system=@mine.txt,rules=full,temperature=0.9,max_tokens=300", model="openai/m"))
    system = server.requests[0]["messages"][0]["content"]
    assert system.endswith("Bluff a lot.")
    assert find_game("coup").rules_text.strip() in system
    assert (server.requests[0]["temperature"], server.requests[0]["max_tokens"]) == (0.9, 300)


def test_models_that_take_no_temperature_are_sent_none(server: ModelServer):
    play(bot_at(server))
    assert "temperature" not in server.requests[0]
    assert json.loads(json.dumps(server.requests[0]))["thinking"] == {"type": "disabled"}


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("401", "anthropic rejected the key (status 401: "),
        ("404", "anthropic has no model 'claude-haiku"),
    ],
)
def test_a_wrong_key_or_model_ends_the_run_with_a_sentence(act: str, sentence: str, server: ModelServer):
    server.script = [act] * 20
    with pytest.raises(UsageError) as caught:
        croupier.run("coup", [f"llm:haiku:url={server.url}", "random"], n=4, seed=1)
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)
    assert len(server.requests) == 1


def test_at_a_table_with_people_the_match_goes_on(server: ModelServer):
    server.script = ["401"] * 200
    found = find_game("coup")
    match = Match(found, found.settings(), ["model", "other"], 1)
    referee = Referee(match)
    referee.ends_runs = False
    run_bots(match, [bot_at(server), RandomBot()], referee=referee)
    assert match.over
    assert {kind for _, kind in faults_in(match)} == {"Harness"}
    assert referee.faults == [0, 0]


def test_a_broken_answer_is_no_fault_of_the_player(server: ModelServer):
    server.script = ["html", "", "broken", "dropped", "", "empty"]
    match = play(bot_at(server))
    assert faults_in(match) == ()
