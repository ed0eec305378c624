"""Say what is wrong with this installation."""

from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, print_json
from both_sides.service.diagnosis import Health, diagnose

_STYLE = {Health.GOOD: "green", Health.NOTICE: "yellow", Health.BAD: "bold red"}
UNHEALTHY_EXIT_CODE = 5


def doctor(*, common: Common = DEFAULTS) -> int:
    """Say what is wrong with this installation and how to mend it. Exit code 5 if something is.

    Args:
        common: Ledger, scope, actor, language, JSON.
    """
    findings = diagnose(common.settings())
    is_bad = any(finding.health is Health.BAD for finding in findings)
    if common.json:
        rows = [
            {
                "check": finding.check,
                "health": finding.health.value,
                "finding": finding.finding,
                "remedy": finding.remedy or None,
            }
            for finding in findings
        ]
        print_json({"healthy": not is_bad, "findings": rows})
    else:
        out = console()
        for finding in findings:
            words = f"{finding.health.value:<7}"
            out.print(words, style=_STYLE[finding.health], end="")
            out.print(f" {finding.check}: {finding.finding}")
            if finding.remedy:
                out.print(f"         {finding.remedy}", style="dim")
    return UNHEALTHY_EXIT_CODE if is_bad else 0
