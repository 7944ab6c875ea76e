"""The page of one hand."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from badugi_site.clubs.access import Access
from badugi_site.clubs.pages import club_page
from badugi_site.clubs.permissions import SEE_ALL_STATISTICS, SEE_HANDS
from hands.models import Hand
from hands.pages.presenting import hand_page
from hands.viewing import view


@club_page(SEE_HANDS)
def show_hand(request: HttpRequest, access: Access, hand_id: UUID) -> HttpResponse:
    visible = Hand.objects.visible_to(access)
    hand = visible.for_view().prefetch_related("sources__user").filter(pk=hand_id).first()
    if hand is None:
        raise Http404
    context = {
        "access": access,
        "page": hand_page(view(hand, access), linked=access.may(SEE_ALL_STATISTICS)),
        "older": visible.filter(pk__lt=hand.pk).order_by("-pk").values_list("pk", flat=True).first(),
        "newer": visible.filter(pk__gt=hand.pk).order_by("pk").values_list("pk", flat=True).first(),
    }
    return render(request, "hands/hand.html", context)
