"""Puzzles: decisions with one clearly best move, found by search from what a seat knows.

`puzzle.py` is one of them and its file format, `mine.py` finds them, `examine.py` decides what is clearly best,
`exam.py` puts them to bots. The files in `shipped/` come with Croupier; they hold views, never hidden cards.
"""
