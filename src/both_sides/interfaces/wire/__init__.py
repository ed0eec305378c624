"""What goes over the wire: the JSON shapes that all faces share, what an error means on each."""
