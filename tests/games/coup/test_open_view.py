"""The table with all cards open, in words."""

from croupier.games import GAMES
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.match.match import Match


def test_the_open_table_names_every_card() -> None:
    game = GAMES["coup"]
    match = Match(game, game.settings(), ("Ann", "Bob", "Cid"), 3)
    assert "?" not in match.view(DEALER).text()
    assert match.view(0).text().count("?") == 4
    assert match.view(PUBLIC).text().count("?") == 6
