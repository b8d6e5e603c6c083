"""The same chunks on a Ray cluster."""
