"""What docs/terminal.md says can be typed is what happens."""

import re
import subprocess
import sys
from pathlib import Path

from croupier.ui.cli.app import loaded
from croupier.ui.cli.commands import COMMANDS

PAGE = (Path(__file__).parents[1] / "docs/terminal.md").read_text(encoding="utf-8")


def test_the_line_by_line_example_prints_what_the_page_says():
    (block,) = re.findall(r"^\$ (printf .*?)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    command, lines = block
    typed, rest = re.fullmatch(r"printf '(.*)' \| croupier (.*)", command).groups()
    code = "from croupier.ui.cli import main; main()"
    run = [sys.executable, "-c", code, *rest.split()]
    out = subprocess.run(run, input=typed.replace("\\n", "\n"), capture_output=True, text=True, timeout=60).stdout
    for line in lines.splitlines():
        if line != "...":
            assert line in out
            out = out.partition(line)[2]


def test_every_command_and_option_of_the_page_exists():
    options = {each.name: {opt for one in loaded(each).params for opt in one.opts} for each in COMMANDS}
    for name, rest in re.findall(r"croupier (\w[\w-]*)([^`\n]*)", PAGE):
        if name in options:
            assert set(re.findall(r"--[\w-]+", rest)) - {"--help"} <= options[name], name
