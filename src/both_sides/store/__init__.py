"""Where links are kept: one port, several stores, one contract that all of them pass."""
