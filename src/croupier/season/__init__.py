"""A competition: a season file, entrants who hand in bots, a ladder between deadlines, rounds that prove their results.

Begin with `config.py` (the season file) and `season.py` (what entrants and the host can do). All state is in the store,
so that any process may be killed at any time. `worker.py` takes jobs from the store and plays them.
"""
