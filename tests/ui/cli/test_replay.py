"""`croupier replay`."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def history(croupier, tmp_path) -> Path:
    file = tmp_path / "h.jsonl"
    croupier("run", "cuttle", "random", "heuristic", "-n", 4, "--seed", 7, "--history", file)
    return file


def test_several_matches_are_listed(croupier, history):
    ran = croupier("replay", history)
    assert ran.code == 0
    assert len([line for line in ran.out.splitlines() if "cuttle" in line]) == 4
    assert "--match K" in ran.out


def test_one_match_is_told_as_it_was(croupier, tmp_path):
    file = tmp_path / "h.jsonl"
    told = croupier("run", "cuttle", "random", "heuristic", "--seed", 7, "--history", file)
    again = croupier("replay", file)
    lines = [line for line in told.out.splitlines() if line.startswith("[")]
    assert lines == [line for line in again.out.splitlines() if line.startswith("[")]


def test_a_match_is_chosen_by_its_number(croupier, history):
    assert croupier("replay", history, "--match", 2).out.startswith("cuttle: heuristic against random")
    ran = croupier("replay", history, "--match", 5)
    assert ran.code == 2
    assert "no match 5 in" in ran.err


def test_all_matches_are_verified(croupier, history):
    ran = croupier("replay", history, "--verify")
    assert (ran.code, ran.out.split(":")[0]) == (0, "4 matches verified")
    assert json.loads(croupier("replay", history, "--verify", "--json").out)["ok"] is True


def test_as_json(croupier, history):
    document = json.loads(croupier("replay", history, "--json").out)
    assert len(document["matches"]) == 4
    assert document["matches"][0]["head"]["game"] == "cuttle"


@pytest.mark.parametrize("arguments", [[], ["--verify"]])
def test_a_file_that_was_cut_off_is_refused_with_the_line(croupier, history, arguments):
    text = history.read_bytes()
    history.write_bytes(text[:-20])
    ran = croupier("replay", history, *arguments)
    assert ran.code == 1
    assert f"line {len(text.splitlines())}" in ran.err
    assert "Traceback" not in ran.err


def test_an_altered_file_is_refused_as_json_too(croupier, history):
    history.write_text(history.read_text().replace("draw", "pass", 1))
    ran = croupier("replay", history, "--verify", "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["ok"]) == (1, False)
    assert "line" in document["error"]


def test_an_empty_file_has_no_match(croupier, tmp_path):
    (tmp_path / "empty").touch()
    ran = croupier("replay", tmp_path / "empty")
    assert (ran.code, "contains no match" in ran.err) == (2, True)
