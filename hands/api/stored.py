"""Stored hands: sent one at a time, listed, looked at, exported."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site.api import problems
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.file_names import attachment
from badugi_site.api.negotiation import FormatNegotiation
from badugi_site.api.pagination import page_of
from badugi_site.api.parameters import INVALID_PARAMETER, described, read_parameters
from badugi_site.api.problems import Problem, kind
from badugi_site.api.schema import problem_responses, response_header, said, success
from badugi_site.api.text import Text
from badugi_site.clubs.access import Access
from badugi_site.clubs.api import CLUB_PROBLEMS, SEVERAL_CLUBS, ClubView
from badugi_site.clubs.permissions import SEE_HANDS, STORE_HANDS
from hands.api import schema_stored as schema
from hands.api.bodies import SEVERAL_HANDS, UNKNOWN_FORMAT, UNREADABLE, one_hand
from hands.api.filters import CLUB, HAND_FILTERS, hands_that
from hands.api.schema import VALIDATE_REQUEST
from hands.check import check
from hands.formats import phh
from hands.formats.document import to_dict
from hands.ingest import Stored, store_posted
from hands.models import Hand, Outcome, Rank, Source
from hands.preparing import prepare
from hands.senders import sender
from hands.viewing import render_hand, render_row, view

REFUSED_HAND = kind("refused_hand", 422, "The hand is refused", "거부된 핸드입니다")
CONFLICT = kind("conflict", 409, "The hand is stored otherwise", "저장된 핸드와 내용이 다릅니다")
NOT_EXPORTABLE = kind("not_exportable", 422, "The hand cannot be written so", "이 형식으로 내보낼 수 없는 핸드입니다")


class PhhRenderer(BaseRenderer):
    """Hand history of the open standard, which is TOML."""

    media_type = "application/toml"
    format = "phh"
    charset = "utf-8"

    def render(self, data: str, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        return data.encode()


class HandListView(ClubView):
    permissions: ClassVar = {"GET": SEE_HANDS, "POST": STORE_HANDS}
    parameters = {"get": HAND_FILTERS, "post": (CLUB,)}

    @extend_schema(
        operation_id="list_hands",
        tags=["hands"],
        summary=said("Stored hands", "저장된 핸드 목록"),
        description=said(
            "The hands of a club that you may see, the latest first, in pages: `next` and `previous` lead on. Each row "
            "is a hand without its document, settlement and findings.",
            "볼 수 있는 클럽의 핸드를 최근 것부터 페이지로 보여 줍니다. `next`와 `previous`로 넘어갑니다. 각 행에는 "
            "핸드 문서, 정산, 문제점이 빠져 있습니다.",
        ),
        parameters=described(HAND_FILTERS),
        responses=success(schema.HandListSerializer, "A page of hands.", "핸드 한 페이지입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER, INVALID_PARAMETER),
    )
    def get(self, request: Request) -> Response:
        access, given = self.access_to_club(request), self.given(request)
        hands, order = hands_that(access, given)
        cursor = read_parameters(request.query_params, [order.cursor])["cursor"]
        page = page_of(hands.for_list(), order, request=request, cursor=cursor, limit=given["limit"])
        return Response(page.render([_absolute(request, render_row(hand, access)) for hand in page.rows]))

    @extend_schema(
        operation_id="store_hand",
        tags=["hands"],
        summary=said("Store a hand", "핸드 저장"),
        description=said(
            "One hand in any known format, recognised by its content, as `hands/validate/` takes it. The same hand "
            "again is recognised by site and number, in whatever form and from whomever it comes: 200 with `duplicate` "
            "or, when this source tells more of it, `merged`. At most 1 MB.",
            "`hands/validate/`와 같은 본문으로 핸드 하나를 저장합니다. 같은 핸드는 형식과 보낸 사람이 달라도 룸과 "
            "핸드 번호로 알아보고 200으로 답합니다. 내용이 같으면 `duplicate`, 새로운 내용이 더해지면 "
            "`merged`입니다. 최대 1 MB.",
        ),
        parameters=[
            *described([CLUB]),
            response_header("Location", [201], "The address of the hand.", "저장된 핸드의 주소."),
        ],
        request=VALIDATE_REQUEST,
        responses={201: OpenApiResponse(schema.StoredSerializer, description=said("Stored.", "저장되었습니다."))}
        | success(schema.StoredSerializer, "It was there already.", "이미 저장된 핸드입니다.")
        | problem_responses(
            *(kind for kind in CLUB_PROBLEMS if kind.status != 422),
            problems.MALFORMED_JSON,
            problems.BODY_INCOMPLETE,
            problems.TOO_LARGE,
            problems.UNSUPPORTED_MEDIA_TYPE,
            problems.LENGTH_REQUIRED,
            problems.STORAGE_FULL,
        )
        | problem_responses(
            REFUSED_HAND,
            UNKNOWN_FORMAT,
            SEVERAL_HANDS,
            UNREADABLE,
            problems.EMPTY_BODY,
            problems.UNKNOWN_PARAMETER,
            INVALID_PARAMETER,
            SEVERAL_CLUBS,
            serializer=schema.RefusedProblemSerializer,
        )
        | problem_responses(CONFLICT, serializer=schema.ConflictProblemSerializer),
        examples=schema.STORE_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        self.given(request)
        access = self.access_to_club(request)
        # Replayed before the transaction: it takes long, and on SQLite nobody else writes meanwhile.
        prepared = prepare(check(one_hand(request._request)))
        if not prepared.accepted:
            raise _refused(prepared.findings)
        stored = store_posted(prepared, club=access.club, sender=sender(access, self.viewer.token), at=timezone.now())
        return _answer(request, access, stored)


def _refused(findings: list[dict[str, Any]]) -> Problem:
    text = Text("The hand is refused; findings say why.", "핸드가 거부되었습니다. 이유는 findings에 있습니다.")
    return Problem(REFUSED_HAND, text, findings=findings)


def _answer(request: Request, access: Access, stored: Stored) -> Response:
    if stored.outcome == Outcome.REFUSED or stored.hand_id is None:
        raise _refused(stored.findings)
    hand = Hand.objects.visible_to(access).for_view().filter(pk=stored.hand_id).first()
    data: dict[str, Any] = {"id": stored.hand_id}
    if hand is not None:
        data = _absolute(request, render_hand(view(hand, access)))
    if stored.outcome == Outcome.CONFLICT:
        text = Text(
            "This history disagrees with what is stored of the hand in: {}. Both are kept, and the hand is disputed "
            "until the club decides.",
            "저장된 핸드와 다른 항목: {}. 두 기록을 모두 보관하며, 클럽이 정할 때까지 분쟁 상태로 둡니다.",
        )
        place: dict[str, Any] = {name: data[name] for name in ("id", "url") if name in data}
        raise Problem(CONFLICT, text.format(", ".join(stored.conflicts)), conflicts=stored.conflicts, **place)
    data |= {
        "merged": stored.outcome == Outcome.MERGED,
        "duplicate": stored.outcome == Outcome.DUPLICATE,
    }
    if stored.outcome != Outcome.ACCEPTED:
        return Response(data)
    return Response(data, status=201, headers={"Location": data["url"]} if "url" in data else {})


def _absolute(request: Request, rendered: dict[str, Any]) -> dict[str, Any]:
    return rendered | {"url": request.build_absolute_uri(rendered["url"])}


class HandView(ClubView):
    """What the views of one hand share."""

    def hand(self, hand_id: UUID) -> tuple[Hand, Access]:
        """The hand with what :func:`view` needs. Raises a problem 404 for one that this person may not see."""
        found = Hand.objects.filter(pk=hand_id, club_id__in=self.viewer.club_ids).values_list("club_id", flat=True)
        club_id = found.first()
        if club_id is None:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        access = self.access_to(club_id)
        hand = Hand.objects.visible_to(access).for_view().filter(pk=hand_id).first()
        if hand is None:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        return hand, access


class HandDetailView(HandView):
    permissions: ClassVar = {"GET": SEE_HANDS}

    @extend_schema(
        operation_id="get_hand",
        tags=["hands"],
        summary=said("One stored hand", "저장된 핸드 하나"),
        description=said(
            "The object of `hands/validate/` and where the hand stands, with the cards that you may see: your own and "
            "those that were shown; owners and directors see all.",
            "`hands/validate/`의 결과에 저장 정보를 더한 것입니다. 자신의 카드와 공개된 카드만 보이며, 운영자와 "
            "디렉터에게는 모든 카드가 보입니다.",
        ),
        responses=success(schema.StoredSerializer, "The hand.", "해당 핸드입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER),
    )
    def get(self, request: Request, hand_id: UUID) -> Response:
        return Response(_absolute(request, render_hand(view(*self.hand(hand_id)))))


class HandExportView(HandView):
    permissions: ClassVar = {"GET": SEE_HANDS}
    query_parameters = frozenset({"format"})
    content_negotiation_class = FormatNegotiation
    renderer_classes = (JSONRenderer, PhhRenderer)

    @extend_schema(
        operation_id="export_hand",
        tags=["hands"],
        summary=said("A stored hand as a file", "핸드 내보내기"),
        description=said(
            "The hand document, or PHH where the standard has the game and all its actions, with the cards that you "
            "may see. By `?format=` or `Accept`.",
            "핸드 문서 또는 PHH 파일로, 볼 수 있는 카드만 넣어 내보냅니다. PHH는 표준에 있는 게임과 액션만 됩니다. "
            "`?format=`이나 `Accept`로 고릅니다.",
        ),
        parameters=[
            schema.EXPORT_FORMAT,
            response_header("Content-Disposition", [200], "The name of the file.", "파일 이름."),
        ],
        responses={
            (200, "application/json"): OpenApiResponse(
                schema.HAND_DOCUMENT, description=said("The hand.", "해당 핸드입니다.")
            ),
            (200, "application/toml"): OpenApiResponse(schema.TEXT, description=said("The hand.", "해당 핸드입니다.")),
        }
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER, NOT_EXPORTABLE),
    )
    def get(self, request: Request, hand_id: UUID) -> Response:
        hand, access = self.hand(hand_id)
        document, form = view(hand, access).document, request.accepted_renderer.format
        data: Any = to_dict(document)
        if form == "phh":
            if (why := phh.beyond_the_standard(document)) is not None:
                text = Text(
                    "PHH has no word for this hand: {}. Use format=json.",
                    "PHH로 적을 수 없습니다: {}. format=json을 쓰세요.",
                )
                raise Problem(NOT_EXPORTABLE, Text(text.en.format(why.en), text.ko.format(why.ko)))
            data = phh.dumps(document)
        return Response(data, headers={"Content-Disposition": attachment(f"{hand.site} {hand.number}.{form}")})


class HandSourcesView(HandView):
    permissions: ClassVar = {"GET": SEE_HANDS}

    @extend_schema(
        operation_id="list_hand_sources",
        tags=["hands"],
        summary=said("Where a hand is known from", "핸드의 원본 목록"),
        description=said(
            "Every history of the hand, with the fields in which it disagrees with one of more weight. Members see "
            "those that they sent themselves.",
            "핸드의 모든 원본과, 더 신뢰하는 원본과 서로 다른 항목을 보여 줍니다. "
            "회원에게는 자신이 보낸 것만 보입니다.",
        ),
        responses=success(schema.SourceListSerializer, "The sources.", "원본 목록입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER),
    )
    def get(self, request: Request, hand_id: UUID) -> Response:
        hand, access = self.hand(hand_id)
        sources = hand.sources.select_related("user").order_by("rank", "digest")
        if not access.sees_all_cards:
            sources = sources.filter(user=access.user)
        return Response({"next": None, "previous": None, "results": [render_source(source) for source in sources]})


def render_source(source: Source) -> dict[str, Any]:
    return {
        "id": source.pk,
        "rank": Rank(source.rank).name.lower(),
        "from": source.user.get_username() if source.user is not None else None,
        "format": source.format,
        "posted": source.was_posted,
        "conflicts": source.conflicts,
        "created_at": source.created_at,
    }
