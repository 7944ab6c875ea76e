"""Files of many hands: sent, watched, cancelled, deleted."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site.api import problems
from badugi_site.api.conditional import unless_known
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.file_names import FILE_NAME, attachment
from badugi_site.api.multipart import BROKEN_MULTIPART
from badugi_site.api.negotiation import FormatNegotiation
from badugi_site.api.pagination import page_of
from badugi_site.api.parameters import INVALID_PARAMETER, described
from badugi_site.api.problems import Problem
from badugi_site.api.schema import problem_responses, request_header, response_header, said, success
from badugi_site.clubs.access import Access
from badugi_site.clubs.api import CLUB_PROBLEMS, ClubView
from badugi_site.clubs.permissions import (
    DELETE_ALL_UPLOADS,
    DELETE_OWN_UPLOADS,
    SEE_ALL_UPLOADS,
    SEE_OWN_UPLOADS,
    STORE_HANDS,
)
from hands.api import schema_uploads as schema
from hands.api.filters import CLUB, RESULT_FILTERS, UPLOAD_FILTERS
from hands.api.progress import render_result, render_upload, result_lines, with_sources
from hands.api.receiving import NO_FILE, TOO_MANY_FILES, received_files
from hands.lists import RESULTS, UPLOADS, uploads_of
from hands.models import Upload, UploadResult
from hands.senders import sender
from hands.uploads import cancel_upload, have_upload_deleted, present, start_upload

_PARAMETER_PROBLEMS = (problems.UNKNOWN_PARAMETER, INVALID_PARAMETER)


class CsvRenderer(BaseRenderer):
    """Takes part in the negotiation only: what is CSV is streamed past it."""

    media_type = "text/csv"
    format = "csv"


class UploadView(ClubView):
    """What the views of one upload share. A member sees that of nobody else."""

    def upload(self, upload_id: UUID) -> tuple[Upload, Access]:
        """The upload with its club, job and files. Raises a problem 404 for one that this person may not see."""
        uploads = present(Upload.objects.filter(club_id__in=self.viewer.club_ids))
        upload = _whole(uploads).filter(pk=upload_id).first()
        if upload is None:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        access = self.access_to(upload.club_id)
        if upload.user_id != access.user.pk and not access.may(SEE_ALL_UPLOADS):
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        return upload, access

    def upload_to_delete(self, upload_id: UUID) -> Upload:
        upload, access = self.upload(upload_id)
        if upload.user_id != access.user.pk:
            self.require(access, DELETE_ALL_UPLOADS)
        return upload


def _whole(uploads: QuerySet[Upload]) -> QuerySet[Upload]:
    return uploads.select_related("club", "job").prefetch_related("files")


def _rendered(request: Request, upload: Upload) -> dict[str, Any]:
    return render_upload(upload) | {
        "url": request.build_absolute_uri(reverse("upload", args=[upload.pk])),
        "results_url": request.build_absolute_uri(reverse("upload_results", args=[upload.pk])),
    }


class UploadListView(ClubView):
    permissions: ClassVar = {"GET": SEE_OWN_UPLOADS, "POST": STORE_HANDS}
    parameters = {"get": UPLOAD_FILTERS, "post": (CLUB,)}

    @extend_schema(
        operation_id="list_uploads",
        tags=["uploads"],
        summary=said("The uploads", "업로드 목록"),
        description=said(
            "Your uploads to a club, the latest first; of owners and directors everybody's.",
            "클럽에 올린 업로드를 최근 것부터 보여 줍니다. 운영자와 디렉터에게는 모두의 업로드를 보여 줍니다.",
        ),
        parameters=described(UPLOAD_FILTERS),
        responses=success(schema.UploadListSerializer, "A page of uploads.", "업로드 한 페이지입니다.")
        | problem_responses(*CLUB_PROBLEMS, *_PARAMETER_PROBLEMS),
    )
    def get(self, request: Request) -> Response:
        access, given = self.access_to_club(request), self.given(request)
        uploads = _whole(uploads_of(access))
        page = page_of(uploads, UPLOADS, request=request, cursor=given["cursor"], limit=given["limit"])
        return Response(page.render([_rendered(request, upload) for upload in page.rows]))

    @extend_schema(
        operation_id="create_upload",
        tags=["uploads"],
        summary=said("Send files of hands", "핸드 파일 올리기"),
        description=said(
            "One file or many, as they were saved, of any known format, also packed (`.zip`, `.gz`): at most 1,000 "
            "files, 128 MB each, 1 GB in all. Each is a part `file` of a form, or a single one is the body. They are "
            "stored, and the answer comes at once; the hands are worked through in the background. Each is accepted, "
            "merged, known already (`duplicate`), refused or in conflict on its own.",
            "저장된 그대로의 파일을 하나 또는 여러 개 보냅니다. 지원하는 모든 형식과 압축 파일(`.zip`, `.gz`)을 "
            "받으며, 최대 1,000개, 하나에 128 MB, 모두 1 GB까지입니다. 폼의 `file` 파트로 보내거나 파일 하나를 "
            "본문으로 보냅니다. 파일을 저장하면 바로 응답하고, 핸드는 백그라운드에서 처리합니다. 핸드마다 따로 저장, "
            "병합, 중복, 거부, 충돌로 판정합니다.",
        ),
        parameters=[
            *described([CLUB]),
            request_header(
                "Content-Disposition",
                'The name of a file that is the body: `attachment; filename="hands.txt"`.',
                '파일이 본문일 때 그 이름: `attachment; filename="hands.txt"`.',
            ),
            response_header("Location", [202], "The address of the upload.", "업로드의 주소."),
        ],
        request=schema.UPLOAD_REQUEST,
        responses={202: OpenApiResponse(schema.UploadSerializer, description=said("Stored.", "저장되었습니다."))}
        | problem_responses(
            *CLUB_PROBLEMS,
            *_PARAMETER_PROBLEMS,
            problems.UNSUPPORTED_MEDIA_TYPE,
            problems.LENGTH_REQUIRED,
            problems.BODY_INCOMPLETE,
            problems.EMPTY_BODY,
            problems.INVALID_BODY,
            problems.TOO_LARGE,
            TOO_MANY_FILES,
            problems.STORAGE_FULL,
            BROKEN_MULTIPART,
            FILE_NAME,
            NO_FILE,
        ),
        examples=schema.UPLOAD_EXAMPLES,
    )
    def post(self, request: Request) -> Response:
        self.given(request)
        access = self.access_to_club(request)
        files = received_files(request._request)
        upload = start_upload(
            club=access.club, sender=sender(access, self.viewer.token), files=files, at=timezone.now()
        )
        data = _rendered(request, _whole(Upload.objects.all()).get(pk=upload.pk))
        return Response(data, status=202, headers={"Location": data["url"]})


class UploadDetailView(UploadView):
    permissions: ClassVar = {"GET": SEE_OWN_UPLOADS, "DELETE": DELETE_OWN_UPLOADS}

    @extend_schema(
        operation_id="get_upload",
        tags=["uploads"],
        summary=said("How far an upload is", "업로드 진행 상황"),
        description=said(
            "Ask again with the `ETag` of the last answer in `If-None-Match`: 304 says that nothing has changed.",
            "받은 `ETag`를 `If-None-Match`에 넣어 다시 물으면, 바뀐 것이 없을 때 304로 답합니다.",
        ),
        parameters=[
            request_header("If-None-Match", "The `ETag` of the last answer.", "지난 응답의 `ETag`."),
            response_header("ETag", [200, 304], "Changes with the upload.", "업로드가 바뀌면 달라집니다."),
        ],
        responses=success(schema.UploadSerializer, "The upload.", "해당 업로드입니다.")
        | {304: OpenApiResponse(description=said("Nothing has changed.", "바뀐 것이 없습니다."))}
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER),
        examples=schema.DONE_EXAMPLES,
    )
    def get(self, request: Request, upload_id: UUID) -> HttpResponseBase:
        upload, _access = self.upload(upload_id)
        return unless_known(request, _rendered(request, upload))

    @extend_schema(
        operation_id="delete_upload",
        tags=["uploads"],
        summary=said("Delete an upload", "업로드 삭제"),
        description=said(
            "With all that only it knew: hands that no other source tells of, and cards that no other source shows. "
            "One that is under way is cancelled first. A large one is not there any more at once, and its hands go in "
            "the background.",
            "이 업로드에만 있던 핸드와 카드도 함께 지웁니다. 진행 중이면 먼저 취소합니다. 큰 업로드는 바로 보이지 않게 "
            "되고, 핸드는 백그라운드에서 지웁니다.",
        ),
        responses={204: OpenApiResponse(description=said("Deleted.", "삭제되었습니다."))}
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER),
    )
    def delete(self, request: Request, upload_id: UUID) -> Response:
        upload = self.upload_to_delete(upload_id)
        have_upload_deleted(upload.pk, at=timezone.now())
        return Response(status=204)


class UploadCancelView(UploadView):
    permissions: ClassVar = {"POST": DELETE_OWN_UPLOADS}

    @extend_schema(
        operation_id="cancel_upload",
        tags=["uploads"],
        summary=said("Cancel an upload", "업로드 취소"),
        description=said(
            "Stops the work; hands that are stored stay. An upload that is finished stays as it is.",
            "처리를 멈춥니다. 이미 저장된 핸드는 그대로 남습니다. 끝난 업로드는 바뀌지 않습니다.",
        ),
        request=None,
        responses=success(schema.UploadSerializer, "The upload as it is now.", "현재 상태의 업로드입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER),
    )
    def post(self, request: Request, upload_id: UUID) -> Response:
        cancel_upload(self.upload_to_delete(upload_id).pk)
        upload, _access = self.upload(upload_id)
        return Response(_rendered(request, upload))


class UploadResultsView(UploadView):
    permissions: ClassVar = {"GET": SEE_OWN_UPLOADS}
    parameters = {"get": RESULT_FILTERS}
    query_parameters = frozenset({"format"})
    content_negotiation_class = FormatNegotiation
    renderer_classes = (JSONRenderer, CsvRenderer)

    @extend_schema(
        operation_id="list_upload_results",
        tags=["uploads"],
        summary=said("What came of each hand", "핸드별 결과"),
        description=said(
            "In the order of the files; a file that could not be read has a result too (`unread`). As `text/csv`, by "
            "`Accept` or `?format=csv`, all of them come at once, a line a finding, whatever `cursor` and `limit` say.",
            "파일에 적힌 순서대로 보여 줍니다. 읽지 못한 파일도 결과가 있습니다(`unread`). `Accept` 헤더나 "
            "`?format=csv`로 `text/csv`를 요청하면 `cursor`, `limit`과 상관없이 문제점마다 한 줄씩 모두 보냅니다.",
        ),
        parameters=[*described(RESULT_FILTERS), schema.FORMAT],
        responses={
            (200, "application/json"): OpenApiResponse(
                schema.ResultListSerializer, description=said("A page of results.", "결과 한 페이지입니다.")
            ),
            (200, "text/csv"): OpenApiResponse(schema.CSV, description=said("All results.", "모든 결과입니다.")),
        }
        | problem_responses(*CLUB_PROBLEMS, *_PARAMETER_PROBLEMS),
        examples=schema.RESULT_EXAMPLES,
    )
    def get(self, request: Request, upload_id: UUID) -> HttpResponseBase:
        upload, _access = self.upload(upload_id)
        given = self.given(request)
        results = with_sources(UploadResult.objects.filter(upload=upload))
        if given["outcome"] is not None:
            results = results.filter(outcome=given["outcome"])
        if request.accepted_renderer.format == "csv":
            return StreamingHttpResponse(
                result_lines(results),
                content_type="text/csv; charset=utf-8",
                headers={"Content-Disposition": attachment(f"upload-{upload.pk}.csv")},
            )
        page = page_of(results, RESULTS, request=request, cursor=given["cursor"], limit=given["limit"])
        return Response(page.render([render_result(result) for result in page.rows]))
