"""For all tests: properties are tried on the same examples every time, and nothing is kept among the user's own."""

import os
import tempfile
from pathlib import Path

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

_FOLDER = tempfile.TemporaryDirectory(prefix="croupier-tests-")
os.environ["CROUPIER_DB"] = str(Path(_FOLDER.name) / "runs.sqlite")
