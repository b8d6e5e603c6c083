"""Training: gradients are right, lessons credit the right seat, and a short training already beats random play."""

import signal

import numpy as np
import pytest

from croupier.ai.learned.inputs import entry_names
from croupier.ai.learned.weights import OpenPolicy, load_policy, policy_for
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.rl.train import rollout
from croupier.rl.train.network import PolicyNetwork
from croupier.rl.train.opponents import bot_rival
from croupier.rl.train.quantise import quantise, take_over
from croupier.rl.train.rollout import SELF, Tables
from croupier.rl.train.trainer import Recipe, Trainer, checkpoint_of, train

COUP = find_game("coup")
BELOTE = find_game("belote")


def coup_tables(seats=3, tables=16):
    settings = COUP.settings()
    names = entry_names(COUP, [(settings, seats)])
    return Tables(COUP, settings, seats, names, tables), names


def small_network(tables, names, rng):
    parts = int(tables.parts.max())
    return PolicyNetwork.fresh(len(names), parts, tables.n_sides, (12, 10), rng)


def test_gradients_are_those_of_finite_differences():
    rng = np.random.default_rng(3)
    tables, names = coup_tables()
    network = small_network(tables, names, rng)
    network.weights = {name: array.astype(np.float64) for name, array in network.weights.items()}
    batch, _ = tables.batch(np.ones(16, np.bool_))
    pull = rng.standard_normal(len(batch.parts))
    push = rng.standard_normal((16, tables.n_sides))

    def loss():
        found = network.forward(batch, tables.n_sides)
        return float((np.log(found.probabilities) * pull).sum() + (np.log(found.wins) * push).sum())

    found = network.forward(batch, tables.n_sides)
    at = batch.decisions
    d_logits = pull - found.probabilities * np.add.reduceat(pull, batch.starts[:-1])[at]
    d_wins = push - found.wins * push.sum(1, keepdims=True)
    gradients = network.backward(batch, found, d_logits, d_wins)
    for name, array in network.weights.items():
        place = np.unravel_index(np.abs(gradients[name]).argmax(), array.shape)
        kept = array[place]
        step = 1e-3
        array[place] = kept + step
        above = loss()
        array[place] = kept - step
        below = loss()
        array[place] = kept
        assert gradients[name][place] == pytest.approx((above - below) / (2 * step), rel=0.05), name


def test_every_move_belongs_to_the_seat_that_made_it():
    rng = np.random.default_rng(1)
    tables, names = coup_tables(seats=2, tables=8)
    lessons = rollout.play(tables, small_network(tables, names, rng), [], 300, rng)
    lessons.values[:] = 0
    advantages, known = lessons.advantages(1.0)
    # Without expectations and without decay every decision is worth what its seat got in the end.
    for table in range(8):
        for step in range(300):
            ends = lessons.done[step:, table].nonzero()[0]
            if known[step, table] and len(ends):
                outcome = lessons.outcomes[step + ends[0], table, lessons.seats[step, table]]
                assert advantages[step, table] == pytest.approx(outcome)


def test_partners_win_together():
    settings = BELOTE.settings()
    tables = Tables(BELOTE, settings, 4, entry_names(BELOTE, [(settings, 4)]), 1)
    assert rollout.outcomes(np.array([[1.0, -1.0, 1.0, -1.0]]), tables).tolist() == [[1, 0, 1, 0]]


def test_rivals_play_all_seats_but_one():
    tables, names = coup_tables(seats=3, tables=9)
    tables.rival[:] = 0
    asked_seats = set()

    def rival(tables, asked):
        asked_seats.update((table, int(tables.env.to_act[table])) for table in asked.nonzero()[0])
        return tables.env.sample()

    rng = np.random.default_rng(1)
    rollout.play(tables, small_network(tables, names, rng), [rival], 60, rng)
    assert {(table, int(tables.own_seat[table])) for table in range(9)}.isdisjoint(asked_seats)
    assert set(tables.own_seat.tolist()) == {0, 1, 2}


def test_a_short_training_beats_its_first_self_and_can_go_on(tmp_path):
    out = tmp_path / "coup.policy"
    variants = [(COUP.settings(), 2)]
    trainer = Trainer(COUP, variants, 1e9)
    trainer.spent = 5e8  # behind the imitation
    for _ in range(6):
        trainer.round()
    assert trainer.gauntlet(256)["first self"]["2 seats"] > 0.6
    trainer.seconds = 1e-9
    reports = []
    train(trainer, out, on_report=reports.append)
    again = Trainer(COUP, variants, 1e9)
    again.load_checkpoint(checkpoint_of(out))
    assert again.rounds == 6
    assert all((again.network.weights[name] == array).all() for name, array in trainer.network.weights.items())
    assert load_policy(out).game == "coup"


def test_a_policy_that_is_taken_over_plays_like_itself():
    """Weights that the policy lacks are 0; quantising again gives the same numbers."""
    policy = policy_for(COUP).policy
    trainer = Trainer(COUP, [(COUP.settings(), 2)], 60, start=policy)
    again = quantise(trainer.network, COUP, trainer.entries)
    kept = dict(zip(again.entries, _rows(again), strict=True))
    shift = again.shifts[0] - policy.shifts[0]
    for name, row in zip(policy.entries, _rows(policy), strict=True):
        if name in kept:
            assert np.abs(kept[name] - row * 2.0**shift).max() <= 1
    entries = ("not there", *trainer.entries)
    take_over(policy, trainer.network, COUP, entries)
    assert not trainer.network.weights["w1"][0].any()


def _rows(policy):
    return np.array(policy.numbers("w1")).reshape(-1, policy.hidden[0])


def test_a_checkpoint_of_other_tables_is_refused(tmp_path):
    Trainer(COUP, [(COUP.settings(), 2)], 60).save_checkpoint(tmp_path / "checkpoint.npz")
    with pytest.raises(UsageError, match="other seats or settings"):
        Trainer(COUP, [(COUP.settings(), 3)], 60).load_checkpoint(tmp_path / "checkpoint.npz")
    (tmp_path / "broken.npz").write_bytes(b"not a checkpoint")
    with pytest.raises(UsageError, match="not a checkpoint"):
        Trainer(COUP, [(COUP.settings(), 2)], 60).load_checkpoint(tmp_path / "broken.npz")


@pytest.mark.parametrize("name", ["cuttle", "kittens", "coup", "bluff", "belote"])
def test_whole_numbers_say_what_the_network_says(name):
    from librt.vecs import vec
    from mypy_extensions import i64

    game = find_game(name)
    settings, seats = game.settings(), max(2, game.seats[0])
    trainer = Trainer(game, [(settings, seats)], 1e9)
    trainer.round()
    tables = trainer._tables[0]
    evaluator = OpenPolicy(quantise(trainer.network, game, trainer.entries), game).evaluator(settings, seats)
    which = np.arange(tables.env.n_tables) < 20
    batch, moves = tables.batch(which)
    found = trainer.network.forward(batch, tables.n_sides)
    for table in range(20):
        state, seat = tables.env._tables.states[table], int(tables.env.to_act[table])
        legal = [int(move) for move in moves[batch.starts[table] : batch.starts[table + 1]]]
        evaluator.look(state, seat)
        total = evaluator.score(vec[i64](legal), len(legal))
        policy = [evaluator.weights[i] / total for i in range(len(legal))]
        expected = found.probabilities[batch.starts[table] : batch.starts[table + 1]]
        assert policy == pytest.approx(expected.tolist(), abs=0.02)
        evaluator.judge()
        wins = [evaluator.wins[side] / 1000 for side in range(tables.n_sides)]
        assert wins == pytest.approx(found.wins[table].tolist(), abs=0.02)
        evaluator.look_at_snapshot(state.snapshot(seat), seat)
        assert evaluator.score(vec[i64](legal), len(legal)) == total


def test_each_deal_of_belote_counts_by_itself_and_all_together_are_the_match():
    settings = BELOTE.settings()
    tables = Tables(BELOTE, settings, 4, entry_names(BELOTE, [(settings, 4)]), 4)
    rng = np.random.default_rng(4)
    network = PolicyNetwork.fresh(len(tables.rows), int(tables.parts.max()), 2, (8, 8), rng)
    lessons = rollout.play(tables, network, [], 1500, rng, by_chapter=True)
    deals = lessons.done.sum()
    assert deals > 2 * tables.env.matches > 0
    ended = lessons.outcomes[lessons.done]
    assert (ended[:, 0] + ended[:, 1]).tolist() == pytest.approx([1.0] * deals, abs=0.005)  # in thousandths
    assert (ended[:, 0] == ended[:, 2]).all()
    assert len(set(ended[:, 0].round(3))) > 5  # by points, and not by who wins


def test_a_magnet_holds_a_policy_back():
    moved = []
    for magnet in (0.0, 5.0):
        recipe = Recipe(magnet=magnet, entropy=0.0, tables=64)
        trainer = Trainer(COUP, [(COUP.settings(), 2)], 1e9, recipe=recipe)
        trainer.spent = 5e8
        trainer.round()  # the network becomes the magnet before its first lesson
        first = trainer._past[0]
        for _ in range(3):
            trainer.round()
        tables = Tables(COUP, COUP.settings(), 2, trainer.entries, 64)
        batch, _ = tables.batch(tables.env.n_legal > 1)
        before, after = (net.forward(batch, 2).probabilities for net in (first, trainer.network))
        moved.append(float(np.abs(before - after).mean()))
    assert moved[1] < 0.5 * moved[0]


def test_reports_leave_most_of_the_time_to_the_training(tmp_path, monkeypatch):
    now = [0.0]
    monkeypatch.setattr("croupier.rl.train.trainer.monotonic", lambda: now[0])
    trainer = Trainer(COUP, [(COUP.settings(), 2)], 10_000)

    def round_():
        now[0] += 10
        trainer.spent += 10

    def report(progress):
        now[0] += 300
        return "report"

    for name, fake in (("round", round_), ("report", report)):
        monkeypatch.setattr(trainer, name, fake)
    for name in ("save_checkpoint", "save_policy"):
        monkeypatch.setattr(trainer, name, lambda path: None)
    reports = []
    train(trainer, tmp_path / "coup.policy", on_report=reports.append)
    assert 2 <= len(reports) <= 6


def test_a_best_response_faces_one_bot_only_and_learns_to_beat_it(monkeypatch):
    monkeypatch.setattr("croupier.rl.train.trainer.AGAINST_TABLES", 64)
    monkeypatch.setattr("croupier.rl.train.trainer.GAUNTLET_TABLES", 64)
    trainer = Trainer(COUP, [(COUP.settings(), 2)], 1e9, against="random")
    trainer.spent = 5e8
    assert trainer.gauntlet(32).keys() == {"random"}
    for _ in range(8):
        trainer.round()
    assert all((tables.rival == 0).all() for tables in trainer._tables)
    assert trainer.gauntlet(192)["random"]["2 seats"] > 0.6


@pytest.mark.parametrize("spec", ["heuristic", "learned:temperature=-4", "ismcts:iterations=3", "expert:iterations=3"])
def test_bots_that_play_by_their_view_can_be_faced(spec):
    tables, _ = coup_tables(seats=3, tables=9)
    select = bot_rival(COUP, spec)
    for _ in range(12):
        tables.env.step(select(tables, np.ones(9, np.bool_)))  # illegal moves are refused


def test_a_bot_with_a_memory_cannot_be_faced(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from croupier.kernel.bot import Bot\n\n\nclass Mine(Bot):\n    def decide(self, decision):\n        return 0\n"
    )
    with pytest.raises(UsageError, match="remembers"):
        bot_rival(COUP, str(tmp_path / "mine.py"))


def test_self_is_no_rival():
    tables, _ = coup_tables()
    assert (tables.rival == SELF).all()
    assert tables.own().all()


def test_nobody_is_asked_who_has_one_move_only():
    kittens = find_game("kittens")
    settings = kittens.settings()
    names = entry_names(kittens, [(settings, 2)])
    tables = Tables(kittens, settings, 2, names, 8)
    tables.rival[4:] = 0
    forced = []

    def rival(tables, asked):
        forced.extend(tables.env.n_legal[asked] == 1)
        return tables.env.sample()

    rng = np.random.default_rng(1)
    lessons = rollout.play(tables, small_network(tables, names, rng), [rival], 60, rng)
    assert forced
    assert not any(forced)
    assert (lessons.learned.sum(1) < 8).any()
    for batch in lessons.batches:
        assert (np.diff(batch.starts) > 1).all()


def test_results_are_counted_from_the_side_that_decided():
    rng = np.random.default_rng(2)
    tables, names = coup_tables(seats=3, tables=4)
    lessons = rollout.play(tables, small_network(tables, names, rng), [], 200, rng)
    results, known = lessons.results()
    ends = lessons.done[:, 0].nonzero()[0]
    assert known[: ends[-1] + 1, 0].all()
    assert not known[ends[-1] + 1 :, 0].any()
    for step in range(ends[-1] + 1):
        outcome = lessons.outcomes[ends[ends >= step][0], 0]
        seat = lessons.seats[step, 0]
        assert results[step, 0].tolist() == [outcome[(seat + k) % 3] for k in range(3)]


def test_it_begins_with_the_moves_of_the_heuristic():
    trainer = Trainer(COUP, [(COUP.settings(), 2)], 1e9)
    agreed = []
    for _ in range(2):
        trainer.round()
    tables = Tables(COUP, COUP.settings(), 2, trainer.entries, 16)
    rng = np.random.default_rng(5)
    for network in (PolicyNetwork.fresh(len(trainer.entries), tables.parts.max(), 2, (8, 8), rng), trainer.network):
        lessons = rollout.play(tables, network, [], 60, rng, rollout.heuristic)
        agreed.append(float(np.exp(np.concatenate(lessons.log_before)).mean()))
    assert agreed[1] > agreed[0] + 0.1


def test_a_second_interrupt_does_not_lose_the_policy(tmp_path, monkeypatch):
    trainer = Trainer(COUP, [(COUP.settings(), 2)], 1e9)
    save = trainer.save_checkpoint

    def interrupted(path):
        signal.raise_signal(signal.SIGINT)
        save(path)

    def stopped():
        raise KeyboardInterrupt

    monkeypatch.setattr(trainer, "save_checkpoint", interrupted)
    monkeypatch.setattr(trainer, "round", stopped)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background begin with SIG_IGN
    try:
        with pytest.raises(KeyboardInterrupt):
            train(trainer, tmp_path / "coup.policy")
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert load_policy(tmp_path / "coup.policy").game == "coup"
