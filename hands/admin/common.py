"""What the lists of the admin have in common: nothing is edited, and no list counts a million rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from badugi_site.clubs.access import Access, Viewer
from badugi_site.clubs.models import Club, Player, User
from badugi_site.clubs.permissions import Role, Scope
from badugi_site.looking import Looking
from hands.models import ClubSums
from hands.pages.rows import reading_language
from hands.pages.stakes import game_name
from hands.rules.games import GAMES

# What an action takes at once; each row is a transaction of its own.
MOST_AT_ONCE = 1000
MOST_COUNTED = 10_000


class BoundedPaginator(Paginator):  # type: ignore[type-arg]  # generic for its stubs alone
    """Counts no further than to MOST_COUNTED: whoever looks for an older row filters."""

    @cached_property
    def count(self) -> int:
        rows: QuerySet[Model] = self.object_list  # type: ignore[assignment]  # the admin gives no other
        return rows.order_by().values("pk")[:MOST_COUNTED].count()


class LookedAt(Looking):
    """Rows that are written by those who store hands, and by nobody else."""

    paginator = BoundedPaginator
    show_full_result_count = False
    sortable_by = ()
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_view_permission(request, obj) or self.has_correct_permission(request)

    def has_correct_permission(self, request: HttpRequest) -> bool:
        """Who may start the actions: whoever may change such rows in Django's terms."""
        return bool(request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}"))

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[Any], list[Any]]:
        """Only the rows themselves are told: what hangs on them may be a million. Too many are refused."""
        rows = list(objs[: MOST_AT_ONCE + 1])
        kept = self.not_to_be_deleted(rows)
        return [str(row) for row in rows], {self.opts.verbose_name_plural: len(rows)}, set(), kept

    def not_to_be_deleted(self, rows: list[Any]) -> list[Any]:
        """Why rows that were chosen together cannot be deleted."""
        return [_("more than %d at once") % MOST_AT_ONCE] if len(rows) > MOST_AT_ONCE else []


class LookedAtInline(admin.TabularInline):  # type: ignore[type-arg]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """It is a part of the row that is looked at."""
        return True


# Who sees which cards


def access_to(request: HttpRequest, club: Club) -> Access:
    """What somebody in the admin sees of a club: superusers everything, its owners and directors as in the club, its
    members as members, and everybody else what every member sees."""
    user = request.user
    assert isinstance(user, User)
    if user.is_superuser:
        players = Player.objects.filter(club=club, user=user).values_list("pk", flat=True)
        return Access(club, user, Role.OWNER, Scope.DIRECT, frozenset(players))
    viewer = _viewer(request)
    if club.pk in viewer.club_ids:
        return viewer.club_of(club.pk)
    return Access(club, user, Role.MEMBER, Scope.READ, frozenset())


def _viewer(request: HttpRequest) -> Viewer:
    """One for a request: it asks for the memberships once."""
    viewer: Viewer | None = getattr(request, "viewer_in_admin", None)
    if viewer is None:
        assert isinstance(request.user, User)
        viewer = request.viewer_in_admin = Viewer(request.user)  # type: ignore[attr-defined]
    return viewer


def clubs_with_all_cards(request: HttpRequest) -> Callable[[int], bool]:
    """Whether every card of a club is shown, by its id."""
    if request.user.is_superuser:
        return lambda club_id: True
    viewer = _viewer(request)
    staff = {one.club_id for one in viewer.memberships if Role(one.role) in (Role.OWNER, Role.DIRECTOR)}
    return staff.__contains__


# Filters that ask no long table for what it holds


class GameFilter(admin.SimpleListFilter):
    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterator[tuple[str, str]]:
        language = reading_language()
        return ((code, game_name(code, language)) for code in GAMES)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


class MonthFilter(admin.SimpleListFilter):
    title = _("month")
    parameter_name = "month"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        months = ClubSums.objects.exclude(month="").order_by("-month").values_list("month", flat=True).distinct()
        return [*((month, month) for month in months), ("none", str(_("not told")))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        if not value:
            return queryset
        return queryset.filter(month="" if value == "none" else value)
