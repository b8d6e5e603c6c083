"""Live tables: who sits where, what each viewer is shown and when.

Begin with `table.py`, one table; `lobby.py` holds all of them.
"""
