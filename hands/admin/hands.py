"""Stored hands in the admin: street by street, with ledger, sources and facts; re-validated and deleted, not edited."""

from __future__ import annotations

import json
import logging
from collections import Counter
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from badugi_site.clubs.models import Alias, Club, Player
from hands.admin.common import MOST_AT_ONCE, GameFilter, LookedAt, LookedAtInline, MonthFilter, access_to
from hands.formats.document import to_dict
from hands.ingest import remove_sources, revalidate
from hands.models import CUTS, Fact, Hand, Outcome, Source
from hands.pages.presenting import hand_page
from hands.pages.rows import reading_language
from hands.pages.settlement import money, signed
from hands.pages.stakes import game_name, stakes_text
from hands.viewing import view

logger = logging.getLogger(__name__)

_DELETED_TOGETHER = 100
_NAMED = 5


class SourcesOfHand(LookedAtInline):
    """Without what only the sources know: the cards are those of the hand, as far as they may be seen."""

    model = Source
    fields = ("format", "rank", "user", "disagrees", "was_posted", "created_at")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Source]:
        sources: QuerySet[Source] = super().get_queryset(request).select_related("user")
        return sources.order_by("rank", "pk")

    @admin.display(description=_("disagrees"), boolean=True)
    def disagrees(self, source: Source) -> bool:
        return bool(source.conflicts)


class FactsOfHand(LookedAtInline):
    """Without what follows from cards that others may not see."""

    model = Fact
    fields = (
        *("number", "player", "put_in_text", "won_text", "net_text", "vpip", "raised"),
        *("drawn", "showdown", "showdown_won"),
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Fact]:
        facts: QuerySet[Fact] = super().get_queryset(request).select_related("player", "hand")
        return facts.defer("hand__document", "hand__ledger").order_by("number")

    @admin.display(description=_("drawn"))
    def drawn(self, fact: Fact) -> str:
        """The cards drawn at each cut that the player saw."""
        cuts = (getattr(fact, f"drawn_{cut}") for cut in CUTS)
        return " · ".join(str(count) for count in cuts if count is not None) or "–"

    @admin.display(description=_("put in"))
    def put_in_text(self, fact: Fact) -> str:
        return money(fact.put_in, fact.hand.decimals)

    @admin.display(description=_("won"))
    def won_text(self, fact: Fact) -> str:
        return money(fact.won, fact.hand.decimals)

    @admin.display(description=_("net"))
    def net_text(self, fact: Fact) -> str:
        return signed(fact.net, fact.hand.decimals).text


@admin.register(Hand)
class HandAdmin(LookedAt):
    list_display = (
        *("__str__", "club", "played_at", "game_named", "stakes", "table_size", "pot_text"),
        *("status", "is_disputed", "source_count"),
    )
    list_filter = ("club", GameFilter, "status", "is_disputed", MonthFilter)
    search_fields = ("number",)
    search_help_text = _("A number, a site, or the name of a player, each written in full")
    ordering = ("-id",)
    actions = ("revalidate",)
    fields = (
        *("club", "site", "number", "played_at", "month", "game_named", "stakes", "table", "event", "table_size"),
        *("status", "is_disputed", "pot_text", "rake_text", "stored_at"),
    )
    readonly_fields = fields
    inlines = (SourcesOfHand, FactsOfHand)

    class Media:
        css = {"all": ("hands/admin.css",)}

    # What is read

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        return Hand.objects.for_list().order_by("-id")

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Hand | None:
        """With its document and ledger, which the lists go without."""
        try:
            return Hand.objects.for_view().filter(pk=UUID(object_id)).first()
        except ValueError:
            return None

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Hand], search_term: str
    ) -> tuple[QuerySet[Hand], bool]:
        """By whole values alone, which indexes have: hand_once, alias_once and fact_player_hands."""
        term = search_term.strip()
        if not term:
            return queryset, False
        clubs = Club.objects.all()
        if Hand.objects.filter(club__in=clubs, site=term).exists():
            # Perhaps nearly all there are: looked for among the latest first, instead of gathered and sorted.
            return queryset.filter(site=term), False
        players = Player.objects.filter(Q(name=term) | Q(pk__in=Alias.objects.filter(name=term).values("player")))
        by_player = Fact.objects.filter(player__in=players.values("pk")).values("hand")
        by_number = Hand.objects.numbered(term, clubs).values("pk")
        return queryset.filter(Q(pk__in=by_number) | Q(pk__in=by_player)), False

    @admin.display(description=_("game"))
    def game_named(self, hand: Hand) -> str:
        return game_name(hand.game, reading_language())

    @admin.display(description=_("stakes"))
    def stakes(self, hand: Hand) -> str:
        return stakes_text(hand)

    @admin.display(description=_("pot"))
    def pot_text(self, hand: Hand) -> str:
        return money(hand.pot, hand.decimals)

    @admin.display(description=_("rake"))
    def rake_text(self, hand: Hand) -> str:
        return money(hand.rake, hand.decimals)

    @admin.display(description=_("sources"))
    def source_count(self, hand: Any) -> int:
        return int(hand.source_count)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The hand as this person may see it: :mod:`hands.viewing` says which cards."""
        hand: Hand = context["original"]
        seen = view(hand, access_to(request, hand.club))
        context["page"] = hand_page(seen, linked=False)
        context["sees_all"] = seen.players is None
        context["document"] = json.dumps(to_dict(seen.document), ensure_ascii=False, indent=2)
        return super().render_change_form(request, context, *args, **kwargs)

    # What is corrected

    @admin.action(permissions=["correct"], description=_("Re-validate by the rules of today"))
    def revalidate(self, request: HttpRequest, queryset: QuerySet[Hand]) -> None:
        """Each hand in a transaction of its own: one that fails stops no other."""
        hands = list(queryset.values_list("pk", "site", "number")[: MOST_AT_ONCE + 1])
        if len(hands) > MOST_AT_ONCE:
            text = _("Choose at most %d hands; for all of a club there is a command.") % MOST_AT_ONCE
            self.message_user(request, text, messages.ERROR)
            return
        came: Counter[str] = Counter()
        refused = []
        for pk, site, number in hands:
            outcome = _revalidated(pk)
            came[outcome] += 1
            if outcome == Outcome.REFUSED:
                refused.append(f"{site} #{number}")
        self._tell(request, came, refused)

    def _tell(self, request: HttpRequest, came: Counter[str], refused: list[str]) -> None:
        count = came[Outcome.DUPLICATE] + came[Outcome.MERGED]
        if count:
            text = ngettext(
                "%(count)d hand is right by the rules of today; %(changed)d changed.",
                "%(count)d hands are right by the rules of today; %(changed)d changed.",
                count,
            )
            self.message_user(request, text % {"count": count, "changed": came[Outcome.MERGED]}, messages.SUCCESS)
        if refused:
            text = ngettext(
                "%(count)d hand is refused now, and disputed: %(hands)s",
                "%(count)d hands are refused now, and disputed: %(hands)s",
                len(refused),
            )
            named = ", ".join(refused[:_NAMED]) + (" …" if len(refused) > _NAMED else "")
            self.message_user(request, text % {"count": len(refused), "hands": named}, messages.WARNING)
        if came[_FAILED]:
            text = ngettext(
                "%d hand could not be replayed and is as it was; the log says why.",
                "%d hands could not be replayed and are as they were; the log says why.",
                came[_FAILED],
            )
            self.message_user(request, text % came[_FAILED], messages.ERROR)

    def delete_model(self, request: HttpRequest, obj: Hand) -> None:
        _remove([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Hand]) -> None:
        _remove(list(queryset.values_list("pk", flat=True)))


_FAILED, _GONE = "failed", "gone"


def _revalidated(hand_id: UUID) -> str:
    """What came of a hand: an outcome, or that it failed, or that somebody has deleted it."""
    try:
        with transaction.atomic():
            return revalidate(hand_id, at=timezone.now()).outcome
    except Hand.DoesNotExist:
        return _GONE
    except Exception:
        logger.exception("Hand %s could not be re-validated", hand_id)
        return _FAILED


def _remove(hand_ids: list[UUID]) -> None:
    """Deletes hands by taking away all that tells of them, so that facts and sums follow."""
    for start in range(0, len(hand_ids), _DELETED_TOGETHER):
        some = hand_ids[start : start + _DELETED_TOGETHER]
        with transaction.atomic():
            remove_sources(Source.objects.filter(hand__in=some).values_list("pk", flat=True), at=timezone.now())
