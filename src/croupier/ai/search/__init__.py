"""Monte Carlo tree search, with and without hidden information.

`bots.py` is what plays, `search.py` the compiled loop, `tree.py` the compiled tree.
"""
