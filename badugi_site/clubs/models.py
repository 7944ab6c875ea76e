"""Clubs and the people in them. What nobody may be twice is a constraint."""

from __future__ import annotations

from typing import Any, ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken
from knox.settings import CONSTANTS

from badugi_site.clubs.permissions import Audience, Role, Scope


class User(AbstractUser):
    """A person who can sign in."""

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")


def check_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("There is no time zone %(name)s. An example: Asia/Seoul."), params={"name": name})


class Club(models.Model):
    """A club: everything else belongs to one, and nobody outside sees that it exists."""

    name = models.CharField(_("name"), max_length=100)
    slug = models.SlugField(_("short name in addresses"), max_length=50, unique=True)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(_("time zone"), max_length=50, default="UTC", validators=[check_time_zone])
    hands_open_to = models.CharField(
        _("hands open to"),
        max_length=10,
        choices=[(Audience.PLAYERS, Audience.PLAYERS.label), (Audience.MEMBERS, Audience.MEMBERS.label)],
        default=Audience.MEMBERS,
    )
    statistics_open_to = models.CharField(
        _("the club's statistics open to"),
        max_length=10,
        choices=[(Audience.STAFF, Audience.STAFF.label), (Audience.MEMBERS, Audience.MEMBERS.label)],
        default=Audience.STAFF,
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "id")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(slug=""), name="club_has_slug"),
            models.CheckConstraint(
                condition=Q(hands_open_to__in=[Audience.PLAYERS, Audience.MEMBERS]), name="club_hands_open_to"
            ),
            models.CheckConstraint(
                condition=Q(statistics_open_to__in=[Audience.STAFF, Audience.MEMBERS]), name="club_statistics_open_to"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class Membership(models.Model):
    """What a user is in a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships", verbose_name=_("club"))
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships", verbose_name=_("user"))
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.club} · {self.get_role_display()}"


class Player(models.Model):
    """A person of a club, as the hands know them: by their aliases at the sites. ``user`` is who they are, if known."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="players", verbose_name=_("club"))
    name = models.CharField(_("name"), max_length=100)
    user = models.ForeignKey(
        User, models.SET_NULL, related_name="players", verbose_name=_("user"), null=True, blank=True
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="player_once_a_user"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_name"),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "name", "id"], name="player_list")]  # the list of players

    def __str__(self) -> str:
        return self.name


class Alias(models.Model):
    """The name of a player at a site. ``club`` is the player's: at each site a name is one player of a club."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="aliases", verbose_name=_("club"))
    player = models.ForeignKey(Player, models.CASCADE, related_name="aliases", verbose_name=_("player"))
    site = models.CharField(_("site"), max_length=200)
    name = models.CharField(_("name there"), max_length=200)

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "site", "name"], name="alias_once")]

    def __str__(self) -> str:
        return f"{self.name} ({self.site})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.club_id = self.player.club_id
        super().save(*args, **kwargs)


class ApiToken(AbstractAuthToken):
    """A token acts as its user within its scope, in one club if it names one. Only its digest is stored."""

    # Not the primary key, which it would be: that stands in addresses of the admin and in its history.
    digest = models.CharField(max_length=CONSTANTS.DIGEST_LENGTH, unique=True, editable=False)
    token_key = models.CharField(_("begins with"), max_length=CONSTANTS.TOKEN_KEY_LENGTH, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="auth_token_set", verbose_name=_("user"))
    created = models.DateTimeField(_("created"), auto_now_add=True)
    expiry = models.DateTimeField(_("expires"), null=True, blank=True)
    name = models.CharField(_("name"), max_length=100)
    club = models.ForeignKey(
        Club, models.CASCADE, related_name="tokens", verbose_name=_("only for the club"), null=True, blank=True
    )
    scope = models.CharField(_("may be used to"), max_length=10, choices=Scope.choices, default=Scope.READ)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        constraints: ClassVar = [models.CheckConstraint(condition=Q(scope__in=Scope.values), name="token_scope")]

    def __str__(self) -> str:
        return f"{self.name} ({self.beginning}…)"

    @property
    def beginning(self) -> str:
        """What a person may tell it by; of 64 digits these are 8."""
        return self.token_key[:8]
