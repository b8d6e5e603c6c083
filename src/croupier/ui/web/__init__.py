"""The server of the browser page: tables, replays, measurements and the workshop over HTTP and WebSockets.

Begin with `app.py`. `api/` has the routes, `tables/` the live tables, `jobs/` the worker processes.
"""
