"""The compiled part of Love Letter: integers only. Begin with `rules.py`."""
