"""The rules: what a claim, a dispute, a ruling and a verdict are, and what may be done with them.

Standard library only; no clock, no I/O, no JSON. Everything here is a value or a function of
values: `decide(state, command)` answers with events or refuses, `evolve(state, event)` says what
follows from an event.
"""
