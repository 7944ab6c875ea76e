"""What the hands bring to pages of others."""

from __future__ import annotations

from typing import Any

from django import template

from badugi_site.clubs.access import Access
from badugi_site.clubs.permissions import SEE_ALL_STATISTICS, SEE_CLUB_STATISTICS, Audience
from hands.figures import club_figures
from hands.lists import hands_of, uploads_of
from hands.pages.figures import figure_rows, meanings
from hands.pages.hand_list import listed_hands, with_net_of
from hands.pages.settlement import grouped
from hands.statistics import OF_CLUBS

register = template.Library()


@register.filter
def commas(count: int) -> str:
    """A count in the way amounts are written: ``12,345``."""
    return grouped(str(count))


_FORMATS = {"json": "JSON", "phh": "PHH", "pokerstars": "PokerStars"}


@register.filter
def format_name(code: str) -> str:
    """What people call a format: ``PHH`` for ``phh``."""
    return _FORMATS.get(code, code)


LAST = 5


@register.inclusion_tag("hands/_club.html")
def hands_of_club(access: Access) -> dict[str, Any]:
    """The hands on the start page of a club: what to do next, what was last, and figures where the club shows them."""
    staff = access.may(SEE_ALL_STATISTICS)
    shown = staff or (access.may(SEE_CLUB_STATISTICS) and access.club.statistics_open_to == Audience.MEMBERS)
    visible, order = hands_of(access)
    hands = with_net_of(visible, access.players).order_by(*order.names(backwards=False))[:LAST]
    context: dict[str, Any] = {
        "access": access,
        "hands": list(listed_hands(list(hands))),
        "uploads": uploads_of(access).select_related("job").order_by("-pk")[:LAST],
        "player_ids": sorted(access.players),
        "shown": shown,
    }
    if shown:
        (figures,) = club_figures(access.club)
        context["figures"] = list(figure_rows(OF_CLUBS, figures.total, private=staff)) if figures.total["deals"] else []
        context["meanings"] = meanings(OF_CLUBS, private=staff)
    return context
