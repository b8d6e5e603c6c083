"""The compiled rules of Exploding Kittens, integers only. Begin with `rules.py`; `codes.py` names the integers."""
