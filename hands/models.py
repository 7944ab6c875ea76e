"""What is stored of hands: the public document, what each source knows beyond it, the money, and what adds up.

Nothing is parsed again for lists and statistics. Amounts are integers of the smallest unit, ``10 ** -decimals`` of the
written ones.

Where another index of a table begins with a foreign key, the key has none of its own (``db_index=False``): every index
is paid for by each row that is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from badugi_site.clubs.access import Access
from badugi_site.clubs.models import Club, Player
from badugi_site.clubs.permissions import Audience
from badugi_site.jobs.models import Job, State

MOST_CUTS = 4
CUTS = range(1, MOST_CUTS + 1)


class Status(models.TextChoices):
    VERIFIED = "verified", _("verified")
    CONSISTENT = "consistent", _("consistent")
    SETTLED = "settled", _("settled")
    CANCELLED = "cancelled", _("cancelled")


class Stakes(models.Model):
    """The game and what it is played for.

    ``currency`` is empty for chips; the bets are 0 where the game has no limits.
    """

    game = models.CharField(_("game"), max_length=40)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    decimals = models.PositiveSmallIntegerField(_("decimals"), default=0)
    small_bet = models.BigIntegerField(_("small bet"), default=0)
    big_bet = models.BigIntegerField(_("big bet"), default=0)

    STAKES: ClassVar = ("game", "currency", "decimals", "small_bet", "big_bet")

    class Meta:
        abstract = True


class HandQuerySet(models.QuerySet["Hand"]):
    def visible_to(self, access: Access) -> HandQuerySet:
        """The hands of the club that this person may see: all, or those they sat in where the club opens no others."""
        hands = self.filter(club=access.club)
        if access.sees_all_cards or access.club.hands_open_to == Audience.MEMBERS:
            return hands
        return hands.filter(Exists(Fact.objects.filter(hand=OuterRef("pk"), player__in=access.players)))

    def of_player(self, player_id: int) -> HandQuerySet:
        """Those in which this player sat, each once, with ``seat_hand`` to list them by: their id, in the player's own
        index.

        The player's latest hand is named, so that a database that walks the club's hands all the same begins there and
        not at today's.
        """
        sat = Fact.objects.filter(player=player_id)
        seats = self.filter(facts__player=player_id, pk__lte=sat.order_by("-hand").values("hand")[:1])
        seats = seats.annotate(seat_hand=F("facts__hand"), seat=F("facts__number"))
        return seats.exclude(Exists(sat.filter(hand=OuterRef("pk"), number__lt=OuterRef("seat"))))

    def numbered(self, number: str, clubs: Iterable[Club] | models.QuerySet[Club]) -> HandQuerySet:
        """Those of these clubs with this number, at whatever site, by the index of the key.

        No site is empty: it is said so that the database goes through that index, not through all hands in their order.
        """
        return self.filter(pk__in=Hand.objects.filter(club__in=clubs, site__gt="", number=number).values("pk"))

    def for_view(self) -> HandQuerySet:
        """With all that :func:`hands.viewing.view` reads: two queries more, however many hands."""
        return self.select_related("club").prefetch_related("sources", "facts")

    def for_list(self) -> HandQuerySet:
        """Rows of a list, without documents and ledgers; adds ``source_count``, the number of their sources."""
        count = Source.objects.filter(hand=OuterRef("pk")).values("hand").annotate(count=Count("pk")).values("count")
        return self.select_related("club").defer("document", "ledger").annotate(source_count=Subquery(count))


class Hand(Stakes):
    """One hand of a club, known from one or several sources.

    The key is (club, site, number). ``id`` sorts by the time of the hand, or of storing where the source tells no time.
    ``document`` is what everybody at the table saw, as a hand document (docs/formats.md); ``ledger`` the settlement as
    :func:`hands.rendering.render_settlement` writes it, without cards and names. While its sources disagree a hand is
    ``disputed`` and counts in no statistics. ``month`` (``2010-09``, empty without a time) is that of the club's zone.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="hands", verbose_name=_("club"), db_index=False)
    site = models.CharField(_("site"), max_length=200)
    number = models.CharField(_("number"), max_length=200)
    table = models.CharField(_("table"), max_length=200, blank=True)
    event = models.CharField(_("event"), max_length=200, blank=True)
    table_size = models.PositiveSmallIntegerField(_("players dealt in"))
    played_at = models.DateTimeField(_("played"), null=True, blank=True)
    month = models.CharField(_("month"), max_length=7, blank=True)
    status = models.CharField(_("status"), max_length=10, choices=Status.choices)
    is_disputed = models.BooleanField(_("disputed"), default=False)
    pot = models.BigIntegerField(_("pot"), default=0)
    rake = models.BigIntegerField(_("rake"), default=0)
    document: Any = models.JSONField(_("public document"))
    ledger: Any = models.JSONField(_("ledger"), null=True, blank=True)
    stored_at = models.DateTimeField(_("stored"), default=timezone.now)

    objects = HandQuerySet.as_manager()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "site", "number"], name="hand_once"),
            models.CheckConstraint(condition=~Q(site="") & ~Q(number=""), name="hand_has_key"),
            models.CheckConstraint(condition=Q(status__in=Status.values), name="hand_status"),
            models.CheckConstraint(
                condition=Q(pot__gte=0, rake__gte=0, rake__lte=F("pot"), small_bet__gte=0, big_bet__gte=0),
                name="hand_money",
            ),
            models.CheckConstraint(condition=Q(month="") | Q(month__regex=r"^\d{4}-\d{2}$"), name="hand_month"),
        ]
        # A club's hands, latest first: all, those of a game or of a status, those that staff have to decide, and those
        # of a period. Without the last four each is looked for among all of the club's hands where there are few.
        indexes: ClassVar = [
            models.Index(fields=["club", "-id"], name="hand_list"),
            models.Index(fields=["club", "game", "-id"], name="hand_list_game"),
            models.Index(fields=["club", "status", "-id"], name="hand_list_status"),
            models.Index(fields=["club", "-id"], condition=Q(is_disputed=True), name="hand_list_disputed"),
            models.Index(fields=["club", "-played_at", "-id"], name="hand_list_period"),
        ]

    def __str__(self) -> str:
        return f"{self.site} #{self.number}"


class Rank(models.IntegerChoices):
    """Whose word counts more where sources disagree, the most trusted first."""

    SERVER = 1, _("the club's server")
    DIRECTOR = 2, _("a director")
    MEMBER = 3, _("a member")


class Source(models.Model):
    """What one history says of a hand.

    ``private`` are the cards that it tells beyond the public document, and who they belong to
    (:class:`hands.privacy.Overlay`). ``public`` is its own public document where that differs from the hand's, else
    None; ``conflicts`` are the fields in which it disagrees with a source of more weight. ``digest`` is that of all it
    says, so that the same history again is recognised. ``was_posted`` when it was sent by itself; otherwise the results
    of uploads name it, and it goes when none does any more.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="sources", verbose_name=_("hand"), db_index=False)
    digest = models.CharField(_("digest"), max_length=64)
    rank = models.PositiveSmallIntegerField(_("rank"), choices=Rank.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("from"))
    format = models.CharField(_("format"), max_length=40)
    public: Any = models.JSONField(_("own public document"), null=True, blank=True)
    private: Any = models.JSONField(_("private cards"), default=dict, blank=True)
    conflicts: Any = models.JSONField(_("conflicts"), default=list, blank=True)
    was_posted = models.BooleanField(_("sent by itself"), default=False)
    created_at = models.DateTimeField(_("stored"), default=timezone.now)

    class Meta:
        verbose_name = _("source")
        verbose_name_plural = _("sources")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "digest"], name="source_once"),
            models.CheckConstraint(condition=Q(rank__in=Rank.values), name="source_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.format} {self.digest[:8]}"


class Fact(models.Model):
    """What one player did in one hand: the atoms of all statistics (:mod:`hands.facts` makes them).

    ``number`` is the player's in the document (p1 is 1); ``player`` is None where the source tells no names.
    ``drawn_1`` to ``drawn_4`` are the cards drawn at each cut, None for a cut that the player did not see. ``made`` is
    whether the final hand was a made one (메이드), None where its cards are not known or the last cut was not seen.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="facts", verbose_name=_("hand"), db_index=False)
    number = models.PositiveSmallIntegerField(_("number"))
    player = models.ForeignKey(
        Player, models.PROTECT, related_name="facts", verbose_name=_("player"), null=True, blank=True, db_index=False
    )
    put_in = models.BigIntegerField(_("put in"))
    won = models.BigIntegerField(_("won"))
    vpip = models.BooleanField(_("put chips in by choice before the draw"))
    raised = models.BooleanField(_("raised before the draw"))
    drawn_1 = models.PositiveSmallIntegerField(_("drawn at the 1st cut"), null=True, blank=True)
    drawn_2 = models.PositiveSmallIntegerField(_("drawn at the 2nd cut"), null=True, blank=True)
    drawn_3 = models.PositiveSmallIntegerField(_("drawn at the 3rd cut"), null=True, blank=True)
    drawn_4 = models.PositiveSmallIntegerField(_("drawn at the 4th cut"), null=True, blank=True)
    made = models.BooleanField(_("made by the last cut"), null=True, blank=True)
    showdown = models.BooleanField(_("went to the showdown"))
    showdown_won = models.BooleanField(_("won at the showdown"))

    class Meta:
        verbose_name = _("fact")
        verbose_name_plural = _("facts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="fact_once"),
            models.CheckConstraint(condition=Q(number__gte=1, put_in__gte=0, won__gte=0), name="fact_not_negative"),
            models.CheckConstraint(condition=Q(vpip=True) | Q(raised=False), name="fact_raise_is_vpip"),
            models.CheckConstraint(condition=Q(showdown=True) | Q(showdown_won=False), name="fact_won_was_there"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "-hand"], name="fact_player_hands")]  # a player's hands

    def __str__(self) -> str:
        return f"p{self.number}"

    @property
    def net(self) -> int:
        return self.won - self.put_in


class Sums(Stakes):
    """Facts added up. Every column but those of the key is additive: a deletion subtracts what an arrival added.

    ``hands`` counts facts (a hand of six players is six), ``saw_N`` those that saw a cut, ``drawn_N`` the cards drawn
    there and ``pat_N`` those that drew none; ``made_known`` those of whom it is known whether the hand was made;
    ``showdowns_drawn`` those showdowns whose player saw the first cut (a game may have none).
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", verbose_name=_("club"))
    month = models.CharField(_("month"), max_length=7, blank=True)

    hands = models.BigIntegerField(default=0)
    put_in = models.BigIntegerField(default=0)
    won = models.BigIntegerField(default=0)
    vpip = models.BigIntegerField(default=0)
    raised = models.BigIntegerField(default=0)
    saw_1 = models.BigIntegerField(default=0)
    saw_2 = models.BigIntegerField(default=0)
    saw_3 = models.BigIntegerField(default=0)
    saw_4 = models.BigIntegerField(default=0)
    drawn_1 = models.BigIntegerField(default=0)
    drawn_2 = models.BigIntegerField(default=0)
    drawn_3 = models.BigIntegerField(default=0)
    drawn_4 = models.BigIntegerField(default=0)
    pat_1 = models.BigIntegerField(default=0)
    pat_2 = models.BigIntegerField(default=0)
    pat_3 = models.BigIntegerField(default=0)
    pat_4 = models.BigIntegerField(default=0)
    made = models.BigIntegerField(default=0)
    made_known = models.BigIntegerField(default=0)
    showdowns = models.BigIntegerField(default=0)
    showdowns_drawn = models.BigIntegerField(default=0)
    showdowns_won = models.BigIntegerField(default=0)

    ADDITIVE: ClassVar = (
        *("hands", "put_in", "won", "vpip", "raised"),
        *(f"{name}_{cut}" for name in ("saw", "drawn", "pat") for cut in (1, 2, 3, 4)),
        *("made", "made_known", "showdowns", "showdowns_drawn", "showdowns_won"),
    )

    class Meta:
        abstract = True


class PlayerSums(Sums):
    """The sums of a player, by game, stakes and month."""

    # The unique constraint begins with the player: another index would only cost.
    player = models.ForeignKey(Player, models.CASCADE, related_name="sums", verbose_name=_("player"), db_index=False)

    KEY: ClassVar = ("club", "player", *Stakes.STAKES, "month")

    class Meta:
        verbose_name = _("player's sums")
        verbose_name_plural = _("players' sums")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "game", "currency", "decimals", "small_bet", "big_bet", "month"],
                name="player_sums_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.game} {self.month}"


class ClubSums(Sums):
    """The sums of a club over everybody, nameless players too; ``deals`` counts hands, ``pot`` and ``rake`` theirs."""

    deals = models.BigIntegerField(default=0)
    pot = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0)

    KEY: ClassVar = ("club", *Stakes.STAKES, "month")
    ADDITIVE: ClassVar = (*Sums.ADDITIVE, "deals", "pot", "rake")

    class Meta:
        verbose_name = _("club's sums")
        verbose_name_plural = _("clubs' sums")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "game", "currency", "decimals", "small_bet", "big_bet", "month"],
                name="club_sums_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.game} {self.month}"


class PendingSums(Sums):
    """What has to be added to the sums of a player, or of the club where ``player`` is None; negative to take away.

    Written in the transaction that changed the facts, and deleted in the one that adds it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="+", null=True, blank=True)
    deals = models.BigIntegerField(default=0)
    pot = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0)

    class Meta:
        verbose_name = _("sums to be added")
        verbose_name_plural = _("sums to be added")

    def __str__(self) -> str:
        return f"{self.club_id} {self.player_id} {self.game} {self.month}"


class Upload(models.Model):
    """Files of hands that somebody sent, and how far they are. Its state is that of its job.

    ``bytes`` are those of the files as they were sent, ``bytes_done`` of them those looked at. ``found`` is also where
    the import goes on after an interruption: so many hands have a result. ``found_before`` and ``bytes_before`` were
    done when the job was last taken up; what came since tells the rate.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="uploads", verbose_name=_("club"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, verbose_name=_("from"))
    rank = models.PositiveSmallIntegerField(_("rank"), choices=Rank.choices)
    job = models.OneToOneField(Job, models.PROTECT, related_name="+", verbose_name=_("work"))
    created_at = models.DateTimeField(_("sent"), default=timezone.now)
    bytes = models.BigIntegerField(_("bytes"), default=0)
    bytes_done = models.BigIntegerField(_("bytes done"), default=0)
    bytes_before = models.BigIntegerField(default=0, editable=False)
    found = models.PositiveIntegerField(_("found"), default=0)
    found_before = models.PositiveIntegerField(default=0, editable=False)
    accepted = models.PositiveIntegerField(_("accepted"), default=0)
    merged = models.PositiveIntegerField(_("merged"), default=0)
    duplicate = models.PositiveIntegerField(_("duplicate"), default=0)
    refused = models.PositiveIntegerField(_("refused"), default=0)
    conflict = models.PositiveIntegerField(_("conflicts"), default=0)
    unread = models.PositiveIntegerField(_("files not read"), default=0)

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(bytes_done__gte=0, bytes_done__lte=F("bytes")), name="upload_bytes_done"
            ),
            models.CheckConstraint(
                condition=Q(found=F("accepted") + F("merged") + F("duplicate") + F("refused") + F("conflict")),
                name="upload_every_hand_has_an_outcome",
            ),
            models.CheckConstraint(condition=Q(rank__in=Rank.values), name="upload_rank"),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "-id"], name="upload_list")]  # a club's uploads, latest first

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def state(self) -> str:
        """How others call the state of its job, which is read."""
        return _STATES[State(self.job.state)]


_STATES = {
    State.WAITING: "queued",
    State.RUNNING: "running",
    State.DONE: "done",
    State.DEAD: "failed",
    State.CANCELLED: "cancelled",
}


class UploadFile(models.Model):
    """One file of an upload, kept by the digest of its content (:mod:`hands.files`)."""

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="files", verbose_name=_("upload"))
    index = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=255)
    digest = models.CharField(_("digest"), max_length=64, db_index=True)  # whether a stored file is still wanted
    size = models.BigIntegerField(_("bytes"))

    class Meta:
        verbose_name = _("file")
        verbose_name_plural = _("files")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["upload", "index"], name="upload_file_once"),
            models.CheckConstraint(condition=Q(size__gte=0), name="upload_file_size"),
        ]

    def __str__(self) -> str:
        return self.name


class Outcome(models.TextChoices):
    ACCEPTED = "accepted", _("accepted")
    MERGED = "merged", _("merged")
    DUPLICATE = "duplicate", _("duplicate")
    REFUSED = "refused", _("refused")
    CONFLICT = "conflict", _("conflict")
    UNREAD = "unread", _("not read")


class UploadResult(models.Model):
    """What came of one hand of an upload, or that a file of it could not be read.

    ``file`` is the name of the file (``archive.zip!inner.txt``), ``line`` and ``end_line`` are lines of it.
    ``findings`` are as :func:`hands.rendering.render_finding` writes them.
    """

    upload = models.ForeignKey(Upload, models.CASCADE, related_name="results", verbose_name=_("upload"), db_index=False)
    index = models.PositiveIntegerField(_("number"))
    file = models.CharField(_("file"), max_length=1000)
    line = models.PositiveIntegerField(_("line"), null=True, blank=True)
    end_line = models.PositiveIntegerField(_("last line"), null=True, blank=True)
    number = models.CharField(_("number of the hand"), max_length=200, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices)
    hand = models.ForeignKey(
        Hand, models.SET_NULL, related_name="results", verbose_name=_("hand"), null=True, blank=True
    )
    source = models.ForeignKey(
        Source, models.SET_NULL, related_name="results", verbose_name=_("source"), null=True, blank=True
    )
    findings: Any = models.JSONField(_("findings"), default=list, blank=True)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["upload", "index"], name="upload_result_once"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="upload_result_outcome"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["upload", "outcome", "index"], name="upload_result_outcomes")  # the list, filtered
        ]

    def __str__(self) -> str:
        return f"{self.index} {self.outcome}"
