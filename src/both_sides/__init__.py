"""Rank rival claims, record rulings and verdicts, seal everything in a chain anyone can replay."""

__version__ = "0.1.0"
