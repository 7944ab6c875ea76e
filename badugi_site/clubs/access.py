"""The one door to a club's data: who asks, and what they may do there.

Every query of another room starts from an :class:`Access`; without one there is no club to ask about. Another club's
object is nothing that exists.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from badugi_site.clubs.models import ApiToken, Club, Membership, Player, User
from badugi_site.clubs.permissions import SEE_ALL_HANDS, Permission, Role, Scope, allows


@dataclass(frozen=True, slots=True)
class Access:
    """What one person may do in one club. ``players`` are the ids of the club's players that this person is."""

    club: Club
    user: User
    role: Role
    scope: Scope
    players: frozenset[int]

    def may(self, permission: Permission) -> bool:
        return allows(permission, self.role, self.scope)

    @property
    def sees_all_cards(self) -> bool:
        return self.may(SEE_ALL_HANDS)


class NoClubError(Exception):
    """The person is in no club, or not in the one that was named (which may or may not exist)."""


class SeveralClubsError(Exception):
    """The person is in several clubs and named none; ``slugs`` are theirs."""

    def __init__(self, slugs: list[str]) -> None:
        super().__init__(", ".join(slugs))
        self.slugs = slugs


class Viewer:
    """Somebody who is signed in, by session or by token, and the clubs that are open to them."""

    def __init__(self, user: User, token: ApiToken | None = None) -> None:
        self.user = user
        self.token = token

    @property
    def scope(self) -> Scope:
        return Scope(self.token.scope) if self.token is not None else Scope.DIRECT

    @cached_property
    def memberships(self) -> list[Membership]:
        memberships = Membership.objects.filter(user=self.user).select_related("club").order_by("club__slug")
        if self.token is not None and self.token.club_id is not None:
            memberships = memberships.filter(club_id=self.token.club_id)
        return list(memberships)

    @property
    def club_ids(self) -> list[int]:
        return [membership.club_id for membership in self.memberships]

    def club(self, slug: str | None = None) -> Access:
        """The access to the club of this slug, or to the only one. Raises NoClubError and SeveralClubsError."""
        found = [one for one in self.memberships if slug is None or one.club.slug == slug]
        if not found:
            raise NoClubError(slug)
        if len(found) > 1:
            raise SeveralClubsError([one.club.slug for one in found])
        return self._access(found[0])

    def club_of(self, club_id: int) -> Access:
        """The access to the club of an object that was found among :attr:`club_ids`. Raises NoClubError."""
        for membership in self.memberships:
            if membership.club_id == club_id:
                return self._access(membership)
        raise NoClubError(club_id)

    def _access(self, membership: Membership) -> Access:
        players = Player.objects.filter(club_id=membership.club_id, user=self.user).values_list("pk", flat=True)
        return Access(membership.club, self.user, Role(membership.role), self.scope, frozenset(players))
