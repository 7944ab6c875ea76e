"""The sums of statistics in the admin, and that they are built anew when somebody asks for it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from badugi_site.clubs.models import Club
from hands.admin.common import GameFilter, LookedAt, MonthFilter
from hands.models import ClubSums, PlayerSums, Sums
from hands.pages.rows import reading_language
from hands.pages.settlement import money, signed
from hands.pages.stakes import game_name, stakes_text
from hands.recounting import ask_to_recount


class SumsAdmin(LookedAt):
    """They follow from the hands, and are changed by nobody."""

    list_filter = ("club", GameFilter, MonthFilter)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [field.name for field in self.opts.concrete_fields if field.name != "id"]

    @admin.display(description=_("game"))
    def game_named(self, sums: Sums) -> str:
        return game_name(sums.game, reading_language())

    @admin.display(description=_("stakes"))
    def stakes(self, sums: Sums) -> str:
        return stakes_text(sums)

    @admin.display(description=_("net"))
    def net(self, sums: Sums) -> str:
        return signed(sums.won - sums.put_in, sums.decimals).text


@admin.register(PlayerSums)
class PlayerSumsAdmin(SumsAdmin):
    list_display = ("player", "club", "month", "game_named", "stakes", "hands", "net")
    list_select_related = ("club", "player")
    search_fields = ("player__name",)
    ordering = ("-id",)


@admin.register(ClubSums)
class ClubSumsAdmin(SumsAdmin):
    list_display = ("club", "month", "game_named", "stakes", "deals", "hands", "pot_text", "rake_text")
    list_select_related = ("club",)
    search_fields = ("club__name", "club__slug")
    ordering = ("-id",)

    @admin.display(description=_("pots"))
    def pot_text(self, sums: ClubSums) -> str:
        return money(sums.pot, sums.decimals)

    @admin.display(description=_("rake"))
    def rake_text(self, sums: ClubSums) -> str:
        return money(sums.rake, sums.decimals)


@admin.action(permissions=["change"], description=_("Build the statistics anew"))
def rebuild_statistics(model_admin: Any, request: HttpRequest, queryset: QuerySet[Club]) -> None:
    """Asks for the work: it may take long."""
    count = 0
    for club in queryset.order_by("pk"):
        with transaction.atomic():
            ask_to_recount(club)
        count += 1
    text = ngettext(
        "The statistics of %d club are built anew in the background.",
        "The statistics of %d clubs are built anew in the background.",
        count,
    )
    model_admin.message_user(request, text % count, messages.SUCCESS)


# Clubs know nothing of hands: the action comes to their admin from here.
_clubs: Any = admin.site.get_model_admin(Club)
_clubs.actions = [*(_clubs.actions or ()), rebuild_statistics]
