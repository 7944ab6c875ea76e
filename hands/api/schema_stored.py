"""The shapes of stored hands, for the description of the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework import serializers

from badugi_site.api.schema import ProblemSerializer, described, said
from hands.api.examples_stored import STORED, STORED_AGAIN
from hands.api.schema import VALIDATE_EXAMPLES, CheckedSerializer, FindingSerializer
from hands.models import Rank, Status


class PlaceSerializer(serializers.Serializer[Any]):
    """Where a stored hand stands: what a row of the list has, and the hand itself beside what was checked."""

    id = serializers.UUIDField()
    club = serializers.SlugField()
    site = serializers.CharField(help_text=said("The room or club that dealt it.", "핸드를 돌린 룸이나 클럽."))
    number = serializers.CharField()
    played_at = serializers.DateTimeField(allow_null=True)
    sources = serializers.IntegerField(help_text=said("From how many histories it is known.", "원본의 수."))
    url = serializers.URLField()
    is_disputed = serializers.BooleanField(
        help_text=said(
            "Its sources disagree: it counts in no statistics until the club decides.",
            "원본끼리 서로 달라, 클럽이 정할 때까지 통계에 넣지 않는 핸드인지 여부.",
        )
    )


@described("A stored hand, as far as you may see it.", "저장된 핸드입니다. 볼 수 있는 것만 들어 있습니다.")
class StoredSerializer(PlaceSerializer, CheckedSerializer):
    conflicts = serializers.ListField(
        child=serializers.CharField(),
        help_text=said(
            "The fields in which its sources disagree; for members those that their own history states.",
            "원본끼리 서로 다른 항목. 회원에게는 자신의 기록에 적힌 항목만 보입니다.",
        ),
    )
    merged = serializers.BooleanField(
        required=False, help_text=said("Only when it was sent just now.", "방금 보낸 핸드에만 있습니다.")
    )
    duplicate = serializers.BooleanField(
        required=False, help_text=said("Only when it was sent just now.", "방금 보낸 핸드에만 있습니다.")
    )


@described("A stored hand in a list.", "목록에 나오는 핸드입니다.")
class HandRowSerializer(PlaceSerializer):
    status = serializers.ChoiceField(choices=tuple(map(str, Status.values)))
    game = serializers.CharField()
    currency = serializers.CharField(allow_null=True, help_text=said("None for chips.", "칩이면 null."))
    small_bet = serializers.CharField()
    big_bet = serializers.CharField()
    table = serializers.CharField(allow_null=True)
    event = serializers.CharField(allow_null=True)
    table_size = serializers.IntegerField(help_text=said("Players dealt in.", "카드를 받은 플레이어 수."))
    pot = serializers.CharField()
    rake = serializers.CharField()


class HandListSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = HandRowSerializer(many=True)


@described("One history of a hand.", "핸드의 원본 하나입니다.")
class SourceSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    rank = serializers.ChoiceField(
        choices=tuple(rank.name.lower() for rank in Rank),
        help_text=said(
            "Whose word it is: the server's counts more than a director's, and that more than a member's.",
            "누구의 기록인지. 서버, 디렉터, 회원 순으로 더 신뢰합니다.",
        ),
    )
    format = serializers.CharField()
    posted = serializers.BooleanField(
        help_text=said("Sent by itself, not in an upload.", "업로드가 아니라 따로 보낸 것인지 여부.")
    )
    conflicts = serializers.ListField(
        child=serializers.CharField(),
        help_text=said("Fields in which it disagrees with one of more weight.", "더 신뢰하는 원본과 서로 다른 항목."),
    )
    created_at = serializers.DateTimeField()


# A word of Python, which no attribute can be called.
SourceSerializer._declared_fields["from"] = serializers.CharField(
    allow_null=True, help_text=said("The user who sent it.", "보낸 사용자.")
)


class SourceListSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = SourceSerializer(many=True)


@described(
    "A problem with the fields in which two histories disagree.", "두 기록이 서로 다른 항목을 담은 문제 문서입니다."
)
class ConflictProblemSerializer(ProblemSerializer):
    conflicts = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=said("Of those that the history sent states.", "보낸 기록에 적힌 항목만 나옵니다."),
    )
    id = serializers.UUIDField(required=False)
    url = serializers.URLField(required=False)


@described("A problem with the findings that refuse a hand.", "핸드를 거부한 문제점을 담은 문제 문서입니다.")
class RefusedProblemSerializer(ProblemSerializer):
    findings = FindingSerializer(many=True, required=False)


HAND_DOCUMENT: Any = {"$ref": "#/components/schemas/HandDocument"}
TEXT: Any = {"type": "string"}

EXPORT_FORMAT = OpenApiParameter(
    "format",
    {"type": "string", "enum": ["json", "phh"]},
    description=said("The form of the answer, instead of `Accept`.", "`Accept` 대신 쓰는 응답 형식."),
    required=False,
)


def _answer(en: str, ko: str, value: Any, status: int) -> OpenApiExample:
    return OpenApiExample(
        en,
        value=value,
        summary=said(en, ko),
        media_type="application/json",
        response_only=True,
        status_codes=[str(status)],
    )


STORE_EXAMPLES = [
    *(example for example in VALIDATE_EXAMPLES if example.request_only),
    _answer("a hand that is stored", "저장된 핸드", STORED, 201),
    _answer("a hand that was there", "이미 있던 핸드", STORED_AGAIN, 200),
]
