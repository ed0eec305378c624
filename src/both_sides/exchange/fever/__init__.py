"""FEVER: rows read as claims, verdicts written as predictions, predictions scored as published.

The three verdicts of this project are FEVER's: SUPPORTS, REFUTES, NOT ENOUGH INFO.
"""

from both_sides.exchange.fever.predictions import format_predictions
from both_sides.exchange.fever.rows import read_fever
from both_sides.exchange.fever.score import FeverScore, score_predictions

__all__ = ["FeverScore", "format_predictions", "read_fever", "score_predictions"]
