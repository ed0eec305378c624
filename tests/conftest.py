"""Settings of the whole test run: no skips where none are allowed, one Hypothesis profile."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres.databases import postgres_address, postgres_server

__all__ = ["postgres_address", "postgres_server"]  # fixtures for every test

settings.register_profile(
    "default",
    deadline=None,  # two shared cores: time says nothing about the code
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
settings.load_profile("default")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background by a shell, so programs that tests start and interrupt would go on.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which a test skipped, where BOTH_SIDES_NO_SKIPS is set."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not os.environ.get("BOTH_SIDES_NO_SKIPS"):
        return
    skipped = reporter.stats.get("skipped", [])
    for report in skipped:
        reporter.write_line(f"SKIPPED, which is not allowed here: {report.nodeid}")
    if skipped:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
