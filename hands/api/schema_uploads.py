"""The shapes of uploads, for the description of the API."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework import serializers

from badugi_site.api.schema import described, said
from hands.api.examples_stored import RESULT, UPLOAD_DONE, UPLOAD_QUEUED
from hands.api.progress import COLUMNS
from hands.api.receiving import UPLOAD_TYPES
from hands.api.schema import FindingSerializer
from hands.models import Outcome


class UploadedFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    bytes = serializers.IntegerField()


@described("What came of the hands found so far.", "지금까지 찾은 핸드의 결과입니다.")
class HandCountsSerializer(serializers.Serializer[Any]):
    found = serializers.IntegerField()
    accepted = serializers.IntegerField()
    merged = serializers.IntegerField(
        help_text=said("Known already; this source told more of them.", "이미 있던 핸드에 새 정보를 더한 것.")
    )
    duplicate = serializers.IntegerField(help_text=said("Known already as they are.", "이미 같은 내용으로 있던 것."))
    refused = serializers.IntegerField()
    conflict = serializers.IntegerField(
        help_text=said("Stored otherwise by another source.", "다른 원본과 내용이 다른 것.")
    )


@described("Files of hands that were sent, and how far they are.", "올린 핸드 파일과 그 진행 상황입니다.")
class UploadSerializer(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    club = serializers.SlugField()
    state = serializers.ChoiceField(choices=("queued", "running", "done", "failed", "cancelled"))
    files = UploadedFileSerializer(many=True)
    bytes = serializers.IntegerField(help_text=said("Of all files.", "모든 파일의 바이트 수."))
    bytes_done = serializers.IntegerField()
    hands = HandCountsSerializer()
    files_unread = serializers.IntegerField(help_text=said("Files that could not be read.", "읽을 수 없었던 파일 수."))
    rate = serializers.FloatField(allow_null=True, help_text=said("Hands a second.", "초당 처리한 핸드 수."))
    eta_seconds = serializers.IntegerField(
        allow_null=True, help_text=said("Seconds left, as far as that can be told.", "예상되는 남은 시간(초).")
    )
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    url = serializers.URLField()
    results_url = serializers.URLField()


class UploadListSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = UploadSerializer(many=True)


@described(
    "What came of one hand of a file, or that a file could not be read.",
    "파일에 든 핸드 하나의 결과입니다. 읽지 못한 파일도 하나의 결과가 됩니다.",
)
class UploadResultSerializer(serializers.Serializer[Any]):
    index = serializers.IntegerField(help_text=said("In the upload, from 0.", "업로드 안의 번호. 0부터 셉니다."))
    file = serializers.CharField(
        help_text=said("`archive.zip!inner.txt` for one in an archive.", "압축 파일 안이면 `archive.zip!inner.txt`.")
    )
    line = serializers.IntegerField(allow_null=True, help_text=said("Of the file, from 1.", "파일의 줄 번호. 1부터."))
    end_line = serializers.IntegerField(allow_null=True)
    number = serializers.CharField(allow_null=True, help_text=said("Of the hand.", "핸드 번호."))
    outcome = serializers.ChoiceField(choices=tuple(map(str, Outcome.values)))
    hand = serializers.UUIDField(allow_null=True, help_text=said("Where it is stored.", "저장된 핸드의 id."))
    findings = FindingSerializer(many=True)
    conflicts = serializers.ListField(
        child=serializers.CharField(),
        help_text=said(
            "Of a `conflict`: the fields in which it disagrees with a source of more weight.",
            "`conflict`일 때, 더 신뢰하는 원본과 서로 다른 항목.",
        ),
    )


class ResultListSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = UploadResultSerializer(many=True)


CSV: Any = {"type": "string", "examples": [",".join(COLUMNS)]}

FORMAT = OpenApiParameter(
    "format",
    {"type": "string", "enum": ["json", "csv"]},
    description=said("The form of the answer, instead of `Accept`.", "`Accept` 대신 쓰는 응답 형식."),
    required=False,
)

UPLOAD_REQUEST: dict[str, Any] = {
    "multipart/form-data": {
        "type": "object",
        "properties": {"file": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1}},
        "required": ["file"],
    },
    **{name: {"type": "string", "format": "binary"} for name in UPLOAD_TYPES[1:]},
}


def _answer(en: str, ko: str, value: Any, status: int) -> OpenApiExample:
    return OpenApiExample(
        en,
        value=value,
        summary=said(en, ko),
        media_type="application/json",
        response_only=True,
        status_codes=[str(status)],
    )


UPLOAD_EXAMPLES = [_answer("an upload that waits", "대기 중인 업로드", UPLOAD_QUEUED, 202)]
DONE_EXAMPLES = [_answer("an upload that is done", "끝난 업로드", UPLOAD_DONE, 200)]
RESULT_EXAMPLES = [_answer("a refused hand", "거부된 핸드", {"next": None, "previous": None, "results": [RESULT]}, 200)]
