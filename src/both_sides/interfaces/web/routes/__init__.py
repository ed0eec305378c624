"""The addresses of the web desk, one module a kind of page; each reads, asks, and renders."""
