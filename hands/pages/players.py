"""The players of a club: the list, and one of them with figures."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from badugi_site.clubs.access import Access
from badugi_site.clubs.models import Player
from badugi_site.clubs.pages import club_page, require
from badugi_site.clubs.permissions import SEE_ALL_STATISTICS, SEE_OWN_STATISTICS, SEE_PLAYERS
from hands.figures import player_figures
from hands.lists import PLAYERS, players_of
from hands.models import Fact, Hand
from hands.pages.chart import chart_of, nets_of
from hands.pages.figures import figure_rows, group_rows, meanings, short_names
from hands.pages.hand_list import ListedHand, listed_hands, with_net_of
from hands.pages.parts import part_of
from hands.statistics import OF_PLAYERS

LAST_HANDS = 10


class PlayerFilter(forms.Form):
    q = forms.CharField(label=_("Name, here or at a room"), max_length=100, required=False)


@club_page(SEE_PLAYERS)
def player_list(request: HttpRequest, access: Access) -> HttpResponse:
    form = PlayerFilter(request.GET)
    context = {"access": access, "form": form, "all": access.may(SEE_ALL_STATISTICS)}
    if not form.is_valid():
        return render(request, "hands/players.html", context, status=422)
    page = part_of(request, players_of(access, form.cleaned_data["q"]), PLAYERS)
    return render(request, "hands/players.html", {**context, "page": page})


def player_of(access: Access, player_id: int) -> Player:
    """The player whose figures are asked for: one's own for everybody (403 for others'), any for staff."""
    player = Player.objects.filter(club=access.club, pk=player_id).prefetch_related("aliases").first()
    if player is None:
        raise Http404
    if player.pk not in access.players:
        require(access, SEE_ALL_STATISTICS)
    return player


@club_page(SEE_OWN_STATISTICS)
def show_player(request: HttpRequest, access: Access, player_id: int) -> HttpResponse:
    player = player_of(access, player_id)
    (figures,) = player_figures(player)
    months = player_figures(player, by=["month"])
    context = {
        "access": access,
        "player": player,
        "played": figures.total["hands"],
        "figures": figure_rows(OF_PLAYERS, figures.total, private=True),
        "meanings": meanings(OF_PLAYERS, private=True),
        "short_names": short_names(),
        "by_stakes": group_rows(player_figures(player, by=["game", "stakes"])),
        "by_month": group_rows(months[::-1]),
        "nets": nets_of(months),
        "hands": list(_last_hands(access, player)),
    }
    return render(request, "hands/player.html", context)


def _last_hands(access: Access, player: Player) -> Iterator[ListedHand]:
    sat = Fact.objects.filter(player=player).order_by("-hand").values_list("hand", flat=True)[:LAST_HANDS]
    hands = Hand.objects.visible_to(access).filter(pk__in=list(sat)).order_by("-pk")
    return listed_hands(list(with_net_of(hands, [player.pk])))


@club_page(SEE_OWN_STATISTICS)
def player_net(request: HttpRequest, access: Access, player_id: int) -> HttpResponse:
    """The net of a player over the months as a picture, in one currency (none for chips) and light or dark."""
    player = player_of(access, player_id)
    currency = request.GET.get("currency", "")
    net = next((net for net in nets_of(player_figures(player, by=["month"])) if net.currency == currency), None)
    if net is None:
        raise Http404
    return render(
        request, "hands/net.svg", {"chart": chart_of(net, dark=request.GET.get("scheme") == "dark")}, "image/svg+xml"
    )
