"""The admin of people and clubs, for the operators of the site; a club's owner is not one of them by that."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from badugi_site.clubs.models import Alias, ApiToken, Club, Membership, Player, User
from badugi_site.clubs.people import check_token, create_token
from badugi_site.clubs.permissions import Scope

admin.site.site_header = admin.site.site_title = _("Badugi Club")

# Django's classes are generic for their stubs alone, hence the type-arg that is ignored below.


class Found(AutocompleteSelect):
    """The stock field to search in, which fails instead of refusing what is no id."""

    def optgroups(self, name: str, value: Any, attrs: dict[str, Any] | None = None) -> Any:
        ids = [one for one in value if str(one).isascii() and str(one).isdecimal() and len(str(one)) < 19]
        return super().optgroups(name, ids, attrs)


class Searching:
    """For those with ``autocomplete_fields``."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        admin_of: Any = super()
        if db_field.name in self.autocomplete_fields:  # type: ignore[attr-defined]
            kwargs["widget"] = Found(db_field, self.admin_site)  # type: ignore[attr-defined]
        return admin_of.formfield_for_foreignkey(db_field, request, **kwargs)


class MembershipsOfUser(Searching, admin.TabularInline):  # type: ignore[type-arg]
    model = Membership
    extra = 0
    autocomplete_fields = ("club",)


@admin.register(User)
class UserAdmin(StockUserAdmin):  # type: ignore[type-arg]
    list_display = ("username", "first_name", "last_name", "is_staff", "is_active", "last_login")
    inlines = (MembershipsOfUser,)


class MembershipsOfClub(Searching, admin.TabularInline):  # type: ignore[type-arg]
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "slug", "language", "time_zone", "members", "created_at")
    list_filter = ("language", "hands_open_to", "statistics_open_to")
    search_fields = ("name", "slug")
    inlines = (MembershipsOfClub,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        clubs: QuerySet[Club] = super().get_queryset(request)
        return clubs.annotate(member_count=Count("memberships"))

    @admin.display(description=_("members"), ordering="member_count")
    def members(self, club: Any) -> int:
        return int(club.member_count)

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        """Never: the page that asks whether to go on would first list all that a club has ever stored."""
        return False


@admin.register(Membership)
class MembershipAdmin(Searching, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("user", "club", "role", "created_at")
    list_filter = ("role", "club")
    list_select_related = ("user", "club")
    search_fields = ("user__username", "club__name", "club__slug")
    autocomplete_fields = ("user", "club")


class AliasFormSet(forms.BaseInlineFormSet):  # type: ignore[type-arg]
    """The club of an alias is its player's, so no form has it, and none notices by itself that a name is taken."""

    def clean(self) -> None:
        super().clean()
        kept = [form for form in self.forms if form.is_valid() and form.cleaned_data and not self._leaves(form)]
        leaving = [form.instance.pk for form in self.forms if self._leaves(form)]
        seen = set()
        for form in kept:
            site, name = form.cleaned_data.get("site"), form.cleaned_data.get("name")
            others = Alias.objects.filter(club_id=self.instance.club_id, site=site, name=name)
            if (site, name) in seen or others.exclude(pk__in=[form.instance.pk, *leaving]).exists():
                raise ValidationError(
                    _("At %(site)s, %(name)s is somebody already."), params={"site": site, "name": name}
                )
            seen.add((site, name))

    def _leaves(self, form: forms.ModelForm[Alias]) -> bool:
        return bool(self._should_delete_form(form))  # type: ignore[attr-defined]  # unknown to the stubs


class AliasesOfPlayer(admin.TabularInline):  # type: ignore[type-arg]
    model = Alias
    formset = AliasFormSet
    fields = ("site", "name")
    extra = 0
    verbose_name_plural = _("aliases: whose the hands are that come from now on")


@admin.register(Player)
class PlayerAdmin(Searching, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "club", "user", "is_guest", "created_at")
    list_filter = ("is_guest", "club")
    list_select_related = ("club", "user")
    search_fields = ("name", "aliases__name", "user__username")
    autocomplete_fields = ("club", "user")
    inlines = (AliasesOfPlayer,)

    def get_form(
        self, request: HttpRequest, obj: Player | None = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm[Player]]:
        form: Any = super().get_form(request, obj, change, **kwargs)
        if obj is not None and "club" in form.base_fields:
            # Hands and aliases of a player are those of the club. It stays in the form, for what has to be unique.
            form.base_fields["club"].disabled = True
        made: type[forms.ModelForm[Player]] = form
        return made


class TokenState(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("valid", _("valid")), ("expired", _("expired"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        expired = Q(expiry__lte=timezone.now())
        match self.value():
            case "valid":
                return queryset.exclude(expired)
            case "expired":
                return queryset.filter(expired)
        return queryset


class NewTokenForm(forms.ModelForm):  # type: ignore[type-arg]
    days = forms.IntegerField(
        label=_("Expires after days"), min_value=1, max_value=3650, required=False, help_text=_("Never, if empty.")
    )

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        if fields.get("user"):
            check_token(user=fields["user"], club=fields.get("club"))
        return fields


@admin.register(ApiToken)
class ApiTokenAdmin(Searching, admin.ModelAdmin):  # type: ignore[type-arg]
    """Tokens to look at, to make and to delete. What a token is in clear is shown once, to who makes it."""

    list_display = ("name", "beginning", "user", "club", "scope", "created", "expiry", "last_used_at")
    list_filter = ("scope", TokenState, "club")
    list_select_related = ("user", "club")
    search_fields = ("name", "user__username", "token_key")
    autocomplete_fields = ("user", "club")
    ordering = ("-created",)
    form_of_new: ClassVar = NewTokenForm

    def get_form(
        self, request: HttpRequest, obj: ApiToken | None = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm[ApiToken]]:
        if obj is None:
            kwargs["form"] = self.form_of_new
        return super().get_form(request, obj, change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("name", "user", "club", "scope", "days")
        return ("name", "expiry", "user", "club", "scope", "beginning", "created", "last_used_at")

    def get_readonly_fields(self, request: HttpRequest, obj: ApiToken | None = None) -> tuple[str, ...]:
        return () if obj is None else ("user", "club", "scope", "beginning", "created", "last_used_at")

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        if change:
            super().save_model(request, obj, form, change)
            return
        days = form.cleaned_data["days"]
        made, clear = create_token(
            user=obj.user,
            name=obj.name,
            scope=Scope(obj.scope),
            club=obj.club,
            expires_in=timedelta(days=days) if days else None,
        )
        obj.pk, obj.digest, obj.token_key = made.pk, made.digest, made.token_key
        request.token_in_clear = clear  # type: ignore[attr-defined]  # kept for the answer below, and nowhere else

    def response_add(self, request: HttpRequest, obj: ApiToken, post_url_continue: str | None = None) -> HttpResponse:
        """Shown at once and not after a redirect, for which it would be stored in a cookie."""
        context = {
            **self.admin_site.each_context(request),
            "title": _("The token, this once"),
            "opts": self.opts,
            "token": obj,
            "clear": request.token_in_clear,  # type: ignore[attr-defined]
        }
        return TemplateResponse(request, "clubs/admin_token.html", context)
