"""Bots that are started for a run: from bot.meta.json or a process configuration, and stopped whatever happens."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from frames.polling import read_until, wait_until

import croupier
from croupier import BotMeta, Launch, UsageError
from croupier.games import GAMES
from croupier.players.http.launch import free_port
from croupier.players.http.meta import read_meta
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import FolderBot, load_folder_bot, opened
from croupier.ui.cli.main import run_app

ROOT = Path(__file__).parents[3]
SERVER = """\
import os, subprocess, sys
from croupier.games.belote import DeterministicBot
from croupier.players.serve import serve

with open("pids", "a") as file:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    print(os.getpid(), child.pid, file=file)
print("starting", sys.argv[1:], flush=True)
serve(DeterministicBot, http=int(os.environ.get("PORT") or sys.argv[1]))
"""


def bot_in(folder: Path, source: str = SERVER, launch: dict[str, Any] | None = None, **meta: Any) -> Path:
    """A directory with a bot."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(source, encoding="utf-8")
    config = {"fileName": sys.executable, "arguments": "bot.py", **(launch or {})}
    (folder / "bot.meta.json").write_text(json.dumps({"name": "mine", "launch": config, **meta}), encoding="utf-8")
    return folder


def pids(folder: Path) -> list[int]:
    """The bots that ran in the folder, and what they started."""
    return [int(word) for word in (folder / "pids").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def play(*bots: Any, n: int = 0) -> Any:
    if n:
        return croupier.run("belote", list(bots), n, 3, {"deals": 1}, trust=True)
    return croupier.play("belote", list(bots), 3, {"deals": 1}, trust=True)


def test_a_directory_is_launched_on_a_free_port_and_stopped_with_all_it_started(tmp_path: Path) -> None:
    match = play(str(bot_in(tmp_path / "mine", displayName="My Bot")), "random")
    assert match.table.names == ("My Bot", "random", "My Bot 2", "random 2")
    assert not any(step.faults for step in match.steps)
    started = pids(tmp_path / "mine")
    assert len(started) == 2, "two seats share a process"
    assert not any(is_running(pid) for pid in started)


def test_one_process_for_a_whole_run(tmp_path: Path) -> None:
    report = play(str(bot_in(tmp_path / "mine")), "random", n=4)
    assert report.standings.matches == 4
    assert len(pids(tmp_path / "mine")) == 2


def test_bots_with_the_same_address_share_a_process(tmp_path: Path) -> None:
    port = free_port()
    where: dict[str, Any] = {"baseUrl": f"http://127.0.0.1:{port}", "launch": {"arguments": ["bot.py", str(port)]}}
    one, other = bot_in(tmp_path / "one", **where), bot_in(tmp_path / "other", **where)
    match = play(str(one), str(other))
    assert not any(step.faults for step in match.steps)
    assert len(pids(one)) == 2
    assert not (other / "pids").exists()


def test_bots_without_an_address_have_a_process_each(tmp_path: Path) -> None:
    play(str(bot_in(tmp_path / "one", name="one")), str(bot_in(tmp_path / "other", name="other")))
    assert len(pids(tmp_path / "one")) == len(pids(tmp_path / "other")) == 2


def test_a_process_configuration_from_python(tmp_path: Path) -> None:
    bot_in(tmp_path / "mine")
    launch = Launch(sys.executable, ("bot.py",), str(tmp_path / "mine"), "00:00:30", "/health")
    match = play(BotMeta(name="configured", launch=launch), "random")
    assert match.table.names[0] == "configured"
    assert not is_running(pids(tmp_path / "mine")[0])


def test_the_pun_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = bot_in(tmp_path / "mine", pun="I was born to play cards")
    assert run_app(["run", "belote", str(bot), "random", "--trust", "--set", "deals=1"]) == 0
    assert "mine: I was born to play cards" in capsys.readouterr().out


def test_a_launched_bot_needs_trust(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^[^\n]*: mine is a server, .* if you trust it, add --trust, or start it"):
        croupier.play("belote", [str(bot_in(tmp_path / "mine")), "random"])


# init.


def test_init_is_run_first_in_the_directory_of_the_bot(tmp_path: Path) -> None:
    source = "import os; assert os.path.exists('made')\n" + SERVER
    init = [sys.executable, "-c", "open('made', 'x').close()"]
    match = play(str(bot_in(tmp_path / "mine", source, init=init)), "random")
    assert match.over


def test_an_init_that_fails_is_told_with_its_output(tmp_path: Path) -> None:
    bot = bot_in(tmp_path / "mine", init=f"{sys.executable} -c \"print('no oven'); exit(3)\"")
    with pytest.raises(UsageError, match=r"mine: its init command .* exited with code 3; [^\n]*\n  no oven"):
        play(str(bot), "random")
    assert not (bot / "pids").exists()


# What goes wrong.


def test_a_bot_that_dies_at_its_start_is_told_with_its_output(tmp_path: Path) -> None:
    bot = bot_in(tmp_path / "mine", "print('warming up')\nraise SystemExit('no cards')\n")
    with pytest.raises(UsageError) as told:
        play(str(bot), "random")
    assert str(told.value) == (
        "mine exited with code 1 before it was ready; its last output:\n  warming up\n  no cards"
    )


def test_the_command_line_shows_the_output_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = bot_in(tmp_path / "mine", "raise SystemExit('no cards')\n")
    assert run_app(["run", "belote", str(bot), "random", "--trust"]) == 2
    assert capsys.readouterr().err.endswith("its last output:\n  no cards\n")


def test_a_bot_that_is_never_healthy_is_told_and_stopped(tmp_path: Path) -> None:
    bot = bot_in(tmp_path / "mine", launch={"startupTimeout": 3, "healthEndpoint": "fit"})
    with pytest.raises(
        UsageError, match=r"mine was not healthy at http://127.0.0.1:\d+/fit within 3 s; [^\n]*\n  star"
    ):
        play(str(bot), "random")
    assert not any(is_running(pid) for pid in pids(bot))


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    bot = bot_in(tmp_path / "mine", launch={"fileName": "no-such-program"})
    with pytest.raises(UsageError, match="cannot start mine: no-such-program: No such file or directory"):
        play(str(bot), "random")


def test_a_working_directory_that_is_not_there(tmp_path: Path) -> None:
    bot = bot_in(tmp_path / "mine", launch={"workingDirectory": "nowhere"})
    with pytest.raises(UsageError, match=r"cannot start mine: no folder .*nowhere"):
        play(str(bot), "random")


def test_an_address_that_is_taken_is_not_used(tmp_path: Path) -> None:
    port = free_port()
    where: dict[str, Any] = {"baseUrl": f"http://127.0.0.1:{port}", "launch": {"arguments": ["bot.py", str(port)]}}
    running = bot_in(tmp_path / "running", **where)
    with subprocess.Popen(
        [sys.executable, "bot.py", str(port)], cwd=running, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        try:
            read_until(server.stdout, "is listening")
            with pytest.raises(UsageError, match="another program uses that address; stop it, or enter it"):
                play(str(bot_in(tmp_path / "mine", **where)), "random")
        finally:
            os.killpg(server.pid, signal.SIGKILL)


def test_a_bot_that_ignores_being_asked_to_end_is_ended(tmp_path: Path) -> None:
    source = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SERVER
    bot = bot_in(tmp_path / "mine", source)
    assert play(str(bot), "random").over
    assert not any(is_running(pid) for pid in pids(bot))


def test_a_bot_that_dies_in_a_match_loses_only_its_seat(tmp_path: Path) -> None:
    source = SERVER.replace(
        "serve(D", "class D(DeterministicBot):\n    choose_card = lambda *a: os._exit(7)\nserve(D,#"
    )
    source = source.replace("serve(D,#eterministicBot,", "serve(D,")
    match = play(str(bot_in(tmp_path / "mine", source)), "random")
    assert match.over
    assert {fault.partition(":")[0] for step in match.steps for fault in step.faults} == {"Gone"}


CLI = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()"]


@pytest.mark.parametrize(
    ("signals", "code"),
    [((signal.SIGINT,), 130), ((signal.SIGINT, signal.SIGINT), 130), ((signal.SIGKILL,), -9), ((signal.SIGTERM,), -15)],
    ids=["once", "twice", "killed", "terminated"],
)
def test_an_interrupted_run_leaves_nothing_behind(
    tmp_path: Path, signals: tuple[signal.Signals, ...], code: int
) -> None:
    bot = bot_in(tmp_path / "mine")
    command = [*CLI, "run", "belote", str(bot), "random", "--trust", "--set", "target=10000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        read_until(run.stdout, "plays")
        assert run.stdout is not None
        for number in signals:
            run.send_signal(number)
        run.stdout.read()
        assert run.wait() == code
    wait_until(lambda: not any(is_running(pid) for pid in pids(bot)))  # what ends them is not a child of ours


# bot.meta.json.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "bot.meta.json: "),
        ("[]", "expected `object`, got `array`"),
        ("{}", "the bot needs `launch`, so that it can be started, or `baseUrl`"),
        ('{"name": ""}', "the bot needs a name"),
        ('{"name": "x"}', "the bot needs `launch`, so that it can be started, or `baseUrl`"),
        (
            '{"name": "x", "baseUrl": "localhost:5050"}',
            "'localhost:5050' is not an address such as http://localhost:5050",
        ),
        ('{"name": "x", "launch": {}}', "missing required field `fileName`"),
        ('{"name": "x",, "launch": "x"}', "bot.meta.json: object keys must be strings"),
        ('{"name": "x", "launch": "run \'x"}', "cannot be split into words: no closing quotation"),
        ('{"name": "x", "launch": {"fileName": "x", "startupTimeout": 0}}', "startupTimeout must be more than 0"),
        ('{"name": "x", "launch": {"fileName": "x", "startupTimeout": "soon"}}', "must be seconds or hh:mm:ss"),
        ('{"name": "x", "launch": 3}', "expected `object`, got `int`"),
        ('{"name": "x", "launch": {"fileName": "x", "port": 99999}}', "'http://localhost:99999' is not an address"),
        ('{"name": "x", "launch": "x", "init": {"command": "x", "timeout": 0}}', "timeout of init must be more than 0"),
    ],
)
def test_what_is_wrong_with_a_file(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "bot.meta.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as error:
        read_meta(tmp_path)
    assert told in str(error.value)
    assert "bot.meta.json" in str(error.value) or "startupTimeout" in str(error.value)


def test_what_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "bot.meta.json").write_text('{"name": "x", "launch": {"fileName": "run", "arguments": "a \'b c\'"}}')
    meta = read_meta(tmp_path)
    assert meta.launch is not None
    assert meta.launch.command == ("run", "a", "b c")
    assert (meta.launch.startup_seconds, meta.launch.health_endpoint) == (30, "health")
    options = meta.options()
    assert (options.notifications, options.seed) == (None, False)
    assert (options.decision_timeout, options.notification_timeout) == (30, 5)


# As the bots of other engines have it.


@pytest.mark.parametrize(
    ("document", "command"),
    [
        ({"launch": {"fileName": "node", "arguments": "server.js"}}, ("node", "server.js")),
        ({"launch": {"command": "node", "arguments": "server.js --port 3"}}, ("node", "server.js", "--port", "3")),
        ({"launch": {"command": "node server.js", "arguments": ["-v"]}}, ("node", "server.js", "-v")),
        ({"launch": {"command": ["node", "my server.js"]}}, ("node", "my server.js")),
        ({"launch": "node 'my server.js'"}, ("node", "my server.js")),
        ({"launch": ["node", "server.js"]}, ("node", "server.js")),
        ({"Launch": {"FileName": "./go-bot", "Arguments": ""}}, ("./go-bot",)),
    ],
)
def test_launch_as_others_write_it(tmp_path: Path, document: dict[str, Any], command: tuple[str, ...]) -> None:
    (tmp_path / "bot.meta.json").write_text(json.dumps(document), encoding="utf-8-sig")
    launch = read_meta(tmp_path).launch
    assert launch is not None
    assert launch.command == command


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            """{
            // what everybody sees
            "displayName": "Mine", /* a name */
            "launch": {"fileName": "run", "arguments": "--url http://x/*", "port": 5061, "timeout": 15,},
            "decisionTimeout": 45,
            }""",
            id="comments and trailing commas",
        ),
        pytest.param(
            """{"display_name": "Mine", "launch": {"file_name": "run", "arguments": ["--url", "http://x/*"],
            "port": "5061", "startup_timeout": "15"}, "decision_timeout": "00:00:45"}""",
            id="underscores, and numbers as texts",
        ),
        pytest.param(
            """{"DisplayName": "Mine", "Launch": {"Command": "run --url", "Arguments": "http://x/*", "Port": 5061,
            "Timeout": "15 s"}, "DecisionTimeout": "45", "Init": {}, "Name": null}""",
            id="capitals, and empty fields",
        ),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_same_bot_in_many_hands(tmp_path: Path, text: str, encoding: str) -> None:
    (tmp_path / "bot.meta.json").write_text(text, encoding=encoding)
    meta = read_meta(tmp_path)
    assert meta.launch is not None
    assert (meta.name, meta.display_name, meta.preparation) == (tmp_path.name, "Mine", None)
    assert meta.launch.command == ("run", "--url", "http://x/*")
    assert (meta.address, meta.launch.startup_seconds) == ("http://localhost:5061", 15)
    assert meta.options().decision_timeout == 45


@pytest.mark.parametrize(
    ("init", "command", "seconds"),
    [
        ({"command": "npm", "arguments": "install --silent"}, ("npm", "install", "--silent"), 600),
        ({"command": "go", "arguments": "build -o bot .", "timeout": 90}, ("go", "build", "-o", "bot", "."), 90),
        ({"fileName": "mvn", "arguments": ["package"], "timeout": "00:02:00"}, ("mvn", "package"), 120),
        ("npm install", ("npm", "install"), 600),
        (["npm", "install"], ("npm", "install"), 600),
    ],
)
def test_init_as_others_write_it(tmp_path: Path, init: Any, command: tuple[str, ...], seconds: float) -> None:
    (tmp_path / "bot.meta.json").write_text(json.dumps({"name": "x", "launch": "run", "init": init}))
    preparation = read_meta(tmp_path).preparation
    assert preparation is not None
    assert (preparation.command, preparation.seconds) == (command, seconds)


def test_fields_for_show_are_ignored_and_names_are_found(tmp_path: Path) -> None:
    document: dict[str, Any] = {
        "id": "0f9a7c6e-1c1b-4d55-9f1c-5a3f4f0c2b11",
        "agentName": "shown-as",
        "author": "Somebody",
        "authorGithub": "somebody",
        "displayName": None,
        "notifications": ["Deal-Ended"],
        "launch": {"fileName": "run", "windowStyle": "hidden", "port": 5061},
        "directory": "elsewhere",
        "rating": {"elo": 1200},
    }
    (tmp_path / "bot.meta.json").write_text(json.dumps(document))
    meta = read_meta(tmp_path)
    assert (meta.name, meta.display_name, meta.directory) == ("shown-as", "", str(tmp_path))
    assert (meta.address, meta.notifications) == ("http://localhost:5061", ("deal-ended",))
    (tmp_path / "bot.meta.json").write_text('{"launch": "run"}')
    assert read_meta(tmp_path).name == tmp_path.name


def test_port_and_environment_reach_the_program(tmp_path: Path) -> None:
    source = "import os; assert os.environ['STYLE'] == '3'\n" + SERVER
    port = free_port()
    launch = {"environmentVariables": {"STYLE": 3}, "port": port}
    init = {"command": sys.executable, "arguments": ["-c", "import os; os.environ['ONLY_INIT']"]}
    bot = bot_in(tmp_path / "mine", source, launch, init={**init, "environmentVariables": {"ONLY_INIT": "1"}})
    match = play(str(bot), "random")
    assert not any(step.faults for step in match.steps)
    assert len(pids(bot)) == 2


def test_an_init_that_takes_too_long(tmp_path: Path) -> None:
    init = {"command": sys.executable, "arguments": ["-c", "import time; time.sleep(600)"], "timeout": 0.2}
    with pytest.raises(UsageError, match=r"mine: its init command took longer than 0.2 s"):
        play(str(bot_in(tmp_path / "mine", init=init)), "random")


def test_a_registered_bot_that_runs_already_needs_no_trust(tmp_path: Path) -> None:
    from players.http.webbot import web_bot

    with web_bot() as bot:
        document = {"name": "x", "baseUrl": bot.url, "seed": True, "notifications": ["match-ended"]}
        (tmp_path / "bot.meta.json").write_text(json.dumps(document))
        assert croupier.play("belote", [str(tmp_path), "random"], 3, {"deals": 1}).over
        assert [path for _, path in bot.requests if path.startswith("notify")] == ["notify/match-ended"] * 2
        assert "seed" in bot.bodies_of("sessions")[0]


def test_of_a_folder_of_bots_what_cannot_be_read_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bot_in(tmp_path / "fine", game="belote")
    bot_in(tmp_path / "other", game="cuttle")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "bot.meta.json").write_text("{")
    belote = GAMES["belote"]
    found = opened(belote, str(tmp_path), ())
    assert [Path(spec).name for spec in found] == ["broken", "fine"]
    entrants = [bot for spec in found for bot in load_folder_bot(belote, FolderBot(spec), {}, Isolation(trust=True))]
    assert [entrant.name for entrant in entrants] == ["mine"]
    assert "skipped: " in caplog.text
    assert "broken/bot.meta.json" in caplog.text
