"""Rank whole datasets: Arrow in, Arrow out, the same numbers as the desk to the last bit.

One row is one dispute with its claims nested and sorted by claim id, so any split of a file keeps
disputes whole, and every step is a map over rows. `columns` names the columns, `score` runs the
engine's kernel over them, `ingest` and `tables` bring datasets into that shape, `local` and `spark`
rank them. It needs the extra `[batch]`; the core of the program imports nothing from here.
"""
