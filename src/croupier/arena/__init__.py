"""Many matches: runs, tournaments, comparisons, ladders, checks, and the database they are stored in."""
