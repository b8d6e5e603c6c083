"""Stored matches.

`format.py` defines the lines of a file, `write.py` and `read.py` write and read them, `verify.py` plays a stored match
again, `follow.py` follows a file that grows. `compact.py` is the short binary form in which stores hold matches.
"""
