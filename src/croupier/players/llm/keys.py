"""API keys of providers: from the environment, or from a file `.env` in the directory where Croupier is started."""

import os

from croupier.kernel.errors import UsageError
from croupier.players.env_file import ENV_FILE, read_env


def key_named(name: str, alternative: str) -> str:
    """Return a key; without one, raise a UsageError that says how to give it."""
    found = os.environ.get(name, "").strip() or read_env().get(name, "")
    if not found:
        raise UsageError(
            f"it needs a key: set {name} in the environment, or write {name}=... to a file {ENV_FILE} in this "
            f"folder; {alternative}"
        )
    return found
