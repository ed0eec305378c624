"""Put the commands of `claims-mcp` together and run one."""

import sys
from collections.abc import Sequence

from both_sides import __version__


def run(argv: Sequence[str]) -> int:
    """Run one command.

    Args:
        argv: The arguments, without the program's name.

    Returns:
        The exit code.
    """
    if list(argv) == ["--version"]:
        sys.stdout.write(f"{__version__}\n")
        return 0
    sys.stderr.write(
        "error: the commands of claims-mcp are on the way [not_available]\n"
        " hint: `both-sides --help` lists what works today\n"
    )
    return 2
