"""The CoupBots line protocol: `v1.py` and `v2.py` write and read its versions, `bot.py` is the class for line bots."""
