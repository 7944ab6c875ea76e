"""The people of the demonstration, by the names of their player, at the table and elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from hands.demo.policy import Style


@dataclass(frozen=True, slots=True)
class Person:
    """``nick`` is the name at the table of the demonstration, ``elsewhere`` that at another site."""

    name: str
    nick: str
    elsewhere: str
    style: Style


def _person(name: str, nick: str, elsewhere: str, looseness: float, boldness: float) -> Person:
    return Person(name, nick, elsewhere, Style(looseness, boldness))


# The first is the club's owner, the second its member; of the others as many as are asked for.
PEOPLE = (
    _person("김민준", "민준", "minjun_k", 0.35, 0.65),
    _person("이서연", "서연", "seoyeon.lee", 0.2, 0.5),
    _person("Olivia Park", "Olivia", "olivia_p", 0.45, 0.4),
    _person("박도윤", "도윤", "doyun77", 0.9, 0.3),
    _person("최하은", "하은", "haeun_c", 0.3, 0.25),
    _person("Liam O’Brien", "Liam", "liam_ob", 0.7, 0.85),
    _person("정지호", "지호", "jiho.jung", 0.5, 0.5),
    _person("Sofía Ruiz", "Sofía", "sofia_r", 0.25, 0.75),
    _person("강수아", "수아", "sua_kang", 0.6, 0.2),
    _person("윤서준", "서준", "seojun_y", 0.4, 0.6),
    _person("Noah Kim", "Noah", "noahk", 0.8, 0.55),
    _person("임지우", "지우", "jiwoo_lim", 0.15, 0.35),
    _person("Emma Berg", "Emma", "emma_b", 0.55, 0.3),
    _person("한예준", "예준", "yejun_h", 0.5, 0.9),
    _person("오채원", "채원", "chaewon.oh", 0.35, 0.45),
    _person("Mateo Silva", "Mateo", "mateo_s", 0.65, 0.65),
    _person("서유나", "유나", "yuna_seo", 0.45, 0.15),
    _person("Hana Sato", "Hana", "hana_s", 0.3, 0.55),
    _person("신우진", "우진", "woojin_s", 0.75, 0.4),
    _person("권다은", "다은", "daeun_k", 0.4, 0.3),
)
FEWEST, MOST = 3, len(PEOPLE)
