"""The figures of `croupier bench`: `figures.py` takes them, `loops.py` holds the compiled loops that are timed."""
