"""Built-in bots that know no game by name: random, heuristic, epsilon-greedy, learned and the tree searches.

Begin with `registry.py`, the table of names that every command accepts. `search/` holds the compiled search,
`learned/` players with a network, `observation/` what they see.
"""
