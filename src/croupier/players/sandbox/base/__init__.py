"""The base zygote, from which the zygotes of all bots are forked, and the namespaces that they join.

`main.py` is the process, `client.py` our side of it.
"""
