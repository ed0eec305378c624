"""StrictDoc's `.sdoc`: requirements in a text format, read as claims."""

from both_sides.exchange.strictdoc.requirements import read_strictdoc

__all__ = ["read_strictdoc"]
