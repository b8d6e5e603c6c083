"""Our end of the generic JSON protocol: over a program's pipes, TCP, WebSocket or HTTP.

Begin with `player.py`.
"""
