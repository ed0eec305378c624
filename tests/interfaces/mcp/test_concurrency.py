"""Many at once: calls of one client, and two servers on one ledger."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from both_sides.interfaces.mcp.guidance import Kind
from tests.interfaces.mcp.agents import Agent, Answer, serve
from tests.interfaces.mcp.conftest import Connect

CALLS = 24
VERDICT = {"verdict": "not_enough_info", "rationale": "Unclear. Fix: measure it", "auditor": "m"}


def at_once(agent: Agent, calls: list[tuple[str, Answer]]) -> list[Any]:
    """Send calls before any of them is answered."""
    results: list[Any] = [None] * len(calls)

    async def send(index: int, name: str, arguments: Answer) -> None:
        results[index] = await agent.client.call_tool(name, arguments)

    async def send_all() -> None:
        async with anyio.create_task_group() as group:
            for index, (name, arguments) in enumerate(calls):
                group.start_soon(send, index, name, arguments)

    agent.do(send_all)
    return results


def test_calls_of_one_client_do_not_wait_for_each_other(audit: Agent) -> None:
    """Each is recorded once, and reads in between see a whole ledger."""
    audit.call("add_claims", statements=["x"])
    calls: list[tuple[str, Answer]] = []
    for number in range(CALLS):
        evidence = {"claim_id": "CLM-0001", "locator": f"line {number}", "summary": "seen"}
        calls += [
            ("add_evidence", evidence),
            ("record_verdict", {"claim_id": "CLM-0001", **VERDICT}),
        ]
        calls += [("next_steps", {}), ("audit_report", {})]
    results = at_once(audit, calls)
    assert not [result.content for result in results if result.is_error]
    recorded = [r.structured_content["seq"] for r in results[1::4]]
    assert sorted(recorded) == list(range(1, CALLS + 1))
    ids = {r.structured_content["id"] for r in results[::4]}
    assert ids == {f"EVD-{n:04d}" for n in range(1, CALLS + 1)}
    assert all(r.structured_content["intact"] for r in results[3::4])


def test_the_first_calls_at_once_open_one_ledger(connect: Connect) -> None:
    """Also where there is none yet."""
    agent = connect(Kind.AUDIT)
    results = at_once(agent, [("add_claims", {"statements": [f"{n}"]}) for n in range(8)])
    ids = [claim_id for result in results for claim_id in result.structured_content["ids"]]
    assert sorted(ids) == [f"CLM-{n:04d}" for n in range(1, 9)]


def test_each_call_knows_its_caller(connect: Connect) -> None:
    """The names of two clients of two servers do not mix."""
    first, second = connect(Kind.AUDIT, name="first"), connect(Kind.AUDIT, name="second")
    for number in range(6):
        agent = first if number % 2 == 0 else second
        agent.call("add_claims", statements=[f"{number}"])
    authors = [first.call("get_claim", claim_id=f"CLM-{n:04d}")["author"] for n in range(1, 7)]
    assert authors == ["mcp:first", "mcp:second"] * 3


@pytest.mark.slow
def test_two_servers_write_to_one_ledger_at_the_same_moment(ledger: Path) -> None:
    """Two auditors on one claim: nothing is lost, nothing is refused, the chain is one."""
    with Agent(serve("claims-mcp", ledger), name="one") as one:
        one.call("add_claims", statements=["x"])
        with Agent(serve("claims-mcp", ledger), mode="legacy", name="two") as two:
            done: dict[str, list[Any]] = {}

            def work(agent: Agent, name: str) -> Callable[[], None]:
                def run() -> None:
                    verdict = {"claim_id": "CLM-0001", **VERDICT, "auditor": name}
                    done[name] = at_once(agent, [("record_verdict", verdict)] * 12)

                return run

            async def both() -> None:
                async with anyio.create_task_group() as group:
                    group.start_soon(anyio.to_thread.run_sync, work(one, "one"))
                    group.start_soon(anyio.to_thread.run_sync, work(two, "two"))

            anyio.run(both)
            history = two.call("verdict_history", claim_id="CLM-0001", limit=50)["verdicts"]
    results = done["one"] + done["two"]
    assert not [result.content for result in results if result.is_error]
    assert [row["seq"] for row in history] == list(range(1, 25))
    assert sorted(row["auditor"] for row in history) == ["one"] * 12 + ["two"] * 12
