"""docs/web-api.md shows a request that a server understands, with the answer it gives."""

import json
import re
from pathlib import Path
from urllib.request import Request, urlopen

from ui.web.serving import API, Served

PAGE = (Path(__file__).parents[3] / "docs" / "web-api.md").read_text(encoding="utf-8")


def test_the_table_of_the_page_can_be_opened(server: Served) -> None:
    (block,) = re.findall(r"^```text\n(POST .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    head, answer = block.split("\n\n")
    line, body = head.split("\n", 1)
    assert line == f"POST {API}/tables"
    request = Request(f"{server.url}{API}/tables", body.encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=300) as response:
        status, wanted = answer.split(" ", 1)
        assert response.status == int(status)
        given = json.loads(response.read())
    shown = json.loads(wanted)
    assert set(given) == set(shown)
    assert (given["seat"], given["invitations"]) == (shown["seat"], shown["invitations"])
