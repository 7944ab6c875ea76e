"""What the description of the API shows of stored hands and uploads."""

from __future__ import annotations

from typing import Any

from hands.api.examples import HAND_ANSWER

_HAND = "0127334d-6a40-7a3c-9f1e-5b8f3f6c2d10"
_UPLOAD = "019d3c2e-5f00-7b21-8c44-0d9f6a1b2c3d"
_API = "http://127.0.0.1:8000/api/v1"

STORED: Any = HAND_ANSWER | {
    "id": _HAND,
    "club": "club",
    "site": "PokerStars",
    "number": "700000102",
    "played_at": "2010-03-07T10:15:00+09:00",
    "sources": 1,
    "url": f"{_API}/hands/{_HAND}/",
    "is_disputed": False,
    "conflicts": [],
    "merged": False,
    "duplicate": False,
}

STORED_AGAIN: Any = STORED | {"duplicate": True}

UPLOAD_QUEUED: Any = {
    "id": _UPLOAD,
    "club": "club",
    "state": "queued",
    "files": [{"name": "session.txt", "bytes": 4821}],
    "bytes": 4821,
    "bytes_done": 0,
    "hands": {"found": 0, "accepted": 0, "merged": 0, "duplicate": 0, "refused": 0, "conflict": 0},
    "files_unread": 0,
    "rate": None,
    "eta_seconds": None,
    "created_at": "2026-03-30T02:11:05.472000Z",
    "finished_at": None,
    "url": f"{_API}/uploads/{_UPLOAD}/",
    "results_url": f"{_API}/uploads/{_UPLOAD}/results/",
}

UPLOAD_DONE: Any = UPLOAD_QUEUED | {
    "state": "done",
    "bytes_done": 4821,
    "hands": {"found": 4, "accepted": 2, "merged": 0, "duplicate": 1, "refused": 1, "conflict": 0},
    "rate": 21.3,
    "eta_seconds": 0,
    "finished_at": "2026-03-30T02:11:05.660000Z",
}

RESULT: Any = {
    "index": 3,
    "file": "session.txt",
    "line": 121,
    "end_line": 160,
    "number": "700000105",
    "outcome": "refused",
    "hand": None,
    "findings": [
        {
            "code": "discard_not_held",
            "severity": "error",
            "message": {
                "en": "Areum (p3) discards Kd, which is not held; expected one of As2d3cKc.",
                "ko": "Areum(p3)님이 가지고 있지 않은 카드를 버렸습니다: Kd. 버릴 수 있는 카드: As2d3cKc 중 하나.",
            },
            "line": 135,
            "action": 8,
            "street": "first_draw",
            "player": 3,
            "field": None,
            "found": "Kd",
            "expected": "one of As2d3cKc",
        }
    ],
    "conflicts": [],
}
