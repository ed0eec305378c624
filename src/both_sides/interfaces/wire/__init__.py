"""What goes over the wire: the JSON shapes that every face shares, and what an error means on each."""
