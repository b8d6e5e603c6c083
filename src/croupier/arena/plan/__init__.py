"""What a run will play, decided before the first match: settings, deal blocks, seatings and the stored plan.

Begin with `schedule.py`.
"""
