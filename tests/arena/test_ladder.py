"""How far a ladder is from knowing everybody well."""

from croupier.arena.ladder import MAX_LADDER_MATCHES, MAX_SIGMA, Ladder
from croupier.arena.plan.run_plan import Plan


def ladder(*known: tuple[int, float]) -> Ladder:
    """Bots with so many matches and this deviation each."""
    plan = Plan(
        game="cuttle",
        rules_version=1,
        settings={},
        bots=(),
        names=(),
        seed="1",
        orders=(),
        blocks=0,
        kind="ladder",
        options={"bots": []},
    )
    made = Ladder(plan)
    for number, (matches, sigma) in enumerate(known):
        bot = made.enter(f"bot{number}", f"bot{number}.py")
        bot.matches, bot.sigma = matches, sigma
    return made


def test_nobody_knows_how_long_those_take_who_have_not_played():
    fresh = ladder((0, 25 / 3), (0, 25 / 3))
    assert fresh.matches_left(2) == MAX_LADDER_MATCHES


def test_who_is_known_well_or_played_enough_needs_no_more():
    assert ladder((30, MAX_SIGMA - 0.1), (MAX_LADDER_MATCHES, 5.0)).matches_left(2) == 0
    assert ladder((30, MAX_SIGMA - 0.1), (MAX_LADDER_MATCHES, 5.0)).next_table(2) is None


def test_what_is_known_grows_evenly_with_the_matches():
    # With 1 / 5**2 - 1 / (25 / 3)**2 = 0.0256 from 20 matches, 1 / 3**2 - 1 / 5**2 = 0.0711 takes 55.6 more.
    assert ladder((20, 5.0), (20, 5.0)).matches_left(2) == 56
    assert ladder((20, 5.0), (20, 5.0), (90, 2.0)).matches_left(3) == 37
    assert ladder((100, 5.0), (90, 2.0)).matches_left(2) == 10  # no more than it takes to have played enough
