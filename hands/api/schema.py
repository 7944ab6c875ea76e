"""The shapes of the API of hands, for its description. What the views answer is made by :mod:`hands.rendering`, without
these: a test holds the two together."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers

from badugi_site.api.schema import NamesSerializer, ProblemSerializer, described, said
from badugi_site.api.serializers import StrictChoice, StrictSerializer, StrictString, StringList
from hands.api.bodies import CONTENT_TYPES
from hands.api.examples import FAULTY_ANSWER, HAND_ANSWER, HAND_JSON, HAND_TEXT, HAND_TOML, TWO_HANDS, TWO_RESULTS
from hands.rules.evaluations import EVALUATIONS

MAX_HANDS = 10_000


@described("What to evaluate.", "평가할 패입니다.")
class EvaluateSerializer(StrictSerializer):
    evaluation = StrictChoice(sorted(EVALUATIONS))
    hands = extend_schema_field({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MAX_HANDS})(
        StringList
    )(
        most=MAX_HANDS,
        help_text=said(
            "Cards as `As2d3c4h` or `A♠ 2♦ 10♣`, in any order.",
            "`As2d3c4h` 또는 `A♠ 2♦ 10♣`처럼 적은 카드. 순서는 상관없습니다.",
        ),
    )
    board = StrictString(
        default="",
        allow_blank=True,
        max_length=60,
        help_text=said("Cards that count for every hand.", "모든 패에 함께 쓰이는 카드."),
    )
    tie_rule = StrictChoice(("split", "suit"), default="split")


@described("The worth of a hand.", "패 하나의 가치입니다.")
class ResultSerializer(serializers.Serializer[Any]):
    cards = serializers.CharField()
    used = serializers.CharField(
        help_text=said(
            "The cards that count, in the order of the input.", "족보에 쓰이는 카드. 입력한 순서를 따릅니다."
        )
    )
    size = serializers.IntegerField(help_text=said("How many cards count.", "족보에 쓰이는 카드 수."))
    category = serializers.CharField()
    name = NamesSerializer()
    strength = serializers.IntegerField(
        help_text=said(
            "Greater is stronger, equal is a tie; the same in every request.",
            "클수록 강하고 같으면 무승부입니다. 모든 요청에서 같은 값입니다.",
        )
    )
    place = serializers.IntegerField(
        help_text=said("Within the request: 1, 2, 2, 4.", "요청 안에서의 순위: 1, 2, 2, 4.")
    )


@described("The hands in the order of the request.", "요청한 순서대로의 패입니다.")
class EvaluatedSerializer(serializers.Serializer[Any]):
    evaluation = serializers.CharField()
    results = ResultSerializer(many=True)


@described(
    "What is wrong with a hand (an error refuses it) or odd (a warning does not), and where.",
    "핸드의 문제점과 그 위치입니다. 오류(error)가 있으면 거부되고, 주의(warning)만 있으면 통과합니다.",
)
class FindingSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text=said("Stable.", "바뀌지 않는 코드."))
    severity = serializers.ChoiceField(choices=("error", "warning"))
    message = NamesSerializer()
    line = serializers.IntegerField(
        allow_null=True, help_text=said("Of the source, from 1.", "원문의 줄 번호. 1부터 셉니다.")
    )
    action = serializers.IntegerField(
        allow_null=True,
        help_text=said("Index of the document's `actions`, from 0.", "핸드 문서 `actions`의 번호. 0부터 셉니다."),
    )
    street = serializers.CharField(allow_null=True)
    player = serializers.IntegerField(allow_null=True, help_text=said("p1 is 1.", "p1이 1입니다."))
    field = serializers.CharField(
        allow_null=True,
        help_text=said("Of the document, dotted: `antes.2`.", "핸드 문서의 항목. 점으로 이어 적습니다: `antes.2`."),
    )
    found = serializers.CharField(allow_null=True)
    expected = serializers.CharField(allow_null=True)


@described("A finding of one of several hands.", "여러 패 가운데 하나의 문제점입니다.")
class HandFindingSerializer(FindingSerializer):
    index = serializers.IntegerField(
        required=False,
        help_text=said(
            "Of the hand, from 0; none for the board.", "패의 번호. 0부터 세며, 보드의 문제점에는 없습니다."
        ),
    )


@described("A problem with a finding for every bad hand.", "잘못된 패마다 문제점을 담은 문제 문서입니다.")
class BadHandsProblemSerializer(ProblemSerializer):
    findings = HandFindingSerializer(many=True, required=False)


class ShareSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    side = serializers.ChoiceField(choices=("low", "high"))
    amount = serializers.CharField()
    odd = serializers.CharField(
        help_text=said("How much of the amount are odd chips.", "금액 가운데 나누고 남은 칩(자투리 칩).")
    )


class PotSerializer(serializers.Serializer[Any]):
    amount = serializers.CharField(help_text=said("With the rake.", "레이크를 포함한 금액."))
    rake = serializers.CharField()
    eligible = serializers.ListField(
        child=serializers.IntegerField(),
        help_text=said("Players who could win it.", "이 팟을 가져갈 수 있는 플레이어."),
    )
    shares = ShareSerializer(many=True)
    odd_rule = serializers.CharField(
        allow_null=True, help_text=said("The rule that gave the odd chips.", "남는 칩을 나눈 규칙.")
    )


class PlayerLineSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField(allow_null=True)
    put_in = serializers.CharField(help_text=said("Without what was returned.", "돌려받은 칩은 뺀 금액."))
    antes = serializers.CharField()
    blinds = serializers.CharField()
    dead = serializers.CharField(
        help_text=said("The dead part of a blind posted late.", "늦게 낸 블라인드 가운데 죽은 칩(데드).")
    )
    bets = serializers.CharField(help_text=said("What was put in beyond what was forced.", "의무로 낸 칩을 뺀 베팅."))
    returned = serializers.CharField()
    won = serializers.CharField()
    net = serializers.CharField()
    final_cards = serializers.CharField(help_text=said("`??` is an unknown card.", "`??`는 모르는 카드입니다."))
    hand = NamesSerializer(allow_null=True)
    finishing_stack = serializers.CharField(allow_null=True)


@described(
    "Who won what. The nets and the rake sum to zero.", "누가 얼마를 가져갔는지입니다. 손익과 레이크의 합은 0입니다."
)
class SettlementSerializer(serializers.Serializer[Any]):
    pots = PotSerializer(many=True)
    players = PlayerLineSerializer(many=True)
    rake = serializers.CharField()


_AMOUNT = {"type": ["string", "number"], "description": said("An exact decimal.", "정확한 십진수.")}
_AMOUNTS = {"type": "array", "items": _AMOUNT}

HAND_DOCUMENT: dict[str, Any] = {
    "type": "object",
    "title": "HandDocument",
    "description": said(
        "One hand: the fields of PHH (the open Poker Hand History standard) and a few more. "
        "Players stand in position order, p1 first.",
        "핸드 하나입니다. 공개 표준 PHH(Poker Hand History)의 항목에 몇 가지를 더했습니다. "
        "플레이어는 p1부터 포지션 순서로 적습니다.",
    ),
    "required": ["variant", "antes", "starting_stacks", "actions"],
    "properties": {
        "variant": {
            "type": "string",
            "description": said("`badugi`, or a code of PHH: `FB`.", "`badugi` 또는 PHH 코드 `FB`."),
            "examples": ["FB"],
        },
        "antes": _AMOUNTS,
        "blinds_or_straddles": _AMOUNTS,
        "small_bet": _AMOUNT,
        "big_bet": _AMOUNT,
        "min_bet": _AMOUNT,
        "bring_in": _AMOUNT,
        "starting_stacks": {
            "type": "array",
            "items": _AMOUNT,
            "description": said("`inf` is an unknown stack.", "`inf`는 모르는 스택입니다."),
        },
        "actions": {
            "type": "array",
            "items": {"type": "string"},
            "description": said(
                "`d dh p1 As2d3c4h`, `p2 cc`, `p2 f`, `p3 cbr 40`, `p1 sd KdQc`, `p1 sd`, `p1 sm As2d3c4h`.",
                "예: `d dh p1 As2d3c4h`, `p2 cc`, `p2 f`, `p3 cbr 40`, `p1 sd KdQc`, `p1 sd`, `p1 sm As2d3c4h`.",
            ),
        },
        "ante_trimming_status": {"type": "boolean"},
        "finishing_stacks": _AMOUNTS,
        "winnings": _AMOUNTS,
        "players": {"type": "array", "items": {"type": "string"}},
        "seats": {"type": "array", "items": {"type": "integer"}},
        "seat_count": {"type": "integer"},
        "button": {"type": "integer"},
        "options": {
            "type": "object",
            "description": said("Options of the game; `games/` lists them.", "게임 옵션. 목록은 `games/`에 있습니다."),
        },
        "results": {
            "type": "object",
            "description": said(
                "What the source says of the result; it is compared.", "원문에 적힌 결과. 계산한 결과와 비교합니다."
            ),
        },
        "currency": {
            "type": "string",
            "description": said("ISO 4217; none for chips.", "ISO 4217 통화 코드. 칩이면 적지 않습니다."),
        },
        "table": {"type": ["string", "integer"]},
        "hand": {"type": ["string", "integer"], "description": said("The number of the hand.", "핸드 번호.")},
        "venue": {"type": "string"},
        "event": {"type": "string"},
        "level": {"type": ["string", "integer"]},
        "year": {"type": "integer"},
        "month": {"type": "integer"},
        "day": {"type": "integer"},
        "time": {"type": "string"},
        "time_zone": {"type": "string"},
    },
}


@extend_schema_field({"oneOf": [{"$ref": "#/components/schemas/HandDocument"}, {"type": "null"}]})
class HandField(serializers.JSONField):
    """The hand document, None where the text did not become one."""


@described("What the check of a hand came to.", "핸드 검사 결과입니다.")
class CheckedSerializer(serializers.Serializer[Any]):
    accepted = serializers.BooleanField()
    status = serializers.ChoiceField(
        choices=("verified", "consistent", "settled", "cancelled"),
        allow_null=True,
        help_text=said(
            "`verified`: everything needed was known, and the record agrees. `consistent`: unknown cards kept "
            "something from being proved; `unproved` says what. `settled`: there is no recorded result. `cancelled`: "
            "the hand was called off.",
            "`verified`: 필요한 것이 모두 밝혀져 있고 기록과 일치합니다. `consistent`: 모르는 카드가 있어 일부는 "
            "증명할 수 없습니다(`unproved`에 적습니다). `settled`: 기록된 결과가 없습니다. "
            "`cancelled`: 취소된 핸드입니다.",
        ),
    )
    unproved = serializers.ListField(child=serializers.CharField())
    findings = FindingSerializer(many=True)
    hand = HandField()
    settlement = SettlementSerializer(allow_null=True)
    jackpots = serializers.ListField(child=serializers.JSONField())


class EvaluationSideSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=("low", "high"))
    evaluation = serializers.CharField()
    names = NamesSerializer()


class PlayerCountSerializer(serializers.Serializer[Any]):
    least = serializers.IntegerField()
    most = serializers.IntegerField()


@described("A street on which cards are exchanged.", "카드를 바꾸는 단계입니다.")
class CutSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    names = NamesSerializer()
    deal = serializers.ListField(child=serializers.ChoiceField(choices=("down", "up")))
    draw = serializers.IntegerField(
        allow_null=True, help_text=said("The most cards that may be exchanged.", "바꿀 수 있는 최대 카드 수.")
    )


@described(
    "What happens in this order: cards are dealt, cards are exchanged, there is betting.",
    "진행 순서: 카드를 받고, 카드를 바꾸고, 베팅합니다.",
)
class StreetSerializer(CutSerializer):
    bet = serializers.ChoiceField(choices=("small", "big"), allow_null=True)


@described("An option of a game, for `options` of a hand document.", "핸드 문서의 `options`에 쓰는 게임 옵션입니다.")
class OptionSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    names = NamesSerializer()
    type = serializers.ChoiceField(choices=("boolean", "integer", "choice", "list"))
    default = serializers.JSONField(
        help_text=said("What a hand without the option is played with.", "옵션을 적지 않은 핸드에 적용되는 값.")
    )
    choices = serializers.ListField(child=serializers.CharField(), allow_null=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)


@described("A game of the catalogue, with its default options.", "기본 옵션으로 나타낸 게임입니다.")
class GameSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    phh = serializers.CharField(allow_null=True, help_text=said("Its code in PHH.", "PHH에서 쓰는 코드."))
    names = NamesSerializer()
    sides = EvaluationSideSerializer(many=True)
    players = PlayerCountSerializer()
    hand_size = serializers.IntegerField()
    streets = StreetSerializer(many=True)
    cuts = CutSerializer(
        many=True,
        help_text=said(
            "Those that the option `cuts` takes its number of.", "`cuts` 옵션의 수만큼 앞에서부터 쓰이는 단계."
        ),
    )
    betting = serializers.CharField()
    options = OptionSerializer(many=True)
    source = serializers.CharField()  # type: ignore[assignment]  # a field, as the others


class GameListSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = GameSerializer(many=True)


def add_hand_document(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: the hand document has no serializer, for the engine reads it itself."""
    result["components"]["schemas"]["HandDocument"] = HAND_DOCUMENT
    return result


def _request(en: str, ko: str, value: Any, media_type: str = "application/json") -> OpenApiExample:
    return OpenApiExample(en, value=value, summary=said(en, ko), media_type=media_type, request_only=True)


def _answer(en: str, ko: str, value: Any) -> OpenApiExample:
    return OpenApiExample(
        en, value=value, summary=said(en, ko), media_type="application/json", response_only=True, status_codes=["200"]
    )


EVALUATE_EXAMPLES = [
    _request("two hands", "패 두 개", TWO_HANDS),
    _answer("two hands", "패 두 개", TWO_RESULTS),
]

_TEXT: Any = {"type": "string"}

VALIDATE_REQUEST: dict[str, Any] = {
    "application/json": {"$ref": "#/components/schemas/HandDocument"},
    **dict.fromkeys(CONTENT_TYPES[1:-1], _TEXT),
    "application/octet-stream": {"type": "string", "format": "binary"},
}

VALIDATE_EXAMPLES = [
    _request("hand document", "핸드 문서", HAND_JSON),
    _request("PokerStars", "포커스타즈", HAND_TEXT, "text/plain"),
    _request("PHH", "PHH 문서", HAND_TOML, "application/toml"),
    _answer("a hand that is settled", "정산된 핸드", HAND_ANSWER),
    _answer("a hand that is refused", "거부된 핸드", FAULTY_ANSWER),
]
