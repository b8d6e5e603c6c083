"""Sentences of every game: the tests of the package, at our tables."""

from croupier.conformance.test_sentences import *
