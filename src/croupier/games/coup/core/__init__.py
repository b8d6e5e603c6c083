"""The compiled rules of Coup, integers only. Begin with `rules.py`; `codes.py` names the integers."""
