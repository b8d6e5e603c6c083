"""What every game is made of and speaks in: cards, moves, events, views, states, chance. It imports nothing else."""
