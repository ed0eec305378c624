"""The engine: one dispute in, every claim with its five factors out; the same numbers everywhere.

`method` is the Method page as plain functions, `kernel` the arithmetic on whole hundredths of a
point that one dispute and a hundred million claims share, `adjudicate` puts them together and
`explain` states the number behind every factor. Standard library only; no clock.
"""
