"""Write the reference pages from the code: commands, errors, settings, JSON shapes."""
