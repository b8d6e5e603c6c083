"""A competition: a season file, entrants who hand in bots, a ladder between deadlines, rounds that prove their results.

Begin with `config.py` (the season file) and `competition.py` (what entrants and the host can do). All state is in the
store, so that any process may be killed at any time. `work` has the jobs and the workers, `pages` what is shown,
`results` the grades and proofs of a round.
"""
