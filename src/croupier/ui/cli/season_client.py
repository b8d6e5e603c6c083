"""The client of a season's server: requests with a token, and the tokens that were saved on this machine."""

import json
import os
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec
from platformdirs import user_data_path

from croupier.kernel.errors import UsageError

TIMEOUT_SECONDS: Final = 60.0
TOKEN_VARIABLE: Final = "CROUPIER_SEASON_TOKEN"
_API: Final = "/api/v1/season"


def tokens_path() -> Path:
    return user_data_path("croupier") / "seasons.json"


class SavedSeasons:
    """Addresses of seasons with their tokens, the latest last; only this user may read the file."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or tokens_path()

    def read(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.MsgspecError):
            return {}

    def save(self, url: str, token: str) -> None:
        found = {**{each: kept for each, kept in self.read().items() if each != url}, url: token}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                self._path.unlink()
            with os.fdopen(os.open(self._path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                json.dump(found, file, indent=1)
        except OSError as error:
            raise UsageError(f"cannot save the token in {self._path}: {error.strerror}") from None


def season_url(given: str | None) -> str:
    """The address of the season: as given, or the one that was used last."""
    if given is None:
        known = list(SavedSeasons().read())
        if not known:
            raise UsageError("which season? Give its address: --to http://HOST:PORT")
        return known[-1]
    parts = urlsplit(given if "://" in given else f"http://{given}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(f"{given!r} is not an address such as http://localhost:8000")
    return f"{parts.scheme}://{parts.netloc}"


class SeasonClient:
    """Asks one server."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.token = token or os.environ.get(TOKEN_VARIABLE, "") or SavedSeasons().read().get(url, "")

    def get(self, path: str) -> Any:
        return json.loads(self.fetch("GET", path))

    def post(self, path: str, document: object) -> Any:
        body = json.dumps(document).encode()
        return json.loads(self.fetch("POST", path, body, "application/json") or b"null")

    def hand_in(self, name: str, body: bytes) -> Any:
        return json.loads(self.fetch("POST", f"/bots?name={quote(name)}", body, "application/octet-stream"))

    def fetch(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> bytes:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if kind:
            headers["Content-Type"] = kind
        request = urllib.request.Request(f"{self.url}{_API}{path}", body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise UsageError(_reason(error)) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise UsageError(f"{self.url} does not answer: {reason}; is croupier host running there?") from None


def _reason(error: urllib.error.HTTPError) -> str:
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(error.read())["error"]["message"])
    return f"the server answered {error.code}; is this the address of a season?"
