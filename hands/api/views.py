"""Games, evaluations and the check of a hand: open to anyone, storing nothing."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site.api import problems
from badugi_site.api.bodies import MEGABYTE, json_body
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.problems import Problem, kind
from badugi_site.api.schema import problem_responses, said, success
from badugi_site.api.text import Text
from badugi_site.api.views import OpenView
from hands.api import schema
from hands.api.bodies import SEVERAL_HANDS, UNKNOWN_FORMAT, UNREADABLE, one_hand
from hands.api.evaluate import BadBoardError, BadHandsError, evaluate
from hands.api.games import find_game, render_game
from hands.check import check
from hands.rendering import render, render_finding
from hands.rules.evaluations import EVALUATIONS
from hands.rules.games import GAMES

EVALUATE_LIMIT = 2 * MEGABYTE

BAD_HANDS = kind("bad_hands", 422, "Some hands cannot be evaluated", "평가할 수 없는 패가 있습니다")
BAD_BOARD = kind("bad_board", 422, "The board cannot be read", "보드 카드가 잘못되었습니다")


class GameListView(OpenView):
    @extend_schema(
        operation_id="list_games",
        tags=["games"],
        summary=said("The games", "게임 목록"),
        description=said(
            "The catalogue: streets, sides, evaluations, betting and options, in both languages.",
            "스트리트, 하이/로우 구분, 족보, 베팅, 옵션을 두 언어로 보여 줍니다.",
        ),
        responses=success(schema.GameListSerializer, "All games.", "모든 게임입니다."),
    )
    def get(self, request: Request) -> Response:
        games = [render_game(game) for game in GAMES.values()]
        return Response({"next": None, "previous": None, "results": games})


class GameDetailView(OpenView):
    @extend_schema(
        operation_id="get_game",
        tags=["games"],
        summary=said("One game", "게임 하나"),
        description=said("A game by its code, or by its code in PHH.", "코드 또는 PHH 코드로 게임을 찾습니다."),
        responses=success(schema.GameSerializer, "The game.", "해당 게임입니다.")
        | problem_responses(problems.NOT_FOUND),
    )
    def get(self, request: Request, code: str) -> Response:
        game = find_game(code)
        if game is None:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        return Response(render_game(game))


class EvaluateView(OpenView):
    @extend_schema(
        operation_id="evaluate",
        tags=["evaluate"],
        summary=said("What hands are worth", "패의 가치"),
        description=said(
            "Up to 10,000 hands of one evaluation: the cards that count, category, name, a strength to compare, and "
            "the places. One bad hand, and none is evaluated: 422 with a finding for each bad one. At most 2 MB.",
            "한 가지 족보로 최대 10,000개의 패를 평가합니다. 쓰이는 카드, 분류, 이름, 강도, 순위를 알려 줍니다. "
            "잘못된 패가 하나라도 있으면 아무것도 평가하지 않고, 422로 그 패마다 문제점을 알립니다. 최대 2 MB.",
        ),
        request=schema.EvaluateSerializer,
        responses=success(
            schema.EvaluatedSerializer, "Every hand, in the order of the request.", "요청 순서대로의 결과입니다."
        )
        | problem_responses(
            problems.MALFORMED_JSON, problems.TOO_LARGE, problems.UNSUPPORTED_MEDIA_TYPE, problems.LENGTH_REQUIRED
        )
        | problem_responses(
            BAD_HANDS,
            BAD_BOARD,
            problems.INVALID_BODY,
            problems.EMPTY_BODY,
            problems.UNKNOWN_PARAMETER,
            serializer=schema.BadHandsProblemSerializer,
        ),
        examples=schema.EVALUATE_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        wanted = schema.EvaluateSerializer(data=json_body(request._request, EVALUATE_LIMIT))
        wanted.is_valid(raise_exception=True)
        given = wanted.validated_data
        try:
            results = evaluate(EVALUATIONS[given["evaluation"]], given["hands"], given["board"], given["tie_rule"])
        except BadBoardError as error:
            text = Text("The board is wrong; see findings.", "보드 카드가 잘못되었습니다. findings를 보세요.")
            raise Problem(BAD_BOARD, text, findings=[render_finding(error.finding)]) from None
        except BadHandsError as error:
            text = Text(
                "{} of {} hands cannot be evaluated; see findings.",
                "{}개의 패를 평가할 수 없습니다(전체 {}개). findings를 보세요.",
            )
            detail = text.format(len(error.findings), len(given["hands"]))
            rendered = [{"index": index} | render_finding(finding) for index, finding in error.findings.items()]
            raise Problem(BAD_HANDS, detail, findings=rendered) from None
        return Response({"evaluation": given["evaluation"], "results": results})


class HandValidateView(OpenView):
    @extend_schema(
        operation_id="validate_hand",
        tags=["hands"],
        summary=said("Check a hand", "핸드 검사"),
        description=said(
            "A dry run of one hand in any known format, recognised by its content: findings, settlement, "
            "names. Stores nothing. A refused hand is an answer too: 200 with `accepted` false. At most 1 MB.",
            "지원하는 모든 형식의 핸드 하나를 내용으로 알아보고 검사합니다. 문제점, 정산, 이름을 알려 주며 아무것도 "
            "저장하지 않습니다. 거부된 핸드도 `accepted`가 false인 200 응답입니다. 최대 1 MB.",
        ),
        request=schema.VALIDATE_REQUEST,
        responses=success(
            schema.CheckedSerializer,
            "The check worked; `accepted` tells how the hand fared.",
            "검사 결과입니다. `accepted`가 판정입니다.",
        )
        | problem_responses(
            problems.MALFORMED_JSON,
            problems.TOO_LARGE,
            problems.UNSUPPORTED_MEDIA_TYPE,
            problems.LENGTH_REQUIRED,
            UNKNOWN_FORMAT,
            SEVERAL_HANDS,
            UNREADABLE,
            problems.EMPTY_BODY,
            problems.UNKNOWN_PARAMETER,
        ),
        examples=schema.VALIDATE_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        return Response(render(check(one_hand(request._request))))
