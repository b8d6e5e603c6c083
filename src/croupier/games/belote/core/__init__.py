"""The compiled rules of Belote, integers only. Begin with `rules.py`; `codes.py` names the integers."""
