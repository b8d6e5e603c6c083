"""Tournaments: `formats.py` chooses the lineups of each round, `play.py` plays them, `session.py` rates all matches."""
