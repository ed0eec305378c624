"""Start the command line: `python -m both_sides`, `both-sides`, `claims-mcp`."""

import sys


def main() -> None:
    """Run `both-sides` with the arguments of this process, and end it with the exit code."""
    if sys.argv[1:] == ["--version"]:  # answered before anything else is imported
        from both_sides import __version__

        print(__version__)  # noqa: T201 - the answer
        return
    from both_sides.interfaces.cli.app import run

    sys.exit(run(sys.argv[1:]))


def claims_main() -> None:
    """Run `claims-mcp` with the arguments of this process, and end it with the exit code."""
    from both_sides.interfaces.cli.claims_app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
