"""Training a policy by self-play, with NumPy on one core. Begin with `trainer.py`; `croupier train` is its command."""
