"""Write tokens and shared links as JSON, without what they are recognised by."""

from typing import Any

from both_sides.domain.access import AccessToken, Ending, ShareLink


def token_members(token: AccessToken, now: str) -> dict[str, Any]:
    """Write a token.

    Args:
        token: The token.
        now: The present instant, UTC, to say whether it holds.
    """
    return {
        "id": token.token_id,
        "name": token.name,
        "role": token.role.value,
        "scopes": list(token.scopes),
        "holds": token.holds_at(now),
        "at": token.at,
        "actor": token.actor,
        "expires": token.expires,
        "revoked": _ending_members(token.revocation),
    }


def share_members(share: ShareLink, now: str) -> dict[str, Any]:
    """Write a shared link.

    Args:
        share: The link.
        now: The present instant, UTC, to say whether it shows anything.
    """
    return {
        "id": share.share_id,
        "rulingId": share.ruling_id,
        "holds": share.holds_at(now),
        "at": share.at,
        "actor": share.actor,
        "expires": share.expires,
        "revoked": _ending_members(share.revocation),
    }


def _ending_members(ending: Ending | None) -> dict[str, Any] | None:
    if ending is None:
        return None
    return {"reason": ending.reason, "actor": ending.actor, "at": ending.at}
