"""Every command of docs/measuring.md runs and prints what the page says, and its DuckDB example works."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs/measuring.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
CROUPIER = [sys.executable, "-c", "from croupier.ui.cli import main; main()"]


def printed(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


def test_the_page_prints_what_the_commands_print(tmp_path: Path) -> None:
    ran = 0
    for kind, text in BLOCKS:
        if kind == "python":
            path = tmp_path / text.split()[1]
            path.write_text(text, encoding="utf-8")
            assert "heuristic" in printed([sys.executable, str(path)], tmp_path)
            continue
        for part in re.split(r"^\$ croupier ", text, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            rest = printed([*CROUPIER, *shlex.split(command)], tmp_path)
            ran += 1
            for line in (" ".join(line.split()) for line in lines if line != "..."):
                assert line in rest, f"{command} does not print {line!r} here: {rest[:500]!r}"
                rest = rest.partition(line)[2]
    assert ran == 5
