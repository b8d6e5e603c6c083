"""What played matches amount to: totals, intervals, ratings, pairwise tables, JSON documents and exports.

Begin with `totals.py`.
"""
