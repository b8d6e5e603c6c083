"""The page's types are those of the server's messages."""

import page_types


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert page_types.TARGET.read_text("utf-8") == page_types.page_types(), "python scripts/page_types.py writes them"


def test_a_field_that_may_be_left_out_is_optional() -> None:
    text = page_types.page_types()
    assert "  face_up?: boolean;" in text  # left out where it is true
    assert "  token?: string | null;" in text  # a spectator has none
    assert "  has_teams: boolean;" in text
    assert "  views?: View[];" in text  # for the dealer only
    assert "  events: GameEvent[];" in text


def test_a_pair_has_two_numbers_and_a_cell_may_be_empty() -> None:
    text = page_types.page_types()
    assert "  interval: [number, number];" in text
    assert "  ahead?: ([number, number, number, number] | null)[][];" in text
