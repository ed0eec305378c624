"""Verify a whole ledger: body → seal → leaf → root → signature → pinned key, and the views."""
