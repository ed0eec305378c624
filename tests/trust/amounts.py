"""Say how much a long test does: a little in every run, everything in `make soak`."""

import os

IS_SOAK = bool(os.environ.get("BOTH_SIDES_SOAK"))


def amount(short: int, long: int) -> int:
    """Give the number for this run."""
    return long if IS_SOAK else short
