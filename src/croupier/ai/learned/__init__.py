"""Players whose policy was learned: a small network in whole numbers, read from a file of weights.

Begin with `bot.py`. `inputs.py` says what the network sees and how moves become its outputs, `integer_net.py` is the
compiled arithmetic, `weights.py` the file. `croupier.rl.train` writes such files.
"""
