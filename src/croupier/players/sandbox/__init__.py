"""Bots from files, locked up: each in a process of its own that can compute and answer, and nothing else.

A run starts one clean *nursery* process (bubblewrap around it where that works) that has the games loaded. For every
bot it forks a *cell*, which locks itself down (limits, Landlock, seccomp) before the first line of the bot's file runs.
The nursery never runs a bot's code, so it can be trusted to start and stop cells.
"""
