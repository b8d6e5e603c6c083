"""A report as one HTML file that needs nothing else: tables, plots as SVG, and the command that repeats it."""

from croupier.arena.report.page import Facts, report_page

__all__ = ["Facts", "report_page"]
