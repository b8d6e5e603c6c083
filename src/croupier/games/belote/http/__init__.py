"""Belote's own HTTP API, as the Malagasy Belote server speaks it.

`client.py` is the engine's end, `server.py` the bot's; both use the messages of `messages.py`.
"""
