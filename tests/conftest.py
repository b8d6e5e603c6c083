"""For all tests: properties are tried on the same examples every time, so that a failure can be repeated."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
