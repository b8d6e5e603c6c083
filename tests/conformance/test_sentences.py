"""Sentences of every game: the tests of the package, at our tables."""

from croupier.conformance.test_sentences import *


def test_the_open_table_of_coup_names_every_card() -> None:
    match = played("coup", 3)
    assert "?" not in match.view(DEALER).text()
    assert match.view(0).text().count("?") == 6
    assert match.view(PUBLIC).text().count("?") == 8
