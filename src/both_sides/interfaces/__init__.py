"""The faces: thin adapters that parse, call the service and render what it answers."""
