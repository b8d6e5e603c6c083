"""The attack suite: bots that try to break out of the sandbox or to cheat, and whether each of them was stopped.

`croupier doctor --attack` runs it on the user's machine, and tests/security runs the same list. An attack that gets
through does no harm: it touches nothing but a folder and a process of the suite. Begin with `suite.py`.
"""
