"""What docs/ai.md says about the built-in players is so."""

import re
from pathlib import Path

from croupier.ai.registry import BUILT_IN, LEVELS

PAGE = (Path(__file__).parents[2] / "docs" / "ai.md").read_text(encoding="utf-8")


def test_every_built_in_bot_is_named():
    named = set(re.findall(r"`([a-z-]+)(?::[^`]*)?`", PAGE.split("```console")[0]))
    assert set(BUILT_IN) <= named
    assert list(LEVELS) == ["noob", "easy", "medium", "hard", "insane"]
