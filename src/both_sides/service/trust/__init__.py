"""Make the ledger trustworthy: checkpoints, keys, proofs, witnesses, recovery."""
