"""Say who asks, and confine them to what they may do.

*This module does not* recognise anybody; see `both_sides.service.access`.

    >>> Caller("ada", Role.READER, (ScopeId("local"),)).may(Role.AUDITOR)
    False
"""

from dataclasses import dataclass

from both_sides.domain.access import ACCESS_SCOPE, Role
from both_sides.domain.ids import ScopeId, parse_scope_id
from both_sides.errors import NotFoundError
from both_sides.request_errors import RequestError, RoleError


@dataclass(frozen=True, slots=True)
class Caller:
    """Hold who asks.

    Args:
        name: The person or model; signs what is recorded.
        role: How much they may do.
        scopes: The only scopes they may see. Empty for the one person of local mode, who has the
            whole ledger in a file anyway.
        token_id: The token that was shown, or None in local mode.
        session_id: The session, or None where the token itself was shown.
    """

    name: str
    role: Role
    scopes: tuple[ScopeId, ...]
    token_id: str | None = None
    session_id: str | None = None

    def may(self, role: Role) -> bool:
        """Tell whether the caller may do what a role allows."""
        return self.role.includes(role)

    def require(self, role: Role) -> None:
        """Require that the caller may do what a role allows.

        Raises:
            RoleError: They may not.
        """
        if not self.may(role):
            raise RoleError(
                f"this needs the role {role.value}; {self.name} has the role {self.role.value}",
                hint=f"ask for a token with the role {role.value}: {role.means}",
                needed=role.value,
                role=self.role.value,
            )

    def scope(self, named: str | None, default: ScopeId) -> ScopeId:
        """Choose the scope that a request works on.

        Args:
            named: The scope that the request names, or None.
            default: The installation's own scope.

        Raises:
            InvalidInputError: The name is none.
            NotFoundError: The caller has no such scope. Whether it exists is not told.
            RequestError: The caller has several and names none.
        """
        if named is not None:
            scope = parse_scope_id(named)
            if (self.scopes and scope not in self.scopes) or scope == ACCESS_SCOPE:
                raise NotFoundError(
                    "there is no such scope for you",
                    hint="name a scope that your token was made for, or leave the name out",
                )
            return scope
        if not self.scopes or default in self.scopes:
            return default
        if len(self.scopes) == 1:
            return self.scopes[0]
        raise RequestError(
            "your token opens several scopes, and the request names none",
            hint="name one of them in the header Both-Sides-Scope",
            scopes=list(self.scopes),
        )
