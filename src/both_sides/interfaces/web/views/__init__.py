"""What the pages show, put together from the answers of the services; no HTML and no request."""
