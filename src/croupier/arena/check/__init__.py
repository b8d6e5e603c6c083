"""`croupier check`: does a bot behave? Every question kind, faults, time, determinism, bad networks.

Begin with `checks.py`.
"""
