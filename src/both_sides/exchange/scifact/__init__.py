"""SciFact: rows read as claims, predictions measured as its evaluator does."""

from both_sides.exchange.scifact.metrics import SciFactMetrics, measure_predictions
from both_sides.exchange.scifact.rows import read_scifact

__all__ = ["SciFactMetrics", "measure_predictions", "read_scifact"]
