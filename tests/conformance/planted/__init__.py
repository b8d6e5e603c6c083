"""Leaks, planted for the audit to find."""

from conformance.planted import matches, rules
from conformance.planted.harness import LEAKS

__all__ = ["LEAKS", "matches", "rules"]
