"""Offer what can be read whole as resources: claims, disputes, rulings, the method, the report.

Tools shorten; resources do not. Both servers offer the same ones, since both halves meet in one
ledger.
"""

from typing import Any, Final

import orjson
from mcp.server.mcpserver import MCPServer

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import (
    parse_claim_id,
    parse_entity_id,
    parse_property_id,
    parse_ruling_id,
)
from both_sides.interfaces.mcp.offering import Toolset
from both_sides.interfaces.wire.audit_markdown import report_markdown
from both_sides.interfaces.wire.audit_shapes import claim_members
from both_sides.interfaces.wire.method import method_text
from both_sides.interfaces.wire.shapes import hearing_members, ruling_members
from both_sides.service.audit_report import audit_report

JSON: Final = "application/json"
CLAIM_URI: Final = "both-sides://claims/{claim_id}"
DISPUTE_URI: Final = "both-sides://disputes/{entity}/{property}"
RULING_URI: Final = "both-sides://rulings/{ruling_id}"
METHOD_URI: Final = "both-sides://method"
REPORT_URI: Final = "both-sides://audit-report"


class Resources(Toolset):
    """Read whole things."""

    def offer(self, server: MCPServer) -> None:
        """Offer every resource.

        *Source:* spec/interfaces.md, MCP.
        """
        server.resource(
            METHOD_URI,
            name="method",
            title="Method",
            description="How a claim wins, how a ruling is sealed, what the engine refuses to do.",
            mime_type="text/plain",
        )(self.method)
        server.resource(
            REPORT_URI,
            name="audit-report",
            title="Audit report",
            description="The whole audit report as Markdown, with the replay of the seals.",
            mime_type="text/markdown",
        )(self.report)
        server.resource(
            CLAIM_URI,
            name="claim",
            title="Claim",
            description="One claim with all evidence and verdicts, nothing shortened.",
            mime_type=JSON,
        )(self.claim)
        server.resource(
            DISPUTE_URI,
            name="dispute",
            title="Dispute",
            description="One dispute with every claim, factor, reference and qualifier.",
            mime_type=JSON,
        )(self.dispute)
        server.resource(
            RULING_URI,
            name="ruling",
            title="Ruling",
            description="One ruling with its history and all it was based on.",
            mime_type=JSON,
        )(self.ruling)

    def method(self) -> str:
        """Write the Method page."""
        return method_text()

    def report(self) -> str:
        """Write the audit report."""
        return report_markdown(audit_report(self.audit()))

    def claim(self, claim_id: str) -> str:
        """Write one claim."""
        return _json(claim_members(self.audit().claim(parse_claim_id(claim_id))))

    def dispute(self, entity: str, property: str) -> str:  # noqa: A002 - as people call it
        """Write one dispute, ranked for now."""
        subject = Subject(parse_entity_id(entity), parse_property_id(property))
        return _json(hearing_members(self.desk().adjudicate(subject)))

    def ruling(self, ruling_id: str) -> str:
        """Write one ruling."""
        return _json(ruling_members(self.desk().ruling(parse_ruling_id(ruling_id))))


def _json(members: dict[str, Any]) -> str:
    return orjson.dumps(members).decode()
