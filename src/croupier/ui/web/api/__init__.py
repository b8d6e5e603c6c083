"""HTTP routes and the table WebSocket of `croupier serve`, one file for each subject; `messages.py` holds messages."""
