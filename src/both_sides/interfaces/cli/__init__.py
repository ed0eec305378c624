"""The command line: arguments in, tables or JSON out, an exit code by error family."""
