"""Bots that speak a game's own HTTP API: connecting, launching and checking them.

Begin with `guest.py`; `meta.py` reads `bot.meta.json`.
"""
