"""Bots from files in a sandbox: each in a process of its own that can compute and answer, and nothing else.

A run starts one *zygote* process (inside bubblewrap where that works) that has the games loaded. For every bot it forks
a *cell*, which locks itself down (limits, Landlock, seccomp) before the first line of the bot's file runs. The zygote
never runs a bot's code, so it can be trusted to start and stop cells. Begin with `bot.py`.
"""
