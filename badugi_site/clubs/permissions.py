"""Who may do what in a club: the one table that API, pages and admin read (docs/permissions.md shows it)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models
from django.utils.translation import gettext_lazy as _

from badugi_site.api.text import Text


class Role(models.TextChoices):
    """What a person is in a club, the most trusted first."""

    OWNER = "owner", _("owner")
    DIRECTOR = "director", _("director")
    MEMBER = "member", _("member")


class Scope(models.TextChoices):
    """What a token may be used for. Each scope includes those before it; a session has the last one."""

    READ = "read", _("read")
    UPLOAD = "upload", _("read and upload")
    DIRECT = "direct", _("everything its user may do")


class Audience(models.TextChoices):
    """To whom a club shows something, the fewest first."""

    STAFF = "staff", _("owners and directors")
    PLAYERS = "players", _("staff and the players concerned")
    MEMBERS = "members", _("all members")


STAFF = frozenset({Role.OWNER, Role.DIRECTOR})
EVERYBODY = frozenset(Role)
_SCOPES = list(Scope)


@dataclass(frozen=True, slots=True)
class Permission:
    """One row of the table: the roles that have it, and the least scope that a token needs for it."""

    code: str
    names: Text
    roles: frozenset[Role]
    scope: Scope


PERMISSIONS: dict[str, Permission] = {}


def _permission(code: str, en: str, ko: str, roles: frozenset[Role], scope: Scope) -> Permission:
    PERMISSIONS[code] = permission = Permission(code, Text(en, ko), roles, scope)
    return permission


SEE_CLUB = _permission("see_club", "See that the club exists", "클럽 보기", EVERYBODY, Scope.READ)
SEE_HANDS = _permission(
    "see_hands", "See hands, as far as the club opens them", "클럽이 공개한 핸드 보기", EVERYBODY, Scope.READ
)
SEE_ALL_HANDS = _permission(
    "see_all_hands", "See every hand with every card", "모든 핸드와 모든 카드 보기", STAFF, Scope.READ
)
STORE_HANDS = _permission("store_hands", "Send hand histories", "핸드 기록 올리기", EVERYBODY, Scope.UPLOAD)
SEE_OWN_UPLOADS = _permission("see_own_uploads", "See own uploads", "자신이 올린 기록 보기", EVERYBODY, Scope.READ)
SEE_ALL_UPLOADS = _permission("see_all_uploads", "See everybody's uploads", "모두가 올린 기록 보기", STAFF, Scope.READ)
DELETE_OWN_UPLOADS = _permission(
    "delete_own_uploads", "Cancel and delete own uploads", "자신이 올린 기록 취소와 삭제", EVERYBODY, Scope.UPLOAD
)
DELETE_ALL_UPLOADS = _permission(
    "delete_all_uploads", "Cancel and delete everybody's uploads", "모두가 올린 기록 취소와 삭제", STAFF, Scope.DIRECT
)
SEE_PLAYERS = _permission("see_players", "See the names of the players", "플레이어 이름 보기", EVERYBODY, Scope.READ)
SEE_OWN_STATISTICS = _permission("see_own_statistics", "See own statistics", "자신의 통계 보기", EVERYBODY, Scope.READ)
SEE_ALL_STATISTICS = _permission(
    "see_all_statistics", "See every player's statistics", "모든 플레이어의 통계 보기", STAFF, Scope.READ
)
SEE_CLUB_STATISTICS = _permission(
    "see_club_statistics",
    "See the club's statistics, where it shows them",
    "공개된 클럽 통계 보기",
    EVERYBODY,
    Scope.READ,
)
CORRECT_HANDS = _permission("correct_hands", "Correct and delete hands", "핸드 정정과 삭제", STAFF, Scope.DIRECT)
MANAGE_CLUB = _permission(
    "manage_club",
    "Change the club, its people and tokens",
    "클럽, 회원, 토큰 관리",
    frozenset({Role.OWNER}),
    Scope.DIRECT,
)


def allows(permission: Permission, role: Role, scope: Scope) -> bool:
    """Whether somebody of this role, with a token (or session) of this scope, has the permission."""
    return role in permission.roles and _SCOPES.index(scope) >= _SCOPES.index(permission.scope)
