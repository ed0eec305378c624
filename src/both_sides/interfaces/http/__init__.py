"""What all faces over HTTP share: who may come in, how much is taken, what is said of failures.

REST (`interfaces/api`), the web pages and MCP over HTTP are mounted behind it. *This package does
not* know any of their routes.
"""
