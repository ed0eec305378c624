"""REST: every resource under /api/v1, described by OpenAPI 3.1."""
