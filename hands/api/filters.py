"""The query parameters of lists of hands and uploads, and what they select."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from badugi_site.api import parameters
from badugi_site.api.pagination import LIMIT, Order
from badugi_site.api.parameters import Parameter
from badugi_site.api.text import Text
from badugi_site.clubs.access import Access
from badugi_site.clubs.models import Player
from hands.lists import HANDS, PLAYERS, RESULTS, UPLOADS, hands_of
from hands.models import HandQuerySet, Outcome, Status
from hands.rules.games import BY_VARIANT

CLUB = parameters.text(
    "club",
    Text("The slug of the club; may be left out by who is in one only.", "클럽의 슬러그. 클럽이 하나면 생략합니다."),
    longest=50,
)
ONE_CLUB = parameters.text("club", Text("Only this one.", "이 클럽만."), longest=50)


def _game(given: str) -> str:
    if given not in BY_VARIANT:
        raise ValueError
    return BY_VARIANT[given].code


GAME = Parameter(
    "game",
    _game,
    Text("the code of a game, as games/ lists them", "games/에 있는 게임 코드"),
    Text("Of this game: `badugi`, or its code in PHH.", "이 게임만. `badugi` 또는 PHH 코드."),
    {"type": "string", "examples": ["badugi"]},
)
PLAYER = parameters.whole(
    "player",
    Text("In which this player sat: an id of `players/`.", "이 플레이어(`players/`의 id)가 앉은 핸드만."),
    least=1,
    most=2**63 - 1,
)
SITE = parameters.text("site", Text("From this room or club.", "이 룸이나 클럽의 핸드만."))
NUMBER = parameters.text("number", Text("With this number.", "이 번호의 핸드만."))
STATUS = parameters.choice("status", Text("Of this status.", "이 상태의 핸드만."), Status.values)
DISPUTED = parameters.switch("disputed", Text("Whether its sources disagree.", "원본끼리 서로 다른 핸드인지 여부."))
SINCE = parameters.moment(
    "since",
    Text(
        "Played at this time or later; a date begins in the club's time zone.",
        "이 시각부터. 날짜는 클럽 시간대 기준입니다.",
    ),
)
UNTIL = parameters.moment(
    "until",
    Text("Played before this time, or on this day or before it.", "이 시각 전까지. 날짜는 그날을 포함합니다."),
)

CURSOR = replace(HANDS.cursor, read=str)  # which order it is of is known when the others are read
HAND_FILTERS = (CLUB, GAME, SITE, STATUS, PLAYER, NUMBER, SINCE, UNTIL, DISPUTED, CURSOR, LIMIT)

UPLOAD_FILTERS = (CLUB, UPLOADS.cursor, LIMIT)

OUTCOME = parameters.choice("outcome", Text("With this outcome.", "이 결과만."), Outcome.values)
RESULT_FILTERS = (OUTCOME, RESULTS.cursor, LIMIT)

QUERY = parameters.text("q", Text("A part of a name, here or at a room.", "이름의 일부. 룸에서 쓰는 이름도 찾습니다."))
PLAYER_FILTERS = (CLUB, QUERY, PLAYERS.cursor, LIMIT)


def hands_that(access: Access, given: dict[str, Any]) -> tuple[HandQuerySet, Order]:
    """The hands that this person may see, as the parameters select them, and their order."""
    names = ("game", "site", "number", "status", "since", "until", "disputed")
    player = given["player"]
    players = None if player is None else Player.objects.filter(club=access.club, pk=player)
    return hands_of(access, **{name: given[name] for name in names}, players=players)
