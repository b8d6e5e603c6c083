"""One server for all tests of a module that need nothing special of it."""

from collections.abc import Iterator

import pytest
from ui.web.serving import Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("web")) as running:
        yield running
