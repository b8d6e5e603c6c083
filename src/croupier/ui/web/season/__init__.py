"""The server of `croupier host`: the API of a season, its pages, and the workers that play it. Begin with `app.py`."""
