"""What a bot author's own tools say: pyright in strict mode is content with the examples and with the ported bot."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).parents[3]
PORTED = ROOT / "docs" / "games" / "kittens-migration.md"


@pytest.mark.slow_pure
def test_pyright_strict_is_clean_for_a_bot_authors_files(tmp_path: Path) -> None:
    for path in (ROOT / "bots" / "kittens").glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (program,) = re.findall(r"```python\n(.*?)```", PORTED.read_text("utf-8"), re.DOTALL)
    (tmp_path / "veteran.py").write_text(program, encoding="utf-8")
    package = str(Path(croupier.__file__).parents[1])
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "include": ["."], "extraPaths": [package]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(done.stdout)
    assert [(note["file"], note["message"]) for note in report["generalDiagnostics"]] == []
    assert report["summary"]["filesAnalyzed"] == 5
