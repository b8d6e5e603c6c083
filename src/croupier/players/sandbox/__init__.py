"""Bots from files in a sandbox: each in a process of its own that can compute and answer, and nothing else.

Each process of ours that plays starts one *base zygote* that has the game loaded. From it a *zygote* is forked for each
bot, which joins namespaces that bubblewrap made, where that works. From the zygote *cells* are forked, which lock
themselves down (limits, Landlock, seccomp) before the first line of the bot's file runs. No zygote ever runs a bot's
code, so they can be trusted to start and stop cells. Begin with `bot.py`.
"""
