"""Assurance cases in Goal Structuring Notation, written as YAML for gsn2x, read as claims."""

from both_sides.exchange.gsn.cases import read_gsn, read_gsn_modules

__all__ = ["read_gsn", "read_gsn_modules"]
