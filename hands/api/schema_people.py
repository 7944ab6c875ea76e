"""The shapes of clubs, players and statistics, for the description of the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers

from badugi_site.api.schema import NamesSerializer, described, said
from badugi_site.clubs.permissions import PERMISSIONS, Audience, Role
from hands.statistics import NET, VPIP


@described("A club, and what you may do there.", "클럽과 그 안에서 할 수 있는 일입니다.")
class ClubSerializer(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    name = serializers.CharField()
    language = serializers.CharField()
    time_zone = serializers.CharField()
    hands_open_to = serializers.ChoiceField(choices=(Audience.PLAYERS.value, Audience.MEMBERS.value))
    statistics_open_to = serializers.ChoiceField(choices=(Audience.STAFF.value, Audience.MEMBERS.value))
    role = serializers.ChoiceField(choices=tuple(role.value for role in Role), help_text=said("Yours.", "내 역할."))
    permissions = serializers.ListField(
        child=serializers.ChoiceField(choices=tuple(PERMISSIONS)),
        help_text=said("What you may do, with this token or session.", "이 토큰이나 세션으로 할 수 있는 일."),
    )
    players = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=said("The ids of the players that you are.", "나에 해당하는 플레이어의 id."),
    )
    url = serializers.URLField()
    stats_url = serializers.URLField()


class ClubListSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = ClubSerializer(many=True)


class AliasSerializer(serializers.Serializer[Any]):
    site = serializers.CharField()
    name = serializers.CharField()


@described("A person of a club, as the hands know them.", "핸드에 나오는 클럽 사람입니다.")
class PlayerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.SlugField()
    name = serializers.CharField()
    aliases = AliasSerializer(many=True)
    is_guest = serializers.BooleanField()
    is_you = serializers.BooleanField()
    url = serializers.URLField()
    stats_url = serializers.URLField()


class PlayerListSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = PlayerSerializer(many=True)


@described("What a figure is.", "통계 항목의 뜻입니다.")
class StatisticSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text=said("Stable.", "바뀌지 않는 코드."))
    kind = serializers.ChoiceField(choices=("count", "money", "big_bets", "share", "average"))
    names = NamesSerializer()
    meaning = NamesSerializer()


class AmountSerializer(serializers.Serializer[Any]):
    currency = serializers.CharField(allow_null=True, help_text=said("None for chips.", "칩이면 null."))
    amount = serializers.CharField()
    hands = serializers.IntegerField()


@described(
    "A figure with what it rests on; which fields it has goes by its kind.",
    "수치와 그 표본입니다. 항목은 종류에 따라 다릅니다.",
)
class FigureSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField(required=False)
    among = serializers.IntegerField(
        required=False, help_text=said("The sample of a share or average.", "비율이나 평균의 표본 수.")
    )
    percent = serializers.CharField(required=False, allow_null=True)
    low = serializers.CharField(
        required=False,
        allow_null=True,
        help_text=said("The lower end of the 95 % interval, in percent.", "95% 신뢰구간의 아래 끝(%)."),
    )
    high = serializers.CharField(
        required=False,
        allow_null=True,
        help_text=said("The upper end of the 95 % interval, in percent.", "95% 신뢰구간의 위 끝(%)."),
    )
    total = serializers.IntegerField(required=False)
    average = serializers.CharField(required=False, allow_null=True)
    amounts = AmountSerializer(many=True, required=False)
    big_bets = serializers.CharField(required=False, allow_null=True)
    hands = serializers.IntegerField(
        required=False, help_text=said("The hands with a big bet.", "빅 베팅이 있는 핸드 수.")
    )


class StakesSerializer(serializers.Serializer[Any]):
    currency = serializers.CharField(allow_null=True, help_text=said("None for chips.", "칩이면 null."))
    small_bet = serializers.CharField()
    big_bet = serializers.CharField()
    code = serializers.CharField(help_text=said("What `?stakes=` takes.", "`?stakes=`에 쓰는 값."))


@described("The figures of one group of hands.", "한 묶음 핸드의 수치입니다.")
class GroupSerializer(serializers.Serializer[Any]):
    game = serializers.CharField(allow_null=True, help_text=said("With `by=game`.", "`by=game`일 때."))
    stakes = StakesSerializer(allow_null=True, help_text=said("With `by=stakes`.", "`by=stakes`일 때."))
    month = serializers.CharField(
        allow_null=True,
        help_text=said("With `by=month`; empty for hands without a time.", "`by=month`일 때. 시각이 없으면 빈 값."),
    )
    figures = serializers.DictField(
        child=FigureSerializer(), help_text=said("By the code of the statistic.", "통계 항목의 코드별 수치.")
    )


@described("Figures, by group, and what each is.", "묶음별 수치와 각 항목의 뜻입니다.")
class StatsSerializer(serializers.Serializer[Any]):
    club = serializers.SlugField()
    player = serializers.IntegerField(allow_null=True, help_text=said("None for a club's.", "클럽 통계면 null."))
    statistics = StatisticSerializer(many=True)
    groups = GroupSerializer(many=True)


STATS_EXAMPLES = [
    OpenApiExample(
        "by stakes",
        value={
            "club": "club",
            "player": 3,
            "statistics": [
                {
                    "code": statistic.code,
                    "kind": statistic.kind,
                    "names": {"en": statistic.names.en, "ko": statistic.names.ko},
                    "meaning": {"en": statistic.meaning.en, "ko": statistic.meaning.ko},
                }
                for statistic in (NET, VPIP)
            ],
            "groups": [
                {
                    "game": None,
                    "stakes": {
                        "currency": "USD",
                        "small_bet": "0.50",
                        "big_bet": "1.00",
                        "code": "USD:0.50/1.00",
                    },
                    "month": None,
                    "figures": {
                        "net": {"amounts": [{"currency": "USD", "amount": "-1.50", "hands": 4}]},
                        "vpip": {"count": 1, "among": 4, "percent": "25.0", "low": "4.6", "high": "69.9"},
                    },
                }
            ],
        },
        summary=said("by stakes", "스테이크별"),
        media_type="application/json",
        response_only=True,
        status_codes=["200"],
    )
]
