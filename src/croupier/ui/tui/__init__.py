"""The full-screen terminal app."""
