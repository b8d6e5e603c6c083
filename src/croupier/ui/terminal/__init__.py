"""The terminal: full-screen apps for playing (`app.py`) and replays (`replay.py`), and `line_mode.py` for pipes."""
