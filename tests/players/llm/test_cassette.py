"""Recorded runs: played again without a network, a key or an SDK; from the command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from players.llm.modelserver import LABEL, ModelServer
from players.llm.record import record

from croupier.kernel.errors import UsageError
from croupier.players.llm.cassette import Cassette, Recorder, prompt_hash
from croupier.players.llm.types import ModelReply, ModelRequest, Usage
from croupier.ui.cli.main import run_app

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "bots" / "llm" / "coup.jsonl"
ASKED = ModelRequest("m", "s", (("user", "q"),), 0.3, 100)


def test_a_recording_is_played_in_order_and_its_last_answer_again(tmp_path: Path):
    path = tmp_path / "tape.jsonl"
    recorder = Recorder(path, "a test")
    for text in ("one", "two"):
        recorder.add(prompt_hash(ASKED), "m", ModelReply(text, Usage(3, 4, 0.5), cut_off=True, thinking="hm"))
    Recorder(path, "not asked again").add("other", "m", ModelReply("three"))
    cassette = Cassette(path)
    assert cassette.label.recorded_from == "a test"
    answers = [cassette.answer(prompt_hash(ASKED)) for _ in range(3)]
    assert [answer.text for answer in answers if answer] == ["one", "two", "two"]
    assert answers[0] == ModelReply("one", Usage(3, 4, 0.5), cut_off=True, thinking="hm")
    assert cassette.answer("never asked") is None


def test_the_hash_is_of_everything_that_is_asked():
    others = [
        ModelRequest("n", "s", (("user", "q"),), 0.3, 100),
        ModelRequest("m", "t", (("user", "q"),), 0.3, 100),
        ModelRequest("m", "s", (("user", "r"),), 0.3, 100),
        ModelRequest("m", "s", (("user", "q"),), None, 100),
        ModelRequest("m", "s", (("user", "q"),), 0.3, 200),
    ]
    assert len({prompt_hash(asked) for asked in (ASKED, *others)}) == 6


@pytest.mark.parametrize("text", ["", "{}", '{"cassette":1,"recorded_from":"x"}\nnonsense\n'])
def test_what_is_no_cassette_is_refused_by_line(text: str, tmp_path: Path):
    path = tmp_path / "tape.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=rf"{re.escape(str(path))} is not a cassette: line [12]: "):
        Cassette(path)


def test_the_cassette_in_the_repository_says_where_it_comes_from():
    assert Cassette(KEPT).label.recorded_from == LABEL


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run_app(["run", "coup", "llm:haiku", "heuristic", "random", *arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_LLM_CASSETTE", str(KEPT))
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("kept")
def test_the_recorded_match_is_told_with_its_reasons_and_its_cost(capsys: pytest.CaptureFixture[str]):
    out = run(capsys, "--seed", "7")
    assert "[NOTE] llm:haiku: Among " in out
    assert "fault" not in out
    found = re.search(r"llm:haiku is claude-haiku-5-5: (\d+) answers to (\d+) requests \(from a cassette\)", out)
    assert found is not None
    assert int(found[2]) == int(found[1]) + 1  # one answer could not be read at first
    assert "read as json" in out
    assert "named 2" in out
    assert re.search(r"tokens in and [\d,]+ out: \$0\.\d{6}, \$0\.\d{6} a game, at the prices of 20", out)
    assert out == run(capsys, "--seed", "7")


@pytest.mark.usefixtures("kept")
def test_the_recorded_block_gives_the_same_table_whoever_plays_it(capsys: pytest.CaptureFixture[str]):
    one, two = (
        json.loads(run(capsys, "-n", "3", "--seed", "7", "--json", "--no-journal", "--workers", workers))
        for workers in ("1", "2")
    )
    assert one == two
    (bill,) = one["language_models"]
    assert bill["replayed"] == bill["requests"] > bill["answers"] > 0
    assert bill["cost_per_game"] == pytest.approx(bill["cost"] / 3, abs=1e-8)
    assert bill["harness_faults"] == 0
    assert one["bots"][0]["faults"] == {}


@pytest.mark.usefixtures("kept")
def test_a_question_that_was_not_recorded_is_a_harness_fault_and_shown_apart(capsys: pytest.CaptureFixture[str]):
    out = run(capsys, "--seed", "8")
    assert "has no answer to prompt" in out
    assert re.search(r"llm:haiku, \d points?, \d+ harness faults?\n", out)
    assert "without a readable answer: harness faults, not the model's play" in out
    many = json.loads(run(capsys, "-n", "3", "--seed", "8", "--json", "--no-journal", "--workers", "1"))
    assert many["bots"][0]["faults"] == {}
    assert many["bots"][0]["harness_faults"] == many["language_models"][0]["harness_faults"] > 0
    table = run(capsys, "-n", "3", "--seed", "8", "--no-journal", "--workers", "1", "--quiet")
    assert "harness" in table


def test_recording_again_gives_the_same_cassette(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Otherwise a prompt has changed, and tests/players/llm/record.py is to be run."""
    monkeypatch.delenv("CROUPIER_LLM_CASSETTE", raising=False)
    assert record(tmp_path).read_text("utf-8") == KEPT.read_text("utf-8")


def test_a_run_with_workers_keeps_to_its_cap_and_its_ledger(
    server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    command = ["run", "coup", f"llm:haiku:url={server.url}", "random", "-n", "8", "--seed", "5", "--no-journal"]
    books = tmp_path / "books"
    assert run_app([*command, "--json", "--workers", "2", "--max-cost", "0.0015", "--ledger", str(books)]) == 0
    (bill,) = json.loads(capsys.readouterr().out)["language_models"]
    lines = [json.loads(line) for line in (books / "ledger.jsonl").read_text("utf-8").splitlines()]
    paid = [line for line in lines if line["tokens_out"]]
    assert len(paid) == len(server.requests) > 10
    assert sum(line["cost"] for line in paid) <= 0.0015
    assert bill["harness_faults"] > 0


@pytest.mark.parametrize("command", [["tournament", "--blocks", "1"], ["compare", "--max-games", "4"]])
def test_measuring_commands_keep_to_a_cap_too(
    command: list[str], server: ModelServer, capsys: pytest.CaptureFixture[str]
):
    name, *options = command
    spec = f"llm:haiku:url={server.url}"
    assert run_app([name, "coup", spec, "random", *options, "--seed", "5", "--no-journal", "--max-cost", "0.0002"]) == 0
    out = capsys.readouterr().out
    assert "llm:haiku is claude-haiku-5-5: " in out
    assert "of the $0.0002 that --max-cost allows." in out
    assert "Harness" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["heuristic", "random", "--max-cost", "1"], "--max-cost and --ledger need a language model"),
        (["llm:haiku", "random", "--max-cost", "0"], "--max-cost must be more than 0 US dollars"),
        (["llm:openai/unknown", "random", "--max-cost", "1"], "--max-cost needs the price of unknown: input_price="),
        (["llm:haiku", "random", "-n", "4", "--backend", "ray", "--max-cost", "1"], "on one machine only"),
        (["llm:gpt", "random"], "no language model 'gpt'"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    assert run_app(["run", "coup", *arguments]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_cassette_needs_neither_sdk():
    script = (
        "import sys\n"
        "sys.modules['anthropic'] = sys.modules['openai'] = None\n"
        "from croupier.ui.cli.main import run_app\n"
        "sys.exit(run_app(['run', 'coup', 'llm:haiku', 'heuristic', 'random', '--seed', '7', '--quiet']))\n"
    )
    environment = {**os.environ, "CROUPIER_LLM_CASSETTE": str(KEPT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert "from a cassette" in done.stdout
