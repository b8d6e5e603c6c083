"""The leak audit: play a match again in a world that a seat cannot tell from its own, and compare all it was sent.

What no seat may know is changed: two cards of a deal, a hidden move, a sealed answer, the order in which sealed answers
are asked for, chance to come. Everybody plays as before, and as long as a seat or a spectator is shown the same events
in both worlds, so must be every message to it: questions, refusals, news, final views, down to the bytes. The worlds
may part only at an event that may show cards (`Game.showing`).
"""

from croupier.match.audit.audit import audit
from croupier.match.audit.record import AuditedMatch
from croupier.match.audit.report import AuditReport
from croupier.match.audit.worlds import Sort

__all__ = ["AuditReport", "AuditedMatch", "Sort", "audit"]
