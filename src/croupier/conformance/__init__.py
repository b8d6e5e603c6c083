"""Conformance: the tests that every game must pass, ours and those of other packages.

    pytest --pyargs croupier.conformance --game NAME

Each file tests one promise to the rest of Croupier; `cases.py` says at which tables, `conftest.py` reads the option.
"""
