"""An address of every route of a club, for the tests of access: each builds what it leads to.

``make(cast, user)`` stores something in ``cast.club``, by or for this user where that makes a difference, and returns
the address that leads to it. Lists take the club by its name: ``/api/v1/hands/?club=moonlight``.
"""

from __future__ import annotations

from collections.abc import Callable

from badugi_site.clubs.models import User
from tests.cast import Cast

Make = Callable[[Cast, User], str]

# By the route as the URLconf writes it.
ADDRESSES: dict[str, Make] = {
    "clubs/<slug:slug>/": lambda cast, user: f"/clubs/{cast.club.slug}/",
}

# Pages for anyone, or (the password) for whoever is signed in; the API's own say so themselves, by being open views.
PUBLIC_PAGES = {
    "",
    "admin/login/",
    "check/",
    "healthz",
    "language/setlang/",
    "password/",
    "sign-in/",
    "sign-out/",
}
