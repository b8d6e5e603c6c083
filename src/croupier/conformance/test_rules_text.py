"""RULES.md of every game says what the code does: its numbers are those cited, its tables those of the code."""

import re
from collections import defaultdict
from functools import cache
from inspect import getfile
from pathlib import Path

from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.event_bits import DEALER, redact
from croupier.kernel.game import Game
from croupier.match.match import Match

MATCHES = 12

Rows = dict[str, list[str]]


def sections(game: Game) -> dict[str, str]:
    """The text under each heading, by the heading without its number."""
    parts = re.split(r"^## \d+\. (.*)$", game.rules_text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def table_under(game: Game, word: str) -> Rows:
    """The rows of the tables in the section whose heading begins so, by their first cell."""
    text = next(text for heading, text in sections(game).items() if heading.startswith(word))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:2] == "| "]
    return {row[0].strip("`"): row[1:] for row in rows}


def words_in(cell: str) -> list[str]:
    """The words of a cell, which has commas between them."""
    return [word for word in cell.split(", ") if word]


def numbers(game: Game) -> dict[str, str]:
    """The numbered rules with their texts."""
    parts = re.split(r"^(\d+\.\d+)(?: |$)", game.rules_text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_it_begins_with_the_title_and_says_what_the_game_is_about(game: Game) -> None:
    title, about = game.rules_text.split("\n\n")[:2]
    assert title == f"# {game.title}", f"RULES.md begins with {title!r}, not with '# {game.title}'"
    assert len(about) > 40, "the first paragraph of RULES.md says what the game is about, in more than 40 characters"
    assert game.summary, "the game has no summary"


def test_sections_and_rules_are_numbered_without_gaps(game: Game) -> None:
    headings = re.findall(r"^## (\d+)\. ", game.rules_text, re.MULTILINE)
    assert [int(number) for number in headings] == list(range(1, len(headings) + 1))
    met: dict[str, list[int]] = defaultdict(list)
    for number in numbers(game):
        section, _, rule = number.partition(".")
        met[section].append(int(rule))
    for section, rules in met.items():
        assert rules == list(range(1, len(rules) + 1)), f"section {section}"


def test_the_table_of_settings_is_complete(game: Game) -> None:
    fields = set(game.settings_type.__struct_fields__)
    table = table_under(game, "Settings")
    chosen = {"rules"} if "rules" in fields - set(table) else set[str]()  # a choice of presets is described in words
    assert set(table) - {"name", "setting"} == fields - chosen, (
        f"the table has {sorted(set(table) - {'name', 'setting'})}, the settings are {sorted(fields)}"
    )


def test_the_defaults_in_the_table_are_true(game: Game) -> None:
    usual = game.settings()
    for name, cells in table_under(game, "Settings").items():
        default = cells[0].split(",")[0].split(" ")[0].strip('"')
        if name in ("name", "setting") or default in ("", "from"):
            continue
        value = getattr(usual, name)
        true = "none" if value in (None, "") else str(value).lower()
        assert default == true, f"the default of {name} is {true}, not {default}"


def test_the_table_of_questions_is_complete_and_its_notations_exist(game: Game) -> None:
    table = table_under(game, "Questions")
    assert set(table) - {"question"} == set(game.questions), (
        f"the table has {sorted(set(table) - {'question'})}, the questions are {sorted(game.questions)}"
    )
    notations = {str(move) for move in game.moves}
    named = re.findall(r"`([^`]+)`", " ".join(row[1] for row in table.values()))
    unknown = [notation for notation in named if notation not in notations]
    example = next(iter(notations))
    assert not unknown, f"no move is written {unknown[0]!r}; name moves as they are written, such as {example!r}"


def test_the_table_of_events_is_complete(game: Game) -> None:
    table = table_under(game, "Events")
    kinds = {kind.__name__: kind for kind in game.event_types.__args__}
    assert set(table) - {"event"} == set(kinds), (
        f"only in the table: {sorted(set(table) - {'event'} - set(kinds))}; missing: {sorted(set(kinds) - set(table))}"
    )
    for name, kind in kinds.items():
        fields = kind.__struct_fields__
        assert len(words_in(table[name][0])) == len(fields), f"the fields of {name} are {', '.join(fields) or 'none'}"


@cache
def seen_in_play(game: Game) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """For each event of random matches the fields that some seat was not shown; "all of it" if it was not sent.

    And the fields that another seat than the event's own was shown.
    """
    hidden, shared = dict[str, set[str]](), dict[str, set[str]]()
    for seed in range(MATCHES):
        seats = max(game.seats[0], min(game.seats[seed % len(game.seats)], 2 + seed % 4))
        match, luck = Match(game, game.settings(), [f"p{seat}" for seat in range(seats)], seed), BotRandom(seed)
        while (decision := match.ask()) is not None:
            match.play(luck.below(len(decision.moves)))
            for event in list(match.state.events)[: match.state.n_events]:
                full = game.events[redact(event, DEALER, seats)]
                missed = hidden.setdefault(type(full).__name__, set())
                others = shared.setdefault(type(full).__name__, set())
                for seat in range(seats):
                    shown = redact(event, seat, seats)
                    if shown == 0:
                        missed.add("all of it")
                        continue
                    part = game.events[shown]
                    differ = {f for f in full.__struct_fields__ if getattr(full, f) != getattr(part, f)}
                    missed |= differ
                    if seat != getattr(full, "seat", seat):
                        others |= {f for f in full.__struct_fields__ if getattr(full, f) is not None} - differ
    return hidden, shared


def test_what_was_hidden_in_play_is_what_the_table_calls_secret(game: Game) -> None:
    table = table_under(game, "Events")
    seen, shared = seen_in_play(game)
    assert len(seen) > len(game.event_types.__args__) // 2, f"in {MATCHES} random matches only {sorted(seen)} happened"
    for name, hidden in seen.items():
        fields, secret = table[name][:2]
        kind = next(kind for kind in game.event_types.__args__ if kind.__name__ == name)
        called = dict(zip(words_in(fields), kind.__struct_fields__, strict=True))
        secrets = {called.get(word, word) for word in words_in(secret)}
        told = hidden - {"all of it"} - secrets
        assert not told, f"{', '.join(sorted(told))} of {name} is hidden from some seats, but not secret in the table"
        assert secrets or not hidden, f"{name} is not sent to all seats, but has nothing secret in the table"
        shown = secrets & shared[name] if table[name][-1] in ("the seat", "its owner") else set[str]()
        assert not shown, f"{', '.join(sorted(shown))} of {name} is shown to other seats than its own"


def test_every_rule_cited_in_the_code_is_there(game: Game) -> None:
    for path in sorted(Path(getfile(type(game))).parent.rglob("*.py")):
        cited = re.findall(r"[Rr]ules? (\d+\.\d+)(?:(?: to |, | and )(\d+\.\d+))?", path.read_text(encoding="utf-8"))
        lacking = {number for pair in cited for number in pair if number} - set(numbers(game))
        assert not lacking, f"{path.name} cites rule {min(lacking)}, which RULES.md does not have"
