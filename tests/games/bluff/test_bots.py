"""The friendly base class, the personalities, what they remember, and the statistics."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from games.bluff.play import dealt, do, view

import croupier
from croupier.ai.learned.bot import LearnedBot
from croupier.ai.registry import BUILT_IN
from croupier.ai.search.bots import ExpertBot
from croupier.arena.results.match_stats import game_figures, game_remarks
from croupier.arena.results.totals import Totals
from croupier.games.bluff import GAME, BluffBot, BluffView, OpponentModel, Personality, PsychBot, Rank, statistics
from croupier.games.bluff.bots import LEVELS, LevelBot
from croupier.games.bluff.core.heuristic import UNIT
from croupier.games.bluff.events import Claimed, Laid
from croupier.games.bluff.personality import INSANE, MEDIUM, NOOB, PERSONALITIES, read_personalities
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots

CONFIG = Path(__file__).parents[3] / "configs" / "bluff.toml"


class Greedy(BluffBot):
    """Lays as much as it may and never doubts."""

    def claim(self, view: BluffView) -> tuple[list[Rank], Rank]:
        ranks = [rank for rank, count in view.hand.items() for _ in range(count)]
        return ranks[: view.settings.max_cards], view.claimable[-1]

    def challenge(self, view: BluffView) -> bool:
        return False


@pytest.mark.parametrize("order", ["ascending", "free", "same-or-adjacent"])
@pytest.mark.parametrize("mode", ["classic", "chaos"])
def test_a_plan_is_carried_out_question_by_question(order: str, mode: str) -> None:
    settings = GAME.settings({"claim_order": order, "mode": mode})
    match = Match(GAME, settings, ("a", "b"), 1)
    run_bots(match, [Greedy(), Greedy()])
    assert match.result().ending == "a hand was emptied"
    assert not any(step.faults for step in match.steps)


@pytest.mark.parametrize(("name", "numbers"), [
    ("noob", (0.15, 0.20, 3, 1, 1)), ("easy", (0.25, 0.25, 5, 2, 1)), ("medium", (0.35, 0.30, 8, 2, 2)),
    ("hard", (0.45, 0.38, 11, 3, 2)), ("insane", (0.55, 0.45, 15, 4, 3)),
])  # fmt: skip
def test_the_styles_have_their_numbers(name: str, numbers: tuple[float, ...]) -> None:
    style = PERSONALITIES[name]
    assert numbers == (
        style.bluff_frequency,
        style.challenge_frequency,
        style.suspicion_memory,
        style.num_bots,
        style.num_decks,
    )


def made(spec: str) -> Bot:
    return load_bots(GAME, [spec], BUILT_IN)[0].make()


@pytest.mark.parametrize(("spec", "numbers"), [
    ("psych:insane", (0.55, 0.45, 15)),
    ("psych", (0.35, 0.30, 8)),
    ("psych:bluff=0.25,challenge=0.7,memory=20", (0.25, 0.7, 20)),
    ("psych:noob,memory=9", (0.15, 0.20, 9)),
    (f"psych:{CONFIG},name=paranoid", (0.25, 0.70, 20)),
])  # fmt: skip
def test_personalities_on_the_command_line(spec: str, numbers: tuple[float, ...]) -> None:
    bot = made(spec)
    assert isinstance(bot, PsychBot)
    person = bot.personality
    assert (person.bluff_frequency, person.challenge_frequency, person.suspicion_memory) == numbers


@pytest.mark.parametrize(("spec", "reason"), [
    ("psych:nobody", "no style 'nobody'"),
    ("psych:missing.toml", "no file missing.toml"),
    (f"psych:{CONFIG}", "choose one with name="),
    ("psych:bluff=2", "psych:bluff=2: bluff_frequency must be 0 to 1, not 2.0"),
    ("psych:memory=0", "suspicion_memory must be 1 to 1000, not 0"),
    ("psych:bluff=often", "the option bluff must be float, not 'often'"),
    ("psych:memory=2.5", "the option memory must be int, not '2.5'"),
    ("psych:hard,name=bob", "name=bob chooses a personality from a TOML file, but 'hard' is not one"),
    ("psych:hard,mood=1", "no option 'mood'"),
    ("hard:fast", "takes no options"),
])  # fmt: skip
def test_what_is_wrong_is_said(spec: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        made(spec)


def test_a_toml_file_holds_personalities(tmp_path: Path) -> None:
    assert set(read_personalities(CONFIG)) == {"paranoid", "saint"}
    file = tmp_path / "one.toml"
    file.write_text("[odd]\nbluff_frequency = 0.5\nchallenge_frequency = 0.1\nsuspicion_memory = 2\n")
    assert read_personalities(file) == {"odd": Personality("odd", 0.5, 0.1, 2)}
    file.write_text("[odd]\nbluff_frequency = 7\nchallenge_frequency = 0.1\nsuspicion_memory = 2\n")
    with pytest.raises(UsageError, match="must be 0 to 1"):
        read_personalities(file)
    file.write_text("bluff_frequency = 0.5\n")
    with pytest.raises(UsageError, match=r"a table such as \[bold\], and 'bluff_frequency' is outside of one"):
        read_personalities(file)


def test_a_personality_of_your_own_is_one_line_of_python() -> None:
    report = croupier.run("bluff", [lambda: PsychBot(Personality("Paranoid", 0.25, 0.70, 20)), "medium"], n=2, seed=1)
    assert not any(record.faults for record in report.standings.records)


def test_the_ready_table_of_a_personality_can_be_played() -> None:
    for name, style in PERSONALITIES.items():
        bots = [f"psych:{name}*{style.num_bots}", "honest"]
        match = croupier.play("bluff", bots, seed=1, settings={"decks": style.num_decks, "max_turns": 5})
        assert match.table.seats == style.num_bots + 1


def test_an_opponent_model_forgets() -> None:
    model = OpponentModel("Ann", memory=3)
    assert model.get_trust_score() == 0.5
    model.update_claim(Rank.ACE, False)
    assert model.get_trust_score() == 0
    assert model.is_suspicious(Rank.KING)
    for _ in range(3):
        model.update_claim(Rank.TWO, True)
    assert model.get_trust_score() == 1
    assert model.is_suspicious(Rank.ACE)
    assert not model.is_suspicious(Rank.KING)
    for _ in range(5):
        model.update_claim(Rank.NINE, False)
    assert not model.is_suspicious(Rank.ACE) or model.get_trust_score() < 0.3


def test_an_opponent_model_as_the_original_had_it() -> None:
    model = OpponentModel("Ann")
    for truthful in [True] * 7 + [False] * 5:
        model.update_claim(rank=Rank.ACE, was_truthful=truthful)
    assert model.name == "Ann"
    assert model.recent_claims == ((Rank.ACE, True),) * 5 + ((Rank.ACE, False),) * 5
    assert model.get_trust_score() == 0.5
    assert model.lie_history == [Rank.ACE] * 5
    assert model.is_suspicious(claimed_rank=Rank.ACE)


def test_a_bot_remembers_who_challenged_and_was_right() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9", max_turns=5)
    bot = seated(PsychBot(NOOB), match, 2)
    do(match, "lay 2", "challenge", "trust")  # a lie
    while (decision := match.ask()) is not None and decision.seat != 2:
        match.play(0)
    assert decision is not None
    bot.decide(decision)
    assert [(model.name, model.challenge_history) for model in bot.models] == [
        ("Ann", []),
        ("Bob", [True]),
        ("Cid", []),
    ]


def seated(bot: PsychBot, match: Match, seat: int) -> PsychBot:
    bot.sit(match.table, seat, 1)
    return bot


@pytest.mark.parametrize("style", ["noob", "easy", "medium", "hard"])
def test_who_has_the_rank_mostly_tells_the_truth(style: str) -> None:
    """The original's own test, at a pile of five cards."""
    match = dealt("A 6 7 8", "2 2 3 3", "5 5 9 9")
    do(match, *["lay A", "trust", "trust", "lay 2", "trust", "trust", "lay 5", "trust", "trust"])
    do(match, "lay 8", "trust", "trust", "lay 3", "trust", "trust")
    assert view(match).pile_size == 5
    bot = seated(PsychBot(PERSONALITIES[style]), match, 0)
    truths = 0
    for question in range(1000):
        bot.face(question)
        truths += not bot.should_lie(view(match, 0), Rank.SIX)
    assert truths > 700


def test_the_formula_of_suspicion() -> None:
    match = dealt("2 3 4", "A A 5", "7 8 9")
    do(match, "lay 2")
    bot = seated(PsychBot(NOOB), match, 1)
    assert bot.suspicion(view(match, 1)) == pytest.approx(0.20 + 2 * 0.15 + 0.5 * 0.3)
    bot.models[0].update_claim(Rank.ACE, False)
    assert bot.suspicion(view(match, 1)) == pytest.approx(0.20 + 2 * 0.15 + 0.5 * 0.3 + 0.2)


def test_a_certain_lie_is_always_challenged() -> None:
    match = dealt("2 3 4 5", "A A A A", "7 8 9 9")
    do(match, "lay 2")
    for style in PERSONALITIES.values():
        bot = seated(PsychBot(style), match, 1)
        assert all((bot.face(question), bot.challenge(view(match, 1)))[1] for question in range(50))


def test_a_level_counts_cards() -> None:
    match = dealt("2 3 4 5", "A A A A", "7 8 9 9")
    do(match, "lay 2")
    bot = seated(LevelBot(INSANE, 1.0), match, 1)
    assert isinstance(bot, LevelBot)
    assert bot.chance_of_lie(view(match, 1)) == 1
    other = seated(LevelBot(INSANE, 1.0), match, 2)
    assert isinstance(other, LevelBot)
    assert 0 < other.chance_of_lie(view(match, 2)) < 1


def test_levels_and_styles_are_two_things() -> None:
    assert list(LEVELS) == ["noob", "easy", "medium"]
    for place in (1, 2):
        weights = [level[place] for level in LEVELS.values()]
        assert weights == sorted(weights)
    assert type(made("medium")) is LevelBot
    assert type(made("psych:hard")) is PsychBot
    assert LEVELS["medium"][0] == MEDIUM


def test_the_upper_levels_play_by_what_was_learned() -> None:
    assert type(made("hard")) is LearnedBot
    assert type(made("insane")) is ExpertBot


@pytest.mark.parametrize("settings", [
    {"mode": "truth"}, {"mode": "chaos", "decks": 2}, {"mode": "team"}, {"claim_order": "free", "rounds": 2},
    {"claim_order": "same-or-adjacent", "deck": "faces"}, {"last_claim": "immediate", "hand_size": 5},
])  # fmt: skip
def test_the_built_in_bots_play_everything_without_a_fault(settings: dict[str, object]) -> None:
    settings = {"max_turns": 15, **settings}
    bots = ["medium", "psych:easy", "honest", "trusting"]
    match = croupier.play("bluff", bots, seed=3, settings=settings)
    assert match.over
    assert not any(step.faults for step in match.steps)


def test_the_statistics_of_a_match() -> None:
    match = dealt("A 2 3", "4 5 6", "7 8 9", max_turns=2)
    do(match, "lay A", "challenge", "trust")  # true: Bob takes one card
    do(match, "lay 3", "trust", "trust")  # a lie that stands
    do(match, "lay 4", "challenge", "trust")  # a lie that is caught: Bob takes two
    do(match, "lay 7", "trust", "trust")
    do(match, "lay 2", "trust", "trust")  # Ann's last card, a lie
    assert match.over
    events = [event for step in range(len(match.steps) + 1) for event in match.happened(step=step)]
    ann, bob, cid = statistics(events, match.result())
    assert (ann.games_won, bob.games_won, cid.games_won) == (1, 0, 0)
    assert (ann.total_claims, ann.bluff_claims, ann.successful_bluffs, ann.falsely_accused) == (3, 2, 2, 1)
    assert (bob.challenges_made, bob.failed_challenges, bob.caught_lying, bob.cards_collected) == (1, 1, 1, 3)
    assert (cid.challenges_made, cid.challenge_accuracy) == (1, 1.0)
    assert ann.bluff_rate == ann.bluff_claims / ann.total_claims


def test_statistics_add_up_over_many_matches() -> None:
    for seed in range(5):
        match = croupier.play("bluff", ["medium", "psych:noob", "easy"], seed=seed, settings={"max_turns": 20})
        events = [event for step in range(len(match.steps) + 1) for event in match.happened(step=step)]
        players = statistics(events, match.result())
        for seat, player in enumerate(players):
            record = view(match, seat).record(seat)
            assert player.total_claims == record.claims == player.truthful_claims + player.bluff_claims
            assert player.times_challenged == record.challenged == player.caught_lying + player.falsely_accused
            assert player.bluff_claims == player.caught_lying + player.successful_bluffs
            assert player.challenges_made == record.challenges
            assert player.cards_collected == record.collected
            assert player.bluff_claims == view(match, seat).my_bluffs


def test_reports_tell_the_analysis() -> None:
    bots = ["medium", "psych:insane", "noob"]
    totals = Totals(3)
    assert game_figures(GAME, totals.counts()) == []
    for result in croupier.run_batch("bluff", bots, n=3, seed=1, settings={"max_turns": 20}):
        totals.add(result.played)
    counts = totals.counts()
    assert [own["games_played"] for own in counts] == [3, 3, 3]
    for row in game_figures(GAME, counts):
        assert list(row) == [
            "games played", "games won",
            "total claims", "truthful claims", "bluff claims", "successful bluffs",
            "times challenged", "caught lying", "falsely accused",
            "challenges made", "successful challenges", "failed challenges",
            "cards collected", "bluff rate", "bluff success", "challenge accuracy",
        ]  # fmt: skip
    remarks = game_remarks(GAME, ("a", "b", "c"), counts)
    assert [remark.partition(":")[0] for remark in remarks] == ["Most deceptive player", "Best detective"]


@pytest.mark.parametrize("name", ["heuristic", "medium", "easy", "noob", "psych:insane"])
def test_several_cards_are_lied_with_where_several_may_be_laid(name: str) -> None:
    sizes: set[int] = set()
    for seed in range(6):
        match = croupier.play("bluff", [name] * 4, seed=seed, settings={"mode": "chaos", "max_turns": 10})
        laid: list[Rank | None] = []
        for event in match.course():
            if isinstance(event, Laid):
                laid.append(event.rank)
            elif isinstance(event, Claimed):
                if any(rank is not event.rank for rank in laid):
                    sizes.add(len(laid))
                laid = []
    assert {1, 2} <= sizes


def test_a_claim_is_judged_by_how_many_cards_it_names() -> None:
    """Liars seldom lay two cards, so such a claim is true more often than the cards alone say."""
    match = dealt("2 3 A A 5 6", "A 7 8 9 10 J", "Q K 4 4 5 5", mode="chaos")
    do(match, "lay A", "lay A", "stop")
    state: Any = match.state
    assert 0 < state.chance_of_lie(1) < UNIT - state.chance_of_truth(1)
    bot = seated(LevelBot(INSANE, 1.0), match, 1)
    assert isinstance(bot, LevelBot)
    assert bot.chance_of_lie(view(match, 1)) == pytest.approx(state.chance_of_lie(1) / UNIT)


def test_a_certain_lie_of_several_cards_is_certain() -> None:
    match = dealt("2 3 4 5", "A A A 7", "9 9 10 10", mode="chaos")
    do(match, "lay 2", "lay 3", "stop")
    state: Any = match.state
    assert state.chance_of_lie(1) == UNIT


NAMES = list(LEVELS)


@pytest.mark.parametrize(
    ("upper", "lower", "seats", "matches"),
    [
        *((upper, lower, 2, 600) for lower, upper in pairwise(NAMES)),
        *((upper, lower, 4, 120) for lower, upper in zip(NAMES, NAMES[2:], strict=False)),
    ],
)
def test_a_higher_level_wins_more_in_chaos(upper: str, lower: str, seats: int, matches: int) -> None:
    """With two players nearly every lie is certain: only who counts cards seldom misses some."""
    won = 0.0
    results = croupier.run_batch("bluff", [upper, lower], matches, 5, {"mode": "chaos"}, seats=seats)
    for result in results:
        winners = [name for name, place in zip(result.names, result.places, strict=True) if place == 1]
        won += sum(name.startswith(upper) for name in winners) / len(winners)
    assert won / len(results) > 0.54
