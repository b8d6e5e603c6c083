"""The results of a round: grades, and the bundle that proves them. Begin with `bundle.py`."""
