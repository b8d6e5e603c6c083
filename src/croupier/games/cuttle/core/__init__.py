"""The compiled rules of Cuttle, integers only. Begin with `rules.py`; `codes.py` names the integers."""
