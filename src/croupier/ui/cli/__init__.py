"""The command line. Begin with `main.py`; `commands/` has one file for each command."""
