"""The database: runs, matches, rated results, and what the web server keeps. SQLite, or PostgreSQL by URL.

Begin with `store.py`; the tables are in `schema.py`.
"""
