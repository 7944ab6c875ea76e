"""The part of the documents that is made from the permission table."""

from __future__ import annotations

from badugi_site.clubs.permissions import PERMISSIONS, Permission, Role, Scope

_INTRODUCTION = """# Who may do what

A person has a role in each club: owner, director or member. Whoever is in no role sees nothing of a club, not even that
it exists: the API and the pages answer 404. A token acts as its user, in one club if it names one, within its scope:
`read`, `upload` (which includes `read`) or `direct` (everything its user may do). The session of a browser has no limit
of that kind. Where a role is not enough the answer is 403 with the code `forbidden`, where another token of the same
user would do, 403 with `token_scope`; both name the `permission`.

The admin at `/admin/` is for the operators of the site, who are not thereby in any club, nor owners operators.

This file is made by `manage.py write_reference`.

"""


def permissions_page() -> str:
    """``docs/permissions.md``: every permission, who has it, and the least scope that a token needs."""
    head = f"| Permission | English | 한국어 | {' | '.join(Role)} | Token |\n"
    line = "| --- | --- | --- |" + " --- |" * len(Role) + " --- |\n"
    return _INTRODUCTION + head + line + "".join(_row(permission) for permission in PERMISSIONS.values())


def _row(permission: Permission) -> str:
    roles = " | ".join("yes" if role in permission.roles else "" for role in Role)
    names = permission.names
    return f"| `{permission.code}` | {names.en} | {names.ko} | {roles} | {_scopes(permission)} |\n"


def _scopes(permission: Permission) -> str:
    scopes = list(Scope)
    return ", ".join(f"`{scope}`" for scope in scopes[scopes.index(permission.scope) :])
