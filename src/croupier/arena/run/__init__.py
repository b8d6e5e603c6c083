"""Playing a plan: tasks, the pool of worker processes, Ray, time limits and the journal that lets a run resume.

Begin with `task.py`, the unit of work, then `pool.py`, which hands tasks out.
"""
