"""An audit that is stopped early."""

from croupier.games import find_game
from croupier.match.audit import audit

CUTTLE = find_game("cuttle")


def test_an_audit_that_is_stopped_reports_what_was_done():
    done: list[int] = []
    report = audit(CUTTLE, CUTTLE.settings(), 2, 1000, "1", done.append, stopped=lambda: len(done) == 2)
    assert 0 < done[0] < done[1] < 1000
    assert report.worlds <= done[1]
    assert report.matches > 0
    assert report.clean
