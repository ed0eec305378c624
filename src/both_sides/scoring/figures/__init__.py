"""Figures in a text: the numbers a careful person reads, each with its kind and its place.

from both_sides.scoring.figures import corroborating, read_figures

figures = read_figures("The city had 1 448 964 inhabitants in 2016.")
corroborating(figures, claim_is_date=False)  # 1448964, not 2016
"""

from both_sides.scoring.figures.corroboration import corroborating, quantities
from both_sides.scoring.figures.model import Figure, FigureKind
from both_sides.scoring.figures.reader import read_figures

__all__ = ["Figure", "FigureKind", "corroborating", "quantities", "read_figures"]
