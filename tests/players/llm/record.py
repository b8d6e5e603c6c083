"""Record the cassettes in bots/llm again, from the local test server: `python tests/players/llm/record.py`.

To be run when a prompt changes, which is when the rules' summary, a view's text or a move's label does.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "tests"))

from players.llm.modelserver import KEY, LABEL, model_server  # noqa: E402

from croupier.players.llm.cassette import FORMAT  # noqa: E402
from croupier.ui.cli.main import run_app  # noqa: E402

RUNS = (["--seed", "7"], ["-n", "3", "--seed", "7", "--no-journal"])
"""What the cassette answers: this match and these."""


def record(folder: Path) -> Path:
    path = folder / "coup.jsonl"
    path.write_text(f'{{"cassette":{FORMAT},"recorded_from":"{LABEL}"}}\n', encoding="utf-8")
    os.environ["ANTHROPIC_API_KEY"] = KEY
    with model_server() as server:
        for arguments in RUNS:
            # Some answers are prose, one cannot be read at first: what real models do.
            server.script = ["", "prose", "nonsense", "prose"]
            spec = f"llm:haiku:url={server.url},record={path}"
            command = ["run", "coup", spec, "heuristic", "random", *arguments, "--quiet", "--workers", "1"]
            if run_app(command):
                raise SystemExit("the cassette could not be recorded")
    return path


if __name__ == "__main__":
    print(f"recorded {record(ROOT / 'bots' / 'llm')}")
