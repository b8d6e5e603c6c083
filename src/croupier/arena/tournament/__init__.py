"""Tournaments: who meets whom, round by round. Formats decide that; `event` plays it; ratings come from all matches."""
