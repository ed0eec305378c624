"""Print the method."""

from typing import Annotated

from cyclopts import Parameter

from both_sides.interfaces.cli.output import print_json, print_text
from both_sides.interfaces.wire.method import method_members, method_text


def method(*, json: Annotated[bool, Parameter(negative=())] = False) -> None:
    """Print the method: factors, weights, bands, actions, rules, seal formula, engine version.

    Args:
        json: Answer with JSON.
    """
    if json:
        print_json(method_members())
    else:
        print_text(method_text())
