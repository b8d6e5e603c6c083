"""Policies that train.py wrote, as ordinary bots: `learned.py:Cuttle`, `learned.py:Coup`."""

import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a locked-up bot may not start threads

from croupier.rl.network import PolicyBot


class Cuttle(PolicyBot):
    weights = Path(__file__).with_name("cuttle.npz")


class Coup(PolicyBot):
    weights = Path(__file__).with_name("coup.npz")
