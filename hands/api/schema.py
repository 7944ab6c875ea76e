"""The shapes of the API of hands, for its description. What the views answer is made by :mod:`hands.rendering`, without
these: a test holds the two together."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_field
from rest_framework import serializers

from badugi_site.api.schema import NamesSerializer, ProblemSerializer
from badugi_site.api.serializers import StrictSerializer, StrictString, StringList
from hands.api.bodies import CONTENT_TYPES
from hands.api.examples import FAULTY_ANSWER, HAND_ANSWER, HAND_JSON, HAND_TEXT, HAND_TOML, TWO_HANDS, TWO_RESULTS
from hands.rules.evaluations import EVALUATIONS

MAX_HANDS = 10_000


class EvaluateSerializer(StrictSerializer):
    """What to evaluate."""

    evaluation = serializers.ChoiceField(choices=sorted(EVALUATIONS))
    hands = extend_schema_field({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MAX_HANDS})(
        StringList
    )(most=MAX_HANDS, help_text="Cards as `As2d3c4h` or `A♠ 2♦ 10♣`, in any order.")
    board = StrictString(default="", allow_blank=True, max_length=60, help_text="Cards that count for every hand.")
    tie_rule = serializers.ChoiceField(choices=("split", "suit"), default="split")


class ResultSerializer(serializers.Serializer[Any]):
    """The worth of a hand."""

    cards = serializers.CharField()
    used = serializers.CharField(help_text="The cards that count, in the order of the input.")
    size = serializers.IntegerField(help_text="How many cards count.")
    category = serializers.CharField()
    name = NamesSerializer()
    strength = serializers.IntegerField(help_text="Greater is stronger, equal is a tie; the same in every request.")
    place = serializers.IntegerField(help_text="Within the request: 1, 2, 2, 4.")


class EvaluatedSerializer(serializers.Serializer[Any]):
    """The hands in the order of the request."""

    evaluation = serializers.CharField()
    results = ResultSerializer(many=True)


class FindingSerializer(serializers.Serializer[Any]):
    """What is wrong with a hand (an error refuses it) or odd (a warning does not), and where."""

    code = serializers.CharField(help_text="Stable.")
    severity = serializers.ChoiceField(choices=("error", "warning"))
    message = NamesSerializer()
    line = serializers.IntegerField(allow_null=True, help_text="Of the source, from 1.")
    action = serializers.IntegerField(allow_null=True, help_text="Index of the document's `actions`, from 0.")
    street = serializers.CharField(allow_null=True)
    player = serializers.IntegerField(allow_null=True, help_text="p1 is 1.")
    field = serializers.CharField(allow_null=True, help_text="Of the document, dotted: `antes.2`.")
    found = serializers.CharField(allow_null=True)
    expected = serializers.CharField(allow_null=True)


class HandFindingSerializer(FindingSerializer):
    """A finding of one of several hands."""

    index = serializers.IntegerField(required=False, help_text="Of the hand, from 0; none for the board.")


class BadHandsProblemSerializer(ProblemSerializer):
    """A problem with a finding for every bad hand."""

    findings = HandFindingSerializer(many=True, required=False)


class ShareSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    side = serializers.CharField(help_text="`low` or `high`; `all` where nobody else was left.")
    amount = serializers.CharField()
    odd = serializers.CharField(help_text="How much of the amount are odd chips.")


class PotSerializer(serializers.Serializer[Any]):
    amount = serializers.CharField(help_text="With the rake.")
    rake = serializers.CharField()
    eligible = serializers.ListField(child=serializers.IntegerField(), help_text="Players who could win it.")
    shares = ShareSerializer(many=True)
    odd_rule = serializers.CharField(allow_null=True, help_text="The rule that gave the odd chips.")


class PlayerLineSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField(allow_null=True)
    put_in = serializers.CharField(help_text="Without what was returned.")
    antes = serializers.CharField()
    blinds = serializers.CharField()
    dead = serializers.CharField(help_text="The dead part of a blind posted late.")
    bets = serializers.CharField(help_text="What was put in beyond what was forced.")
    returned = serializers.CharField()
    won = serializers.CharField()
    net = serializers.CharField()
    final_cards = serializers.CharField(help_text="`??` is an unknown card.")
    hand = NamesSerializer(allow_null=True)
    finishing_stack = serializers.CharField(allow_null=True)


class SettlementSerializer(serializers.Serializer[Any]):
    """Who won what. The nets and the rake sum to zero."""

    pots = PotSerializer(many=True)
    players = PlayerLineSerializer(many=True)
    rake = serializers.CharField()


_AMOUNT = {"type": ["string", "number"], "description": "An exact decimal."}
_AMOUNTS = {"type": "array", "items": _AMOUNT}

HAND_DOCUMENT: dict[str, Any] = {
    "type": "object",
    "title": "HandDocument",
    "description": "One hand: the fields of PHH (the open Poker Hand History standard) and a few more. "
    "Players stand in position order, p1 first.",
    "required": ["variant", "antes", "starting_stacks", "actions"],
    "properties": {
        "variant": {"type": "string", "description": "`badugi`, or a code of PHH: `FB`.", "examples": ["FB"]},
        "antes": _AMOUNTS,
        "blinds_or_straddles": _AMOUNTS,
        "small_bet": _AMOUNT,
        "big_bet": _AMOUNT,
        "min_bet": _AMOUNT,
        "bring_in": _AMOUNT,
        "starting_stacks": {"type": "array", "items": _AMOUNT, "description": "`inf` is an unknown stack."},
        "actions": {
            "type": "array",
            "items": {"type": "string"},
            "description": "`d dh p1 As2d3c4h`, `p2 cc`, `p2 f`, `p3 cbr 40`, `p1 sd KdQc`, `p1 sd`, `p1 sm As2d3c4h`.",
        },
        "ante_trimming_status": {"type": "boolean"},
        "finishing_stacks": _AMOUNTS,
        "winnings": _AMOUNTS,
        "players": {"type": "array", "items": {"type": "string"}},
        "seats": {"type": "array", "items": {"type": "integer"}},
        "seat_count": {"type": "integer"},
        "button": {"type": "integer"},
        "options": {"type": "object", "description": "Options of the game; `games/` lists them."},
        "results": {"type": "object", "description": "What the source says of the result; it is compared."},
        "currency": {"type": "string", "description": "ISO 4217; none for chips."},
        "table": {"type": ["string", "integer"]},
        "hand": {"type": ["string", "integer"], "description": "The number of the hand."},
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


class CheckedSerializer(serializers.Serializer[Any]):
    """What the check of a hand came to."""

    accepted = serializers.BooleanField()
    status = serializers.ChoiceField(
        choices=("verified", "consistent", "settled", "cancelled"),
        allow_null=True,
        help_text="`verified`: everything needed was known, and the record agrees. `consistent`: unknown cards kept "
        "something from being proved; `unproved` says what. `settled`: there is no recorded result.",
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


class CutSerializer(serializers.Serializer[Any]):
    """A street on which cards are exchanged."""

    code = serializers.CharField()
    names = NamesSerializer()
    deal = serializers.ListField(child=serializers.ChoiceField(choices=("down", "up")))
    draw = serializers.IntegerField(allow_null=True, help_text="The most cards that may be exchanged.")


class StreetSerializer(CutSerializer):
    """What happens in this order: cards are dealt, cards are exchanged, there is betting."""

    bet = serializers.ChoiceField(choices=("small", "big"), allow_null=True)


class OptionSerializer(serializers.Serializer[Any]):
    """An option of a game, for `options` of a hand document."""

    code = serializers.CharField()
    names = NamesSerializer()
    type = serializers.ChoiceField(choices=("boolean", "integer", "choice", "list"))
    default = serializers.JSONField(help_text="What a hand without the option is played with.")
    choices = serializers.ListField(child=serializers.CharField(), allow_null=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)


class GameSerializer(serializers.Serializer[Any]):
    """A game of the catalogue, with its default options."""

    code = serializers.CharField()
    phh = serializers.CharField(allow_null=True, help_text="Its code in PHH.")
    names = NamesSerializer()
    sides = EvaluationSideSerializer(many=True)
    players = PlayerCountSerializer()
    hand_size = serializers.IntegerField()
    streets = StreetSerializer(many=True)
    cuts = CutSerializer(many=True, help_text="Those that the option `cuts` takes its number of.")
    betting = serializers.CharField()
    options = OptionSerializer(many=True)
    source = serializers.CharField()  # type: ignore[assignment]  # a field, as the others


class GameListSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = GameSerializer(many=True)


def add_hand_document(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: the hand document is no serializer, for the engine reads it itself."""
    result["components"]["schemas"]["HandDocument"] = HAND_DOCUMENT
    return result


def _example(name: str, value: Any, media_type: str = "application/json", **kwargs: Any) -> OpenApiExample:
    return OpenApiExample(name, value=value, media_type=media_type, **kwargs)


def _answer(name: str, value: Any) -> OpenApiExample:
    return _example(name, value, response_only=True, status_codes=["200"])


EVALUATE_EXAMPLES = [
    _example("two hands", TWO_HANDS, request_only=True),
    _answer("two hands", TWO_RESULTS),
]

_TEXT: Any = {"type": "string"}

VALIDATE_REQUEST: dict[str, Any] = {
    "application/json": {"$ref": "#/components/schemas/HandDocument"},
    **dict.fromkeys(CONTENT_TYPES[1:-1], _TEXT),
    "application/octet-stream": {"type": "string", "format": "binary"},
}

VALIDATE_EXAMPLES = [
    _example("hand document", HAND_JSON, request_only=True),
    _example("PokerStars", HAND_TEXT, "text/plain", request_only=True),
    _example("PHH", HAND_TOML, "application/toml", request_only=True),
    _answer("a hand that is settled", HAND_ANSWER),
    _answer("a hand that is refused", FAULTY_ANSWER),
]
