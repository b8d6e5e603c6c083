"""Today's bot in a recorded match (`replay_bot.py`), and one decision frozen as a pytest file (`freeze.py`)."""
