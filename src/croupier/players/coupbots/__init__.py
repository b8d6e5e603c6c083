"""The CoupBots line protocol over sockets: the server with its lobby, and the clients.

Begin with `server.py`. The lines themselves are written and read in `croupier.games.coup.lines`.
"""
