"""Static files of the built page, and its content security policy.

If the page was not built, a small page says so; the API works all the same.
"""

import base64
import gzip
import hashlib
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.responses import FileResponse, HTMLResponse, Response

INLINE: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
TEXTS: Final = ("text/", "application/javascript", "application/json", "image/svg", "application/manifest")
IMMUTABLE: Final = "public, max-age=31536000, immutable"

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Croupier</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:38rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><h1>The page is not built</h1>
<p>This Croupier was installed from its sources without the browser page. <code>make page</code> builds it (it needs
Node 20 or newer); then start <code>croupier serve</code> again.</p>
<p>The API works already: see <a href="/api/v1/docs">its description</a>.</p></body></html>
"""


def default_root() -> Path:
    return Path(str(files("croupier.ui.web"))) / "static"


class StaticFiles:
    """The files under one folder."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = (root or default_root()).resolve()
        index = self._root / "index.html"
        self._compressed: dict[Path, bytes] = {}
        self._index = index.read_bytes() if index.is_file() else None
        scripts = [_hash(found) for found in INLINE.findall(self._index or b"")]
        self._policy = "; ".join(
            (
                "default-src 'self'",
                " ".join(("script-src 'self'", *scripts)),
                "style-src 'self' 'unsafe-inline'",  # positions of cards are set as style attributes
                "img-src 'self' data: blob:",
                "font-src 'self' data:",
                "connect-src 'self'",
                "worker-src 'self' blob:",
                "object-src 'none'",
                "base-uri 'none'",
                "form-action 'self'",
                "frame-ancestors 'none'",
            )
        )

    @property
    def is_built(self) -> bool:
        return self._index is not None

    def policy(self, path: str) -> str:
        """What a page at this address may load."""
        if path.startswith("/api/v1/docs"):
            return "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
        return self._policy

    def answer(self, path: str, encodings: str = "") -> Response:
        """The file at this path; the app itself at any other address, which it knows what to do with.

        `encodings` is what the browser accepts; text is compressed once and kept.
        """
        found = self._find(path)
        kind = found.headers.get("content-type", "")
        if "gzip" not in encodings or not kind.startswith(TEXTS) or found.status_code != 200:
            return found
        source = Path(found.path) if isinstance(found, FileResponse) else self._root / "index.html"
        if source not in self._compressed:
            plain = source.read_bytes() if isinstance(found, FileResponse) else bytes(found.body)
            self._compressed[source] = gzip.compress(plain, 9, mtime=0)
        headers = {
            "content-encoding": "gzip",
            "vary": "accept-encoding",
            **{name: found.headers[name] for name in ("cache-control",) if name in found.headers},
        }
        return Response(self._compressed[source], found.status_code, headers, kind)

    def _find(self, path: str) -> Response:
        wanted = (self._root / path.lstrip("/")).resolve() if "\x00" not in path else self._root
        if wanted.is_relative_to(self._root) and wanted.is_file() and wanted.name != "index.html":
            caching = IMMUTABLE if "/immutable/" in path else "no-cache"
            return FileResponse(wanted, headers={"cache-control": caching})
        if self._index is None:
            return HTMLResponse(NOT_BUILT, 200 if path in ("", "/") else 404)
        if path.startswith("/_app/") or ("." in path and path.count("/") <= 1):  # /replays/1.1 is a page
            return Response("there is no such file", 404, media_type="text/plain")
        return HTMLResponse(self._index, headers={"cache-control": "no-cache"})


def _hash(script: bytes) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
