"""Serve the audit and the desk to agents over the Model Context Protocol."""
