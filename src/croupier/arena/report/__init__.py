"""A report as one HTML file that needs nothing else: tables, plots as SVG, and the command that repeats it."""

from croupier.arena.report.page import ReportFacts, report_page

__all__ = ["ReportFacts", "report_page"]
