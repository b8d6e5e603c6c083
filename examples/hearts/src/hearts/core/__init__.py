"""The compiled part of Hearts: integers only. Begin with `rules.py`."""
