"""What is sent and what comes back, as OpenAPI describes it.

Answers are written by `both_sides.interfaces.wire` and are not checked against these classes when
they are sent; a test holds the two together. What is sent to us is checked against them.
"""
