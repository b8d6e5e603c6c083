"""One match from its deal to its result: asking the players, judging faults, keeping time, replays."""
