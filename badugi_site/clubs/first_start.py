"""What a person is told when a club starts for the first time."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import available_timezones

from badugi_site.api.text import Text
from badugi_site.clubs.people import FirstOwner

_WELCOME = Text(
    """
This is the first start: the club "{club}" is made, and its owner. This is shown once.

    Sign in at   {address}sign-in/
    User name    {user}
    Password     {password}
    Token        {token}

The token is for programs that send hand histories. What is lost is made anew:
./run manage changepassword {user}
./run manage create_token --user {user} --club {slug}
""",
    """
처음 시작했습니다. 클럽 "{club}"과 운영자 계정을 만들었습니다. 아래 내용은 다시 표시되지 않습니다.

    로그인       {address}sign-in/
    사용자 이름  {user}
    비밀번호     {password}
    토큰         {token}

토큰은 핸드 기록을 보내는 프로그램에 사용합니다. 잃어버렸다면 다시 만들 수 있습니다:
./run manage changepassword {user}
./run manage create_token --user {user} --club {slug}
""",
)


def welcome(made: FirstOwner, address: str) -> str:
    """In the language of the club."""
    text = _WELCOME.ko if made.club.language == "ko" else _WELCOME.en
    return text.format(
        club=made.club.name,
        slug=made.club.slug,
        address=address,
        user=made.user.username,
        password=made.password,
        token=made.token,
    )


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """``ko`` where the terminal speaks Korean, else ``en``."""
    spoken = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environment.get(name))), "")
    return "ko" if spoken.lower().startswith("ko") else "en"


def time_zone_of(environment: Mapping[str, str] = os.environ, clock: Path = Path("/etc/localtime")) -> str:
    """The time zone of this computer by its name, or UTC where it has none."""
    names = [environment.get("TZ", "").lstrip(":"), str(clock.resolve()).rpartition("/zoneinfo/")[2]]
    known = available_timezones() - {"Etc/UTC", "localtime"}
    return next((name for name in names if name in known), "UTC")
