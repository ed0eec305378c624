"""Sealing: canonical bytes, seals, and the replay that recomputes them. Bytes and hashes only."""
