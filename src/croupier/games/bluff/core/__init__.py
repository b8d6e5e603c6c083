"""The compiled rules of Bluff, integers only. Begin with `rules.py`; `codes.py` names the integers."""
