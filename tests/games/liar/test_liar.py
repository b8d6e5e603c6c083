"""Liar: its rules by number, and who is sent what."""

from collections import Counter
from collections.abc import Callable

import liar
import pytest
from frames.positions import legal_moves
from games.liar.table import HANDS, TABLES, dealt, happened, play, random_games
from liar import GAME, codes

from croupier.kernel.bits import bit
from croupier.kernel.cards import Card
from croupier.kernel.errors import UsageError
from croupier.kernel.event_bits import PUBLIC, actor_of, b_of, kind_of, knows_of, sees_of
from croupier.match.match import Match

# The match.


def test_1_2_a_deal_depends_on_seed_and_number_only():
    def second_deal(choose: Callable[[list[int]], int], *expelled: int) -> list[int]:
        state = dealt(*HANDS, lives=9)
        for seat in expelled:
            state.expel(seat)
        while state.deal == 0:
            state.apply(choose(legal_moves(state)))
        return state.cards[: 2 * codes.HAND]

    assert second_deal(lambda moves: moves[0]) == second_deal(lambda moves: moves[-1], 2, 3)


def test_1_2_who_is_out_is_not_dealt_to():
    state = dealt(*HANDS)
    state.expel(2)
    while state.deal == 0:
        state.apply(legal_moves(state)[0])
    assert state.phase == [codes.HELD] * 6 + [codes.NONE] * 3 + [codes.HELD] * 3
    assert not any(text.startswith("p2 is dealt") for text in happened(state))


def test_1_3_each_deal_begins_one_seat_further():
    state = dealt(*HANDS[:3])
    assert state.to_act == 0
    while state.deal == 0:
        state.apply(legal_moves(state)[0])
    assert state.to_act == 1


def test_2_1_the_safe_move_is_the_truth_and_any_rank_may_be_claimed():
    state = dealt(*HANDS)
    moves = [str(GAME.moves[move]) for move in legal_moves(state)]
    assert moves[0] == "claim 0 10"
    assert {f"claim {p} {r}" for p in range(3) for r in ("10", "J", "Q", "K")} <= set(moves)


# Challenges.


def test_3_1_every_other_seat_answers_in_turn_order():
    state = dealt(*HANDS)
    play(state, "claim 0 10")
    assert (state.question, state.to_act, state.sealed) == (codes.Q_ANSWER, 1, 0b1110)
    play(state, "challenge 0")
    assert (state.to_act, state.sealed) == (2, 0b1100)
    play(state, "trust")
    assert (state.to_act, state.sealed) == (3, 0b1000)
    play(state, "trust")
    assert (state.question, state.to_act, state.sealed) == (codes.Q_TURN, 1, 0)


def test_3_2_only_with_a_card_of_that_rank():
    state = dealt(*HANDS)
    play(state, "claim 0 J")
    assert state.sealed == 0b1110
    assert [str(GAME.moves[move]) for move in legal_moves(state)] == ["trust", "challenge 1"]


@pytest.mark.parametrize(("rank", "points"), [("10", 1), ("J", 2), ("Q", 3), ("K", 4)])
def test_3_3_a_trusted_claim_scores_and_stays_hidden(rank: str, points: int):
    state = dealt(*HANDS)
    play(state, f"claim 0 {rank}")
    while state.question == codes.Q_ANSWER:
        play(state, "trust")
    assert state.points == [points, 0, 0, 0]
    assert state.knows[0] == bit(0)
    assert happened(state) == ["p3 trusts" if rank != "K" else "p1 trusts", "p0 is believed"]


@pytest.mark.parametrize(
    ("claim", "lives", "points"), [("claim 0 10", [2, 1, 2, 2], 1), ("claim 1 10", [1, 2, 2, 2], 0)]
)
def test_3_4_a_challenge_costs_the_liar_or_the_challenger_a_life(claim: str, lives: list[int], points: int):
    state = dealt(*HANDS)
    play(state, claim, "challenge 0", "trust", "trust")
    assert state.lives == lives
    assert state.points[0] == points
    assert state.phase[3] == codes.HELD
    assert state.knows[3] == state.all_eyes


def test_3_4_each_challenger_is_drawn_equally_often():
    drawn: Counter[int] = Counter()
    for seed in range(3000):
        state = dealt(*HANDS, seed=seed)
        play(state, "claim 1 10", "challenge 0", "challenge 0", "challenge 0")
        drawn[next(actor_of(e) for e in state.events if kind_of(e) == codes.E_CHALLENGED)] += 1
    assert set(drawn) == {1, 2, 3}
    assert all(abs(n - 1000) < 5 * 26 for n in drawn.values())


def test_3_5_a_pass_by_itself_leaves_the_same_events_as_one_that_was_asked():
    able = dealt("Qc 10c Kc", "10d Jd Kd", "10h Jh Qh")
    unable = dealt("Qc 10c Kc", "10d Jd Kd", "10h Jh Js")  # seat 2 has no Queen
    for state, asked in ((able, True), (unable, False)):
        play(state, "claim 0 Q")
        assert (state.question == codes.Q_ANSWER) == asked
    play(able, "trust")
    # Seats 0 and 1 were sent the same; seat 2 too, but for the card it was dealt.
    assert [able.seen[s] for s in (0, 1)] == [unable.seen[s] for s in (0, 1)]
    assert [able.snapshot(s) for s in (0, 1, PUBLIC)] == [unable.snapshot(s) for s in (0, 1, PUBLIC)]
    assert happened(able, 2) == ["p2 trusts", "p0 is believed"]
    assert happened(unable, 2) == ["p0 plays card 0 and says: Q", "p2 trusts", "p0 is believed"]


# Swaps.


def test_4_1_a_swap_is_possible_once_in_a_deal():
    state = dealt(*HANDS[:3])
    play(state, "swap 0 2 1")
    assert state.cards[0] == Card("Jh").index - 36
    assert state.cards[7] == Card("10c").index - 36
    for _ in range(2):
        play(state, str(GAME.moves[legal_moves(state)[0]]))
        while state.question == codes.Q_ANSWER:
            play(state, "trust")
    assert state.to_act == 0
    assert all(move < codes.M_SWAP for move in legal_moves(state))
    while (state.deal, state.to_act, state.question) != (1, 0, codes.Q_TURN):
        state.apply(legal_moves(state)[0])
    assert any(move >= codes.M_SWAP for move in legal_moves(state))


def test_4_2_only_the_two_see_the_cards():
    state = dealt(*HANDS)
    play(state, "swap 0 2 1")
    told = {seat: happened(state, seat) for seat in (0, 1, 2, 3, PUBLIC)}
    assert told[0] == told[2] == ["p0 swaps with p2: 10♣ for J♥"]
    assert told[1] == told[3] == told[PUBLIC] == ["p0 swaps with p2"]


def test_4_3_knowledge_travels_with_the_card():
    state = dealt(*HANDS)
    play(state, "swap 0 1 1", "swap 1 2 0")  # 10c goes from seat 0 to 1 to 2, and all three know it
    place = 2 * codes.HAND
    assert state.cards[place] == Card("10c").index - 36
    assert state.knows[place] == 0b0111
    assert [state.snapshot(s)[-12 + place] for s in range(4)] == [0, 0, 0, -1]


# The end.


def test_5_1_a_seat_without_lives_is_out_and_play_goes_on():
    state = dealt(*HANDS[:3], lives=1)
    told = play(state, "claim 1 10", "challenge 0", "trust")
    assert told[-2:] == ["p0 loses a life and has 0 left", "p0 is out"]
    assert state.lives == [0, 1, 1]
    play(state, "claim 0 10")
    assert state.sealed == 0b100


@pytest.mark.parametrize(
    ("seat", "moves", "to_act", "question"),
    [
        (0, [], 1, codes.Q_TURN),  # the one whose turn it is
        (2, [], 0, codes.Q_TURN),  # somebody else
        (0, ["claim 1 10", "challenge 0"], 1, codes.Q_TURN),  # the claimer
        (1, ["claim 1 10"], 2, codes.Q_ANSWER),  # the one who is asked
        (3, ["claim 1 10"], 1, codes.Q_ANSWER),  # one who will be asked
        (1, ["claim 1 10", "challenge 0"], 2, codes.Q_ANSWER),  # one who has answered
        (3, ["claim 1 10", "trust", "trust"], 1, codes.Q_TURN),  # the last one who owes an answer
    ],
)
def test_5_2_an_expelled_seat_leaves_no_gap(seat: int, moves: list[str], to_act: int, question: int):
    state = dealt(*HANDS)
    play(state, *moves)
    state.expel(seat)
    assert happened(state)[0] == f"p{seat} is expelled"
    assert (state.to_act, state.question) == (to_act, question)
    assert not (state.sealed >> seat) & 1
    assert (state.sealed != 0) == (question == codes.Q_ANSWER)
    while state.to_act >= 0:
        assert state.to_act != seat
        state.apply(legal_moves(state)[0])
    assert state.place(seat) == 4


def test_5_2_the_challenge_of_an_expelled_seat_counts_for_nothing():
    state = dealt(*HANDS)
    play(state, "claim 1 10", "challenge 0")
    state.expel(1)
    assert play(state, "trust", "trust") == ["p3 trusts", "p0 is believed"]


def test_5_3_the_match_ends_with_the_last_deal_or_the_last_side():
    state = dealt(*HANDS[:3], deals=1)
    while state.to_act >= 0:
        state.apply(legal_moves(state)[0])
    assert GAME.endings[state.ending] == "all deals were played"
    state = dealt(*HANDS, teams=True)
    state.expel(1)
    assert state.to_act == 0
    state.expel(3)
    assert (state.to_act, GAME.endings[state.ending]) == (-1, "one side is left")
    assert [state.place(s) for s in range(4)] == [1, 2, 1, 2]
    assert [state.reward(s) for s in range(4)] == [1000, 0, 1000, 0]


@pytest.mark.parametrize(
    ("teams", "lives", "points", "places", "rewards"),
    [
        (False, [1, 1, 1, 1], [3, 3, 1, 5], [2, 2, 4, 1], [500, 500, 0, 1000]),
        (False, [1, 0, 1, 0], [0, 9, 2, 9], [2, 3, 1, 3], [666, 166, 1000, 166]),
        (True, [1, 1, 1, 1], [3, 4, 1, 5], [2, 1, 2, 1], [0, 1000, 0, 1000]),
        (True, [0, 1, 1, 0], [3, 2, 1, 2], [1, 1, 1, 1], [500, 500, 500, 500]),
    ],
)
def test_5_4_places(teams: bool, lives: list[int], points: list[int], places: list[int], rewards: list[int]):
    state = dealt(*HANDS, teams=teams)
    state.lives, state.points = lives, points
    assert [state.place(s) for s in range(4)] == places
    assert [state.reward(s) for s in range(4)] == rewards


@pytest.mark.parametrize("wrong", [{"deals": 0}, {"deals": 21}, {"lives": 0}, {"teams": "maybe"}, {"cards": 3}])
def test_6_settings_are_checked(wrong: dict[str, object]):
    with pytest.raises(UsageError, match="liar: "):
        GAME.settings(wrong)


def test_6_teams_need_four():
    with pytest.raises(UsageError, match="needs 4 players"):
        GAME.new_state(GAME.settings({"teams": "true"}), 3)
    assert GAME.teams(GAME.settings({"teams": "true"}), 4) == (0, 1, 0, 1)
    assert GAME.teams(GAME.settings(), 4) == (0, 1, 2, 3)


# Who is sent what.


@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_7_redaction(seats: int, teams: bool):
    everyone = (1 << seats) - 1
    kinds: set[int] = set()
    for state, _ in random_games(60, seats, teams):
        for event in [state.events[i] for i in range(state.n_events)]:
            kind, own = kind_of(event), 1 << actor_of(event)
            kinds.add(kind)
            sent = own if kind == codes.E_ANSWERED else everyone
            secret = {
                codes.E_DEALT: own,
                codes.E_ANSWERED: own,
                codes.E_SWAPPED: own | (1 << b_of(event)),
            }.get(kind, 0)
            assert (sees_of(event), knows_of(event)) == (sent, secret)
    assert kinds == set(range(1, codes.E_ENDED + 1))


def test_7_the_table_in_the_rules_names_every_event_and_field():
    table = GAME.rules_text.partition("## 7. Events")[2]
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in table.splitlines() if line.startswith("| ")]
    classes = {kind.__name__: list(kind.__struct_fields__) for kind in GAME.event_types.__args__}
    assert {name: fields.split(", ") for name, fields in rows[1:]} == classes


# The face.


def test_every_move_has_its_own_notation():
    assert len({str(move) for move in GAME.moves}) == GAME.move_count


def test_bots_play_by_the_friendly_methods():
    match = Match(GAME, GAME.settings(), ["a", "b", "c"], 7)
    bots = [liar.Honest() for _ in range(3)]
    told: list[str] = []
    while not match.over:
        decision = match.ask()
        assert decision is not None
        match.play(decision.index_of(bots[decision.seat].decide(decision)))
        told += [event.text(match.table.names) for event in match.happened()]
    assert not any("loses a life" in text for text in told)
    assert match.result().ending == "all deals were played"


def test_a_view_reads_well():
    state = dealt(*HANDS[:3])
    play(state, "swap 0 1 0", "claim 0 K")
    match = Match(GAME, GAME.settings(), ["Ann", "Bob", "Cat"], 1)
    view = liar.LiarView(match.table, 0, state.snapshot(0))
    assert view.text().splitlines() == [
        "deal 1",
        "Ann: 2 lives, 0 points: 10d(held) Qc(held) Kc(held)",
        "Bob: 2 lives, 0 points: 10c(played) ?(held) ?(held)",
        "Cat: 2 lives, 0 points: ?(held) ?(held) ?(held)",
        "Bob says: K",
    ]
    assert view.claimed_card == Card("10c")
    assert view.places(1)[0].known_to == (0, 1)
