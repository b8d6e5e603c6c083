"""What holds for every command, whoever adds one: the list is the one that `croupier --help` prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.ui.cli.app import load_command
from croupier.ui.cli.commands import COMMANDS, CommandEntry
from croupier.ui.cli.help import page_of, read_page
from croupier.ui.cli.output import unwrap
from croupier.ui.cli.progress import rate

SOURCES = Path(__file__).parents[3] / "src" / "croupier" / "ui" / "cli"
WITHOUT_TABLES = {
    "new": "writes a file",
    "new-game": "writes files",
    "compile": "builds, and says where",
    "play": "a conversation; croupier replay --json has its figures",
    "export": "writes tables for programs",
    "serve": "its API speaks JSON",
    "host": "its API speaks JSON",
    "pull": "writes a file",
    "coup-server": "talks to its clients",
    "coup-bot": "talks to a server",
    "coup-human": "a conversation",
}
LONG = {
    *("run", "compare", "tournament", "ladder", "bench", "check", "verify", "export", "analyse", "audit", "replay"),
    *("debug-search", "doctor", "train", "climb", "profile", "exam", "puzzles"),
}
"""What may take long shows how far it is."""
HEAVY = ("numpy", "sqlalchemy", "aiohttp", "textual", "rich", "pydantic", "msgspec", "asyncio", "croupier.games.")

every_command = pytest.mark.parametrize("entry", COMMANDS, ids=lambda entry: entry.name)


def options_of(entry: CommandEntry) -> set[str]:
    return {option for each in load_command(entry).params for option in (*each.opts, *each.secondary_opts)}


@every_command
def test_its_summary_is_the_beginning_of_its_help(entry):
    assert entry.summary == unwrap(entry.load().command.__doc__).split("\n\n")[0]


@every_command
def test_its_help_has_examples_that_name_it_and_every_option_is_explained(entry, croupier):
    ran = croupier(entry.name, "--help")
    assert ran.code == 0
    assert len(re.findall(rf"croupier {entry.name}\b", ran.out.partition("Examples:")[2])) >= 2
    for parameter in load_command(entry).params:
        assert parameter.name == "help" or getattr(parameter, "help", ""), parameter.name


@every_command
def test_examples_use_only_options_that_exist(entry):
    known = {entry.name: options_of(entry) for entry in COMMANDS}
    for command in re.findall(r"\[bold\]croupier ([^\[]+)\[/bold\]", entry.load().EXAMPLES):
        name, *words = command.split()
        assert name in known, command
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used <= known[name], command


@every_command
def test_what_prints_a_table_prints_json_too(entry):
    assert ("--json" in options_of(entry)) is (entry.name not in WITHOUT_TABLES)


@every_command
def test_what_takes_long_has_a_bar_that_can_be_left_out(entry):
    assert ("--quiet" in options_of(entry)) is (entry.name in LONG)


def test_a_rate_is_told_so_that_it_can_be_read():
    assert rate(5000, 2.0, "matches") == "2,500 matches/s"
    assert rate(5, 2.0, "matches") == "2.5 matches/s"
    assert rate(3, 60.0, "figures") == "3.0 figures/min"
    assert rate(0, 0.0, "figures") == "0 figures/s"


@every_command
def test_the_help_that_is_kept_is_that_of_its_options(entry):
    assert read_page(entry.name) == page_of(entry), "run python -m croupier.ui.cli.help"


@pytest.mark.parametrize(("arguments", "said"), [(["--help"], "tournament"), (["run", "-h"], "BOT*3")])
def test_help_loads_nothing_that_takes_long(arguments, said):
    """The time itself depends on the machine; what is load_command does not."""
    code = (
        "import sys; from croupier.ui.cli.main import run_app\n"
        f"run_app({arguments}); print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert said in ran.stdout
    heavy = [name for name in ran.stderr.split() if name.startswith(HEAVY)]
    assert heavy == []


def test_the_package_alone_loads_next_to_nothing():
    code = "import sys; before = set(sys.modules); import croupier; print(*(set(sys.modules) - before))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    ours = {name for name in ran.stdout.split() if name.startswith("croupier")}
    assert ours == {"croupier", "croupier._cache", "croupier._pure"}
    assert not [name for name in ran.stdout.split() if name.startswith(HEAVY)]


def test_python_m_croupier_is_the_command():
    ran = subprocess.run([sys.executable, "-m", "croupier"], capture_output=True, text=True, check=True, timeout=300)
    assert ran.stdout.startswith("Croupier, an arena for card-playing bots")
    assert all(len(line) <= 80 for line in ran.stdout.splitlines()), "it fits every terminal"


@pytest.mark.parametrize(
    ("shell", "typed", "offered"),
    [
        ("bash", "pla", {"play"}),
        ("bash", "games b", {"bluff", "belote"}),
        ("bash", "play coup --vs blu", {"bluffer"}),
        ("bash", "tournament cuttle random bots/cuttle/r", {"bots/cuttle/racer.py"}),
        ("bash", "watch --on", {"--once"}),
        ("zsh", "games cu", {"cuttle"}),
        ("fish", "games cu", {"cuttle"}),
    ],
)
def test_tab_completes_commands_games_bots_files_and_options(shell, typed, offered, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[3])
    line = f"croupier {typed}"
    variables = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }
    for name, value in {**variables[shell], "_CROUPIER_COMPLETE": f"complete_{shell}"}.items():
        monkeypatch.setenv(name, value)
    code = "from croupier.ui.cli.main import main; main()"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    found = set(re.findall(r"[\w./-]+", ran.stdout))
    assert offered <= found, ran


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_of_a_shell_can_be_shown(shell):
    code = "from croupier.ui.cli.main import main; main()"
    command = [sys.executable, "-c", code, "--show-completion", shell]
    # Typer would look for the shell that this runs in, which may be none.
    named = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, env=named)
    assert "_CROUPIER_COMPLETE" in ran.stdout
