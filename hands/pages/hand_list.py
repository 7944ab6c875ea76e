"""The list of a club's hands, filtered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from badugi_site.api.pagination import Order
from badugi_site.clubs.access import Access
from badugi_site.clubs.pages import club_page
from badugi_site.clubs.permissions import SEE_HANDS
from hands.lists import hands_of, players_of
from hands.models import Fact, Hand, HandQuerySet, Status
from hands.pages.parts import part_of
from hands.pages.rows import reading_language
from hands.pages.settlement import Money, money, signed
from hands.pages.stakes import game_name, stakes_text
from hands.rules.games import GAMES


def _games() -> list[tuple[str, Any]]:
    return [("", _("all")), *((code, game_name(code, reading_language())) for code in GAMES)]


class HandFilter(forms.Form):
    """What the list is narrowed down to."""

    player = forms.CharField(label=_("Player"), max_length=100, required=False)
    game = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    status = forms.ChoiceField(label=_("Status"), choices=[("", _("all")), *Status.choices], required=False)
    number = forms.CharField(label=_("Number"), max_length=200, required=False)
    since = forms.DateField(
        label=_("From"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        label=_("To"),
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    disputed = forms.BooleanField(label=_("Disputed only"), required=False)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for name in ("since", "until"):
            # Far from the ends of what can be reckoned with, in any zone.
            if given.get(name) and not 1000 <= given[name].year <= 9000:
                self.add_error(name, forms.ValidationError(self.fields[name].error_messages["invalid"]))
        if given.get("since") and given.get("until") and given["since"] > given["until"]:
            self.add_error("until", forms.ValidationError(_("This day is before the first one.")))
        return given

    def hands(self, access: Access) -> tuple[HandQuerySet, Order]:
        """Those that the (valid) form asks for, and their order."""
        given = self.cleaned_data
        return hands_of(
            access,
            game=given["game"] or None,
            status=given["status"] or None,
            number=given["number"].strip() or None,
            since=given["since"],
            until=given["until"],
            disputed=given["disputed"] or None,
            players=players_of(access, given["player"]) if given["player"] else None,
        )


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A row of a list of hands; ``net`` is that of the player it is shown for, None where they did not sit."""

    hand: Hand
    game: str
    stakes: str
    players: list[str]
    pot: str
    net: Money | None


def listed_hands(hands: list[Hand]) -> Iterator[ListedHand]:
    """Hands with ``shown_facts``, those of the players whose net is told (:func:`with_net_of`)."""
    language = reading_language()
    for hand in hands:
        facts: list[Fact] = getattr(hand, "shown_facts")  # noqa: B009  # which no model declares
        net = signed(sum(fact.net for fact in facts), hand.decimals) if facts else None
        yield ListedHand(
            hand=hand,
            game=game_name(hand.game, language),
            stakes=stakes_text(hand),
            players=hand.document.get("players") or [],
            pot=money(hand.pot, hand.decimals),
            net=net,
        )


def with_net_of(hands: HandQuerySet, players: Any) -> HandQuerySet:
    """The hands with the facts of these players, and without what no list shows."""
    facts = Prefetch("facts", Fact.objects.filter(player__in=players), to_attr="shown_facts")
    return hands.defer("ledger").prefetch_related(facts)


@club_page(SEE_HANDS)
def hand_list(request: HttpRequest, access: Access) -> HttpResponse:
    form = HandFilter(request.GET)
    context: dict[str, Any] = {"access": access, "form": form, "filtered": form.has_changed()}
    if not form.is_valid():
        return render(request, "hands/list.html", context, status=422)
    hands, order = form.hands(access)
    page = part_of(request, with_net_of(hands, access.players), order)
    return render(request, "hands/list.html", {**context, "page": page, "hands": listed_hands(list(page.rows))})
