"""How readable a bot is: what its public acts give away, its habits, and how it can be exploited.

Begin with `profile.py`, which plays the matches. `observe.py` reads acts and hidden facts from them, `information.py`
measures what the acts tell, and `report.py` holds the results and their words.
"""
