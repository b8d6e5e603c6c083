"""Templates: processes that have loaded a bot's file and are forked for each match (`--fresh match`).

A template runs the bot's code and is not trusted. It waits in a system call of its own for leave to fork, one fork for
each leave, and gets it only when no fork of it runs: it never runs while a match is played, so it learns of none.
What forks could hand on by way of it is denied before the file is loaded (`seccomp.build_loaded_filter`), or looked for
before each match (`inspection.py`); then every match gets a process that loads the file again. `process.py` runs in the
template, `gate.py` in the zygote, `inspection.py` in our own process.
"""
