"""Is one bot better than another? A sequential test on equal deals.

Begin with `compare.py`; `sprt.py` decides when to stop, `brownian.py` holds the mathematics behind it.
"""
