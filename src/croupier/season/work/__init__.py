"""The work of a season: `queue.py` gives out jobs from the store, `worker.py` does them, here or on a cluster."""
